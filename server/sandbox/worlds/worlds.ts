/** The worlds of a server: made, found, bounded, and removed when they get no more requests. */
import { randomBytes } from 'node:crypto';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Clock } from '../../values/index.ts';
import type { JournalRoom } from '../journal/journal.ts';
import { durationMs } from '../values.ts';
import { WorldClock } from './clock.ts';
import type { Copies } from './copies.ts';
import { CopiedWorld, gone, MAIN, type World, type WorldSettings } from './world.ts';

export interface WorldsOptions {
  readonly main: World;
  readonly settings: WorldSettings;
  readonly copies: Copies;
  readonly room: JournalRoom;
  /** Of the machine. */
  readonly clock: Clock;
  /** Worlds at the same time, without `main`. */
  readonly most: number;
  /** Where the services of a world find its wallet network. */
  readonly sandboxUrl: (id: string) => Promise<string>;
}

/** How a world begins. */
export interface WorldRequest {
  readonly name?: string | undefined;
  readonly snapshot?: string | undefined;
  readonly frozen_at?: string | undefined;
  readonly idle_timeout?: string | undefined;
}

/** How often idle worlds are looked for, in milliseconds. */
const LOOK_EVERY = 5_000;

const SHORTEST = 10_000;
const LONGEST = 86_400_000;
const USUAL = '30m';

export class Worlds {
  readonly main: World;
  readonly #options: WorldsOptions;
  readonly #worlds = new Map<string, CopiedWorld>();
  readonly #looking: NodeJS.Timeout;
  #making = 0;

  constructor(options: WorldsOptions) {
    this.main = options.main;
    this.#options = options;
    this.#looking = setInterval(() => void this.removeIdle(), LOOK_EVERY).unref();
  }

  /** `main` first, then the newest. */
  get all(): readonly World[] {
    return [this.main, ...[...this.#worlds.values()].toReversed()];
  }

  /** @throws Refusal 404 */
  find(id: string): World {
    return id === MAIN ? this.main : this.copied(id);
  }

  /** One that was made. @throws Refusal 404, or 409 for `main` */
  copied(id: string): CopiedWorld {
    const world = this.#worlds.get(id);
    if (world !== undefined) return world;
    if (id === MAIN)
      throw new Refusal(409, 'main cannot be reset or removed', { hint: 'create a world with POST /sandbox/worlds' });
    throw gone(id);
  }

  /** An object that changes when a world is restored; undefined when the world does not exist. */
  lifeOf(id: string): object | undefined {
    return this.#worlds.get(id)?.life;
  }

  /** @throws Refusal 400, 404, 409 when it cannot be made */
  async create({ name, snapshot, frozen_at, idle_timeout = USUAL }: WorldRequest): Promise<CopiedWorld> {
    const { copies, settings, room, clock, sandboxUrl } = this.#options;
    const idleTimeout = durationMs(idle_timeout);
    if (idleTimeout < SHORTEST || idleTimeout > LONGEST)
      throw new Refusal(400, 'idle_timeout is not between 10s and 24h');
    const kept = snapshot === undefined ? undefined : copies.snapshot(snapshot);
    const own = new WorldClock(clock);
    const begin = frozen_at ?? (kept === undefined ? undefined : new Date(kept.worldTime).toISOString());
    if (begin !== undefined) own.change({ set: begin, freeze: frozen_at !== undefined });

    // Those that are being made count as well.
    this.#making += 1;
    try {
      await this.#makeRoom();
      const id = randomBytes(6).toString('hex');
      const world = new CopiedWorld({
        id,
        name,
        createdAt: clock(),
        idleTimeout,
        clock: own,
        journal: room.open(),
        copy: await copies.open(kept),
        settings,
        sandboxUrl: () => sandboxUrl(id),
      });
      this.#worlds.set(id, world);
      return world;
    } finally {
      this.#making -= 1;
    }
  }

  /** Back to a snapshot, or to the seeded data, with the clock of then. */
  async restore(id: string, snapshot: string | undefined): Promise<CopiedWorld> {
    const { copies } = this.#options;
    const world = this.copied(id);
    const kept = snapshot === undefined ? undefined : copies.snapshot(snapshot);
    await world.replace(() => copies.open(kept));
    if (kept === undefined) world.clock.change({ reset: true });
    else world.clock.change({ set: new Date(kept.worldTime).toISOString() });
    return world;
  }

  /** @throws Refusal 404, or 409 for `main` */
  async remove(id: string): Promise<void> {
    const world = this.copied(id);
    this.#worlds.delete(id);
    world.journal.close();
    await world.close();
  }

  async close(): Promise<void> {
    clearInterval(this.#looking);
    await Promise.all([...this.#worlds.keys()].map((id) => this.remove(id)));
  }

  /** The oldest idle one goes. @throws Refusal 409 when every world is busy */
  async #makeRoom(): Promise<void> {
    while (this.#worlds.size + this.#making > this.#options.most) {
      const idle = [...this.#worlds.values()].filter(({ busy }) => busy === 0);
      const [oldest] = idle.toSorted((one, other) => one.usedAt - other.usedAt);
      if (oldest === undefined) {
        throw new Refusal(409, `all of ${this.#options.most} worlds are busy`, { hint: 'remove one, or try again' });
      }
      await this.remove(oldest.id);
    }
  }

  /** Those that were idle for too long go, by the clock of the machine. */
  async removeIdle(): Promise<void> {
    const now = this.#options.clock();
    for (const { id, busy, usedAt, idleTimeout } of this.#worlds.values()) {
      if (busy === 0 && idleTimeout !== undefined && now - usedAt > idleTimeout && this.#worlds.has(id)) {
        await this.remove(id);
      }
    }
  }
}
