/** Clients within the process of a test: our driver, with something about it changed. */
import { createDriver, type Fetch, type Line } from '../examples/typescript/driver.ts';
import { type Ask, type OpenClient, readReply } from '../protocol.ts';

/** What a client does otherwise than our driver. */
export interface Changes {
  /** Stands in front of `fetch`. */
  readonly fetch?: (url: string, init: RequestInit, next: Fetch) => Promise<Response>;
  /** What it knows otherwise than it was told. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Changes what it answers. */
  readonly line?: (line: Line, ask: Ask) => Line;
}

/** Opens our driver with changes. */
export function changedClient({ fetch, variables: own, line = (same) => same }: Changes): OpenClient {
  return async (variables) => {
    const take = createDriver({ ...variables, ...own }, fetch && ((url, init) => fetch(url, init, globalThis.fetch)));
    return {
      ask: async (_step, ask) => readReply(JSON.stringify(line(await take(ask), ask))),
      end: async () => null,
      kill: () => undefined,
    };
  };
}
