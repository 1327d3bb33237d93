/** The database files that worlds are copied from: the seeded data, created at first use, and named snapshots. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Service, Store } from '../../service.ts';
import { type CopiedStore, openCheckedStore, openCopy, saveCopy } from '../../store/index.ts';
import type { Clock } from '../../values/index.ts';
import { walletPart } from '../../wallet/index.ts';

/** A snapshot. */
export interface Kept {
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
  /** Milliseconds since 1970: `createdAt` by the system clock, `worldTime` by the world's clock. */
  readonly createdAt: number;
  readonly worldTime: number;
}

export interface CopiesOptions {
  /** `every` lists the services with tables, `services` those that are seeded. */
  readonly every: readonly Service[];
  readonly services: readonly Service[];
  readonly seed: number | undefined;
  /** The system clock. */
  readonly clock: Clock;
  /** Largest number of snapshots. */
  readonly most: number;
}

export class Copies {
  readonly #options: CopiesOptions;
  readonly #snapshots = new Map<string, Kept>();
  /** Names of the snapshots that are being saved. */
  readonly #saving = new Set<string>();
  #folder: Promise<string> | undefined;
  #seeded: Promise<string> | undefined;
  #number = 0;

  constructor(options: CopiesOptions) {
    this.#options = options;
  }

  /** The snapshots, newest first. */
  get snapshots(): readonly Kept[] {
    return [...this.#snapshots.values()].toReversed();
  }

  /** @throws Refusal 404 when there is no such snapshot */
  snapshot(name: string): Kept {
    const kept = this.#snapshots.get(name);
    if (kept !== undefined) return kept;
    throw new Refusal(404, `there is no snapshot ${name}`, { hint: 'GET /sandbox/snapshots lists them' });
  }

  /** Opens a new copy of a snapshot, or of the seeded data. */
  async open(snapshot: Kept | undefined): Promise<CopiedStore> {
    const from = snapshot?.file ?? (await this.#template());
    return openCopy(from, await this.#place());
  }

  /** @throws Refusal 409 when there are too many snapshots */
  async save(name: string, store: Store, worldTime: number): Promise<Kept> {
    const { most, clock } = this.#options;
    if (new Set([...this.#snapshots.keys(), ...this.#saving, name]).size > most) {
      throw new Refusal(409, `there are already ${most} snapshots`, { hint: 'remove one, or use one of their names' });
    }
    this.#saving.add(name);
    try {
      const file = await this.#place();
      const bytes = await saveCopy(store, file);
      await this.remove(name);
      const kept = { name, file, bytes, createdAt: clock(), worldTime };
      this.#snapshots.set(name, kept);
      return kept;
    } finally {
      this.#saving.delete(name);
    }
  }

  async remove(name: string): Promise<void> {
    const kept = this.#snapshots.get(name);
    this.#snapshots.delete(name);
    if (kept !== undefined) await rm(kept.file, { force: true });
  }

  async close(): Promise<void> {
    const folder = await this.#folder;
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }

  async #place(): Promise<string> {
    this.#folder ??= mkdtemp(join(tmpdir(), 'wallet-sandbox-'));
    this.#number += 1;
    const name = `${this.#number}.db`;
    return join(await this.#folder, name);
  }

  #template(): Promise<string> {
    this.#seeded ??= this.#makeTemplate().catch((error: unknown) => {
      this.#seeded = undefined;
      throw error;
    });
    return this.#seeded;
  }

  async #makeTemplate(): Promise<string> {
    const { every, services, seed, clock } = this.#options;
    const seeded = await openCheckedStore([walletPart, ...every], { seed, clock, seeded: [walletPart, ...services] });
    try {
      const file = await this.#place();
      await saveCopy(seeded.store, file);
      return file;
    } finally {
      await seeded.close();
    }
  }
}
