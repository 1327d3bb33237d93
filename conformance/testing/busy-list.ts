/** A list that others write to while it is read. */
import type { JsonObject } from '../model/values/json.ts';

/** Numbers from 0 to 1 that look random, and are the same in every run. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface BusyList {
  /** The current list; before each call another user may write to it. */
  readonly probe: () => readonly JsonObject[];
  /** The number of writes. */
  readonly written: () => number;
}

/**
 * @param items in the order of their `place`.
 * @param rate the average number of writes between two calls: an item is added, moved or removed at the beginning, at
 * the end, or in between.
 * @param lasting the number of items below which none is removed.
 */
export function busyList(items: readonly JsonObject[], rate: number, random: () => number, lasting = 2): BusyList {
  let now: JsonObject[] = [...items];
  let written = 0;
  const add = (index: number, id: string) => {
    const [before, after] = [now[index - 1]?.['place'], now[index]?.['place']];
    const from = before === undefined ? Number(after ?? 2) - 2 : Number(before);
    const to = after === undefined ? from + 2 : Number(after);
    written += 1;
    now = now.toSpliced(index, 0, { id, place: (from + to) / 2 });
  };
  const write = () => {
    const places = [0, now.length, Math.floor(random() * (now.length + 1))];
    const index = places[Math.floor(random() * places.length)] ?? 0;
    const chance = random();
    if (now.length <= lasting || chance < 0.4) return add(index, `n${written + 1}`);
    const [taken] = now.splice(Math.min(index, now.length - 1), 1);
    if (chance < 0.6) add(Math.floor(random() * (now.length + 1)), String(taken?.['id']));
    else written += 1;
  };
  return {
    probe() {
      for (let left = rate; left > 0; left -= 1) if (random() < left) write();
      return now;
    },
    written: () => written,
  };
}
