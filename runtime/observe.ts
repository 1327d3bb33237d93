/** What is reported about each call of an operation: for metrics, traces and logs. */
import type { Operation, Service } from './operation.ts';
import type { RequestInfo } from './request.ts';

/** A call of an operation that has begun. */
export interface OperationCall<Request> {
  /** Name of the service. */
  readonly service: string;
  readonly operation: Operation;
  readonly info: RequestInfo;
  /** As the server knows it. */
  readonly request: Request;
}

/** How a call ended. */
export interface Outcome {
  /**
   * `answered`: by the handler. `refused`: the client's mistake, or a `Refusal`. `fault`: a 500, which `onFault` gets
   * too. `left`: the client went away before.
   */
  readonly kind: 'answered' | 'refused' | 'fault' | 'left';
  /** The status that is sent; 499 when the client left. */
  readonly status: number;
  /** From the request's head to its answer. */
  readonly milliseconds: number;
  /** The refusal or the fault. It may say more than the client gets. */
  readonly error?: unknown;
}

/**
 * Called with each call of an operation, around it: what `run` starts (the handler, too) is within the asynchronous context
 * of the hook, so that a span may be active. The answer never waits for the hook, and the hook cannot change it.
 *
 * @param run runs the operation, once, however often it is called; call it before the first `await`
 */
export type Observe<Request> = (call: OperationCall<Request>, run: () => Promise<Outcome>) => unknown;

/** A call that can be observed. */
interface Ended {
  readonly kind: Outcome['kind'];
  readonly reply: { readonly status: number };
  readonly error?: unknown;
}

/** Runs a call within a hook. Whatever the hook does, the call runs once and its result is returned. */
export function observed<Request, Result extends Ended>(
  observe: Observe<Request>,
  { name }: Service,
  call: Omit<OperationCall<Request>, 'service'>,
  run: () => Promise<Result>,
  complain: (error: unknown) => void,
): Promise<Result> {
  const began = performance.now();
  let running: Promise<Result> | undefined;
  const start = () => {
    running ??= run();
    return running;
  };
  try {
    const observing = observe({ service: name, ...call }, async () => {
      const { kind, reply, error } = await start();
      const status = kind === 'left' ? 499 : reply.status;
      const milliseconds = performance.now() - began;
      return { kind, status, milliseconds, ...(error === undefined ? {} : { error }) };
    });
    if (observing instanceof Promise) observing.catch(complain);
  } catch (error) {
    complain(error);
  }
  return start();
}
