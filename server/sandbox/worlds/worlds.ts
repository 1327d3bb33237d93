/** The worlds of a server: creates, finds and limits them, and removes idle ones. */
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
  /** The system clock. */
  readonly clock: Clock;
  /** Largest number of worlds, without `main`. */
  readonly most: number;
  /** URL prefix at which the services of a world reach its wallet network. */
  readonly sandboxUrl: (id: string) => Promise<string>;
}

/** How a world is created. */
export interface WorldRequest {
  readonly name?: string | undefined;
  readonly snapshot?: string | undefined;
  readonly frozen_at?: string | undefined;
  readonly idle_timeout?: string | undefined;
}

/** Interval between searches for idle worlds, in milliseconds. */
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

  /** All worlds: `main`, then the newest first. */
  get all(): readonly World[] {
    return [this.main, ...[...this.#worlds.values()].toReversed()];
  }

  /** @throws Refusal 404 when there is no such world */
  find(id: string): World {
    return id === MAIN ? this.main : this.copied(id);
  }

  /** Finds a created world. @throws Refusal 404 when there is none, 409 for `main` */
  copied(id: string): CopiedWorld {
    const world = this.#worlds.get(id);
    if (world !== undefined) return world;
    if (id === MAIN)
      throw new Refusal(409, 'main cannot be reset or removed', { hint: 'create a world with POST /sandbox/worlds' });
    throw gone(id);
  }

  /** An object that is replaced when the world is restored; undefined when the world does not exist. */
  lifeOf(id: string): object | undefined {
    return this.#worlds.get(id)?.life;
  }

  /** @throws Refusal 400, 404 or 409 when the world cannot be created */
  async create({ name, snapshot, frozen_at, idle_timeout = USUAL }: WorldRequest): Promise<CopiedWorld> {
    const { copies, settings, room, clock, sandboxUrl } = this.#options;
    const idleTimeout = durationMs(idle_timeout);
    if (idleTimeout < SHORTEST || idleTimeout > LONGEST)
      throw new Refusal(400, 'idle_timeout is not between 10s and 24h');
    const kept = snapshot === undefined ? undefined : copies.snapshot(snapshot);
    const own = new WorldClock(clock);
    const begin = frozen_at ?? (kept === undefined ? undefined : new Date(kept.worldTime).toISOString());
    if (begin !== undefined) own.change({ set: begin, freeze: frozen_at !== undefined });

    // Worlds that are being created count as well.
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

  /** Restores a snapshot or the seeded data, with the clock of that time. */
  async restore(id: string, snapshot: string | undefined): Promise<CopiedWorld> {
    const { copies } = this.#options;
    const world = this.copied(id);
    const kept = snapshot === undefined ? undefined : copies.snapshot(snapshot);
    await world.replace(() => copies.open(kept));
    if (kept === undefined) world.clock.change({ reset: true });
    else world.clock.change({ set: new Date(kept.worldTime).toISOString() });
    return world;
  }

  /** @throws Refusal 404 when there is no such world, 409 for `main` */
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

  /** Removes the oldest idle world. @throws Refusal 409 when every world is busy */
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

  /** Removes worlds that exceeded their idle timeout, by the system clock. */
  async removeIdle(): Promise<void> {
    const now = this.#options.clock();
    for (const { id, busy, usedAt, idleTimeout } of this.#worlds.values()) {
      if (busy === 0 && idleTimeout !== undefined && now - usedAt > idleTimeout && this.#worlds.has(id)) {
        await this.remove(id);
      }
    }
  }
}
