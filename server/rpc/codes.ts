/** What a refusal is called in RPC. The names are those of Connect, gRPC and Twirp alike. */
import { Code } from '@connectrpc/connect';
import { codeOf } from '@wallet-services/runtime/rpc';

/** A status code of RPC, as far as the server uses them. */
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

/** The same codes, as Connect and gRPC number them. */
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

/** The code that fits the HTTP status of a refusal, as the stubs choose it. */
export function rpcCode(status: number): RpcCode {
  return names.get(codeOf(status)) ?? 'internal';
}
