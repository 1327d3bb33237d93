/** What is sent: text of an answer, or of what was refused. */
import { Refusal } from './refusal.ts';

/** What is to be sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** JSON; undefined when there is no body. */
  readonly text: string | undefined;
}

export function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}

/** @param url a query is not told */
export function nothingAt(url: string): Reply {
  return refusal(new Refusal(404, `there is nothing at ${pathOf(url)}`));
}

export function refusal({ status, body, headers }: Refusal): Reply {
  return { status, headers, text: JSON.stringify(body) };
}

/**
 * What was thrown, as an answer in the error form, `{code, msg, hint?}`.
 *
 * @param onFault told of everything that is not the client's fault, and that the client gets a 5xx for
 */
export function refused<Request>(
  error: unknown,
  request: Request,
  onFault: (error: Error, request: Request) => void,
): Reply {
  const known = error instanceof Refusal ? error : asRefusal(error);
  if (known === undefined || known.status >= 500) {
    onFault(error instanceof Error ? error : new Error(String(error)), request);
  }
  return known === undefined
    ? { status: 500, headers: undefined, text: '{"code":500,"msg":"internal error"}' }
    : refusal(known);
}

/** Errors of frameworks that are the client's: they carry a 4xx status. */
function asRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  const { status } = error;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  return new Refusal(status, error.message);
}
