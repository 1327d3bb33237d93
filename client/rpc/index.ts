export { createServiceRpcClient, type RpcOptions } from './client.ts';
