export { DEFAULT_PORT, DEFAULT_RPC_PORT, type RunningServer, type ServerOptions, startServer } from './start.ts';
export { StartError } from './start-error.ts';
