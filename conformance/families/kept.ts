/** What is kept of exchanges that passed by, until it is known whether something is wrong with them. */

import type { Passing } from '../core/family.ts';
import { type Breach, broken, type Judgement, pass } from '../core/judgement.ts';
import type { Exchange } from '../model/exchange.ts';
import { Recent } from '../model/recent.ts';

/** Of a body so many characters are kept. */
const BEGINNING = 2000;

/** Somebody may change something and change it back; in so many milliseconds that happens seldom. */
const LONGEST = 60_000;

/** A copy: a part of a text would keep the whole of it in memory. */
function beginning(text: string): string {
  return text.length <= BEGINNING ? text : Buffer.from(text.slice(0, BEGINNING)).toString();
}

/** An exchange with the beginning of its bodies, and without the value that was read from them. */
export function kept(exchange: Exchange): Exchange {
  const { outcome, requestBody } = exchange;
  const slim = { ...exchange, requestBody: requestBody === null ? null : beginning(requestBody) };
  if (outcome.kind === 'failure') return slim;
  const json = { ok: false, problem: 'it was not kept' } as const;
  return { ...slim, outcome: { ...outcome, body: { ...outcome.body, text: beginning(outcome.body.text), json } } };
}

/** When an exchange took place. */
export type Span = Pick<Passing, 'began' | 'at'>;

/** Whether one was over before the next began, and all three took place within a short time. */
export function isBetween(before: Span, { began, at }: Span, after: Span): boolean {
  return before.at <= began && at <= after.began && after.began - before.at <= LONGEST;
}

/** What encloses, and what passed by since. */
interface Begun<Around, Inner> extends Span {
  readonly around: Around;
  readonly since: readonly (Span & { readonly inner: Inner })[];
}

/**
 * What passed by between two of another kind. Where those two say the same, what they enclose was said of the same: nobody
 * changed anything meanwhile, or changed it and changed it back.
 */
export class Between<Around, Inner> {
  readonly #begun: Recent<Begun<Around, Inner>>;
  readonly #most: number;

  /** @param most things, by key, are remembered, and of each so many since. */
  constructor(most: number, since: number) {
    this.#begun = new Recent(most);
    this.#most = since;
  }

  keys(): readonly string[] {
    return this.#begun.keys();
  }

  /** What would enclose what passes by now; undefined where nothing would. */
  get(key: string): Around | undefined {
    return this.#begun.get(key)?.around;
  }

  /** Takes something that may come to be enclosed. */
  add(key: string, inner: Inner, { began, at }: Span): void {
    const begun = this.#begun.get(key);
    if (begun === undefined) return;
    this.#begun.set(key, { ...begun, since: [...begun.since, { inner, began, at }].slice(-this.#most) });
  }

  /** Takes something that encloses. @returns what passed by between the one before it and this. */
  close(key: string, around: Around, { began, at }: Span): readonly Inner[] {
    const begun = this.#begun.get(key);
    this.#begun.set(key, { around, since: [], began, at });
    return (begun?.since ?? []).flatMap((one) => (begun && isBetween(begun, one, { began, at }) ? [one.inner] : []));
  }
}

/** So many suspicions are kept. */
const MOST = 500;

/**
 * What differs between two exchanges may have been changed in between, and back again. A suspicion is told once it was
 * met so often in a row, and never refuted.
 */
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
