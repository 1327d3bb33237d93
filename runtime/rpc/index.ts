/** Serving protobuf services with Connect, gRPC and gRPC-Web. */
export { Refusal } from '../refusal.ts';
export { codeOf } from './codes.ts';
export {
  type ForCaller,
  forCallers,
  notImplementedMethods,
  type RpcCall,
  type RpcMethods,
  type RpcOptions,
  type RpcOutcome,
  rpcRoutes,
} from './routes.ts';
