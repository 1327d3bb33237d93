export { type ClientFolder, clientsPage, readClients } from './manifest.ts';
export { type Lack, lacksOf } from './needs.ts';
export { run } from './run.ts';
export { packedSize } from './size.ts';
