/** Starts and stops several servers together. */

/** The running server of one service. */
export interface Running {
  readonly service: string;
  /** Its base address, without a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

/** The servers of several services. */
export interface RunningTogether<Service extends string> {
  /** Base address of each service, without a slash at the end. */
  readonly urls: Readonly<Record<Service, string>>;
  /** Stops listening and ends open connections. May be called more than once. */
  close(): Promise<void>;
}

/** Waits until all have started; when one cannot, stops the others and rejects with its reason. */
export async function allRunning<Service extends string>(
  starting: readonly Promise<Running>[],
): Promise<RunningTogether<Service>> {
  const started = await Promise.allSettled(starting);
  const running = started.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  let closing: Promise<unknown> | undefined;
  const close = async (): Promise<void> => {
    closing ??= Promise.all(running.map((server) => server.close()));
    await closing;
  };

  const failure = started.find((outcome) => outcome.status === 'rejected');
  if (failure !== undefined) {
    await close();
    throw failure.reason;
  }
  const urls = Object.fromEntries(running.map(({ service, url }) => [service, url])) as Record<Service, string>;
  return { urls, close };
}
