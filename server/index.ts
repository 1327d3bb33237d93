export { DEFAULT_PORT, DEFAULT_RPC_PORT } from './defaults.ts';
export { type RunningServer, type ServerOptions, startServer } from './start.ts';
export { StartError } from './start-error.ts';
