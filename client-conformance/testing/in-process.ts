/** Clients within the process of a test: our driver with changes. */
import { createDriver, type Fetch, type Line, type Variables } from '../examples/typescript/driver.ts';
import { type Command, type OpenClient, readReply } from '../protocol.ts';

/** The differences between a client and our driver. */
export interface Changes {
  /** Wraps `fetch`. */
  readonly fetch?: (url: string, init: RequestInit, next: Fetch, variables: Variables) => Promise<Response>;
  /** Variables that differ from the given ones. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Changes its answers. */
  readonly line?: (line: Line, command: Command) => Line;
}

/** Opens our driver with changes. */
export function changedClient({ fetch, variables: own, line = (same) => same }: Changes): OpenClient {
  return async (variables) => {
    const changed = fetch && ((url: string, init: RequestInit) => fetch(url, init, globalThis.fetch, variables));
    const take = createDriver({ ...variables, ...own }, changed);
    return {
      deliver: async (_step, command) => readReply(JSON.stringify(line(await take(command), command))),
      end: async () => null,
      kill: () => undefined,
    };
  };
}
