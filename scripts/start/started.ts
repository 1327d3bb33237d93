/** The started servers, which must be stopped again. */
interface Closable {
  close(): Promise<void>;
}

/** Time limit for stopping everything, in milliseconds. */
const STOP_LIMIT = 8_000;

export class Started {
  readonly #all: Promise<Closable>[] = [];

  add<Running extends Closable>(starting: Promise<Running>): Promise<Running> {
    this.#all.push(starting);
    return starting;
  }

  /** Also stops servers that are still starting. */
  async stop(): Promise<void> {
    const limit = setTimeout(() => process.exit(1), STOP_LIMIT);
    await Promise.allSettled(this.#all.map(async (starting) => (await starting).close()));
    clearTimeout(limit);
  }
}
