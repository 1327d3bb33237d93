/** The RPC codes of refusals. */
import { Code } from '@connectrpc/connect';

const BY_STATUS: Readonly<Record<number, Code>> = {
  400: Code.InvalidArgument,
  401: Code.Unauthenticated,
  403: Code.PermissionDenied,
  404: Code.NotFound,
  405: Code.Unimplemented,
  408: Code.DeadlineExceeded,
  409: Code.AlreadyExists,
  413: Code.ResourceExhausted,
  415: Code.InvalidArgument,
  422: Code.InvalidArgument,
  429: Code.ResourceExhausted,
  502: Code.Unavailable,
  503: Code.Unavailable,
};

/** The code for the HTTP status of a refusal. */
export function codeOf(status: number): Code {
  return BY_STATUS[status] ?? Code.FailedPrecondition;
}
