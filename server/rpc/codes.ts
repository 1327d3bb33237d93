/** What a refusal is called in RPC. The names are those of Connect, gRPC and Twirp alike. */
import { Code } from '@connectrpc/connect';

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

const BY_STATUS: Readonly<Record<number, RpcCode>> = {
  400: 'invalid_argument',
  401: 'unauthenticated',
  403: 'permission_denied',
  404: 'not_found',
  405: 'unimplemented',
  408: 'deadline_exceeded',
  409: 'already_exists',
  413: 'resource_exhausted',
  415: 'invalid_argument',
  422: 'invalid_argument',
  429: 'resource_exhausted',
  502: 'unavailable',
  503: 'unavailable',
};

/** The code that fits the HTTP status of a refusal. */
export function rpcCode(status: number): RpcCode {
  return BY_STATUS[status] ?? 'failed_precondition';
}

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
