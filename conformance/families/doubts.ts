/**
 * What differs between two exchanges may have been changed in between, and back again. A suspicion is told once it was
 * met so often in a row, and never refuted.
 */
import { Recent } from '../model/recent.ts';
import { broken, pass } from '../rules/judgement.ts';
import type { Breach, Judgement } from '../rules/rule.ts';

/** So many suspicions are kept. */
const MOST = 500;

export class Doubts {
  readonly #certain: number;
  readonly #counts = new Recent<number>(MOST);

  /** @param certain times that a suspicion must be met in a row. */
  constructor(certain: number) {
    this.#certain = certain;
  }

  /**
   * Takes everything that was suspected of one thing.
   *
   * @param found by what tells suspicions apart; what was suspected before, and is not in it, was chance.
   * @returns what is certain; a pass where nothing was suspected.
   */
  settle(found: ReadonlyMap<string, Breach>): readonly Judgement[] {
    for (const key of this.#counts.keys()) if (!found.has(key)) this.#counts.delete(key);
    const certain: Judgement[] = [];
    for (const [key, breach] of found) {
      const count = (this.#counts.get(key) ?? 0) + 1;
      this.#counts.set(key, count);
      if (count >= this.#certain) certain.push(broken(breach));
    }
    return found.size === 0 ? [pass] : certain;
  }
}
