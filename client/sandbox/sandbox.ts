/** The sandbox of a reference server, for use from tests. */
import type { About, NamedFault, Snapshot, World as WorldState } from '@wallet-services/contract/sandbox/models';
import { sandboxError } from './error.ts';
import { type Call, World } from './world.ts';

/** Address and token of the sandbox. */
export interface SandboxOptions {
  /** Address of the server. Default: the environment variable `SANDBOX_URL`, otherwise `http://127.0.0.1:4000`. */
  readonly url?: string | undefined;
  /** The value of the server's `--sandbox-token`. Default: the environment variable `SANDBOX_TOKEN`. */
  readonly token?: string | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** The initial state of a world. */
export interface WorldOptions {
  /** Shown in the list of worlds. */
  readonly name?: string;
  /** A snapshot to start from; without one, the seeded data. */
  readonly snapshot?: string;
  /** Time at which its clock is stopped. */
  readonly frozenAt?: Date | string;
  /** Time without requests after which it is removed. Default: `30m`. */
  readonly idleTimeout?: string;
}

/** Longest wait for a response of the control API, in milliseconds: it prepares the faulty servers when first asked. */
const LIMIT = 120_000;

/**
 * Opens the sandbox of a server without sending a request.
 *
 * @example
 * const sandbox = openSandbox({ url: 'http://127.0.0.1:4000' });
 * await using world = await sandbox.world();
 * await world.advance('11m');
 */
export function openSandbox(options: SandboxOptions = {}): Sandbox {
  return new Sandbox(options);
}

export class Sandbox {
  readonly #call: Call;

  constructor({ url, token, fetch: send = fetch }: SandboxOptions = {}) {
    const environment = globalThis.process?.env ?? {};
    const base = (url ?? environment['SANDBOX_URL'] ?? 'http://127.0.0.1:4000').replace(/\/$/, '');
    const known = token ?? environment['SANDBOX_TOKEN'] ?? '';
    const authorization: Record<string, string> = known === '' ? {} : { Authorization: `Bearer ${known}` };
    this.#call = async (method, path, body) => {
      const response = await send(`${base}/sandbox${path}`, {
        method,
        headers: { ...authorization, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(LIMIT),
      });
      const answer: unknown = await response.json().catch(() => undefined);
      if (!response.ok || typeof answer !== 'object' || answer === null || !('data' in answer)) {
        throw sandboxError(response.status, answer);
      }
      // The server has validated it against the document.
      return answer.data as never;
    };
  }

  /** Whether worlds can be created, and their limits. */
  about(): Promise<About> {
    return this.#call('GET', '/about');
  }

  /** Creates an isolated copy of the seeded data, or of a snapshot. @throws SandboxError when it cannot be created */
  async world({ name, snapshot, frozenAt, idleTimeout }: WorldOptions = {}): Promise<World> {
    const state = await this.#call<WorldState>('POST', '/worlds', {
      ...(name === undefined ? {} : { name }),
      ...(snapshot === undefined ? {} : { snapshot }),
      ...(frozenAt === undefined ? {} : { frozen_at: new Date(frozenAt).toISOString() }),
      ...(idleTimeout === undefined ? {} : { idle_timeout: idleTimeout }),
    });
    return new World(this.#call, state);
  }

  /**
   * Finds a world; `main` is the one that the server serves at its root.
   *
   * @throws SandboxError when it does not exist
   */
  async find(id: string): Promise<World> {
    return new World(this.#call, await this.#call<WorldState>('GET', `/worlds/${encodeURIComponent(id)}`));
  }

  /** All worlds, `main` first. */
  worlds(): Promise<WorldState[]> {
    return this.#call('GET', '/worlds');
  }

  snapshots(): Promise<Snapshot[]> {
    return this.#call('GET', '/snapshots');
  }

  async removeSnapshot(name: string): Promise<void> {
    await this.#call('DELETE', `/snapshots/${encodeURIComponent(name)}`);
  }

  /** The faulty servers by name, for `World.faulty`. */
  catalogue(
    filter: { readonly service?: string; readonly operation?: string; readonly search?: string } = {},
  ): Promise<NamedFault[]> {
    return this.#call<NamedFault[]>('GET', `/catalogue?${new URLSearchParams(filter)}`);
  }
}
