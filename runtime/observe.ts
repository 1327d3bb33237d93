/** The reports about each call of an operation: for metrics, traces and logs. */
import type { Operation, Service } from './operation.ts';
import { whenRejected } from './reply.ts';
import type { RequestInfo } from './request.ts';

/** A call of an operation that has begun. */
export interface OperationCall<Request> {
  /** Name of the service. */
  readonly service: string;
  readonly operation: Operation;
  readonly info: RequestInfo;
  /** The request as received by the server. */
  readonly request: Request;
}

/** How a call ended. */
export interface Outcome {
  /**
   * `answered`: by the handler. `refused`: the client's mistake, or a `Refusal`. `fault`: a 500, which `onFault` gets
   * too. `left`: the client disconnected before the end.
   */
  readonly kind: 'answered' | 'refused' | 'fault' | 'left';
  /** The status that is sent; 499 when the client disconnected. */
  readonly status: number;
  /** The time from the request's head to its answer. */
  readonly milliseconds: number;
  /** The refusal or the fault. It may contain more details than the client gets. */
  readonly error?: unknown;
}

/**
 * Called with each call of an operation, around it: everything that `run` starts (the handler, too) is within the
 * asynchronous context of the hook, so that a span may be active. The answer never waits for the hook, and the hook
 * cannot change it.
 * @param run runs the operation, once, however often it is called; call it before the first `await`
 */
export type Observe<Request> = (call: OperationCall<Request>, run: () => Promise<Outcome>) => unknown;

/** Reports how a call ends, before its reply is sent. */
export type Ends = (kind: Outcome['kind'], error?: unknown) => void;

/** Runs a call within a hook. Whatever the hook does, the call runs once and its reply is returned. */
export function observed<Request, Result extends { readonly status: number }>(
  observe: Observe<Request>,
  { name }: Service,
  call: Omit<OperationCall<Request>, 'service'>,
  run: (ends: Ends) => Promise<Result>,
  complain: (error: unknown) => void,
): Promise<Result> {
  const began = performance.now();
  let running: Promise<Result> | undefined;
  let ending: Pick<Outcome, 'kind' | 'error'> = { kind: 'answered' };
  const start = () => {
    running ??= run((kind, error) => {
      ending = error === undefined ? { kind } : { kind, error };
    });
    return running;
  };
  try {
    const observing = observe({ service: name, ...call }, async () => {
      const { status } = await start();
      return { ...ending, status: ending.kind === 'left' ? 499 : status, milliseconds: performance.now() - began };
    });
    whenRejected(observing, complain);
  } catch (error) {
    complain(error);
  }
  return start();
}
