/** Reads OpenAPI documents from outside: files, addresses, versions. */

export { type Fetched, FILES, gathered, type Source } from './files.ts';
export { type Overlaying, readOverlays } from './overlays.ts';
export { PRODUCES, type ReadDocument, readText, readWhole } from './read.ts';
export { fileSource, folderFiles, isAddress, standardInput, webSource } from './sources.ts';
export { parseText } from './text.ts';
export { upgraded } from './upgrade.ts';
