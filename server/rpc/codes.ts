/** RPC codes of errors. Connect, gRPC and Twirp use the same names. */
import { Code } from '@connectrpc/connect';
import { codeOf } from '@wallet-services/runtime/rpc';

/** The RPC codes that the server uses. */
export type RpcCode =
  | 'invalid_argument'
  | 'unauthenticated'
  | 'permission_denied'
  | 'not_found'
  | 'unimplemented'
  | 'deadline_exceeded'
  | 'already_exists'
  | 'failed_precondition'
  | 'resource_exhausted'
  | 'unavailable'
  | 'internal';

/** The same codes with the numbers of Connect and gRPC. */
export const connectCodes: Readonly<Record<RpcCode, Code>> = {
  invalid_argument: Code.InvalidArgument,
  unauthenticated: Code.Unauthenticated,
  permission_denied: Code.PermissionDenied,
  not_found: Code.NotFound,
  unimplemented: Code.Unimplemented,
  deadline_exceeded: Code.DeadlineExceeded,
  already_exists: Code.AlreadyExists,
  failed_precondition: Code.FailedPrecondition,
  resource_exhausted: Code.ResourceExhausted,
  unavailable: Code.Unavailable,
  internal: Code.Internal,
};

const names = new Map(Object.entries(connectCodes).map(([name, code]) => [code, name as RpcCode]));

/** The code that corresponds to the HTTP status of an error; the generated stubs use the same mapping. */
export function rpcCode(status: number): RpcCode {
  return names.get(codeOf(status)) ?? 'internal';
}
