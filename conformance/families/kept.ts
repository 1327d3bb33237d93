/** The part of watched exchanges that is kept until the check can decide. */

import type { Passing } from '../core/family.ts';
import { type Breach, broken, type Judgement, pass } from '../core/judgement.ts';
import type { Exchange } from '../model/exchange.ts';
import { Recent } from '../model/recent.ts';

/** This many characters of a body are kept. */
const BEGINNING = 2000;

/** Another client may change something and change it back, which is rare within this time, in milliseconds. */
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
 * Exchanges between two others of another kind. If those two agree, all exchanges between them saw the same data: it
 * was not changed, or was changed back.
 */
export class Between<Around, Inner> {
  readonly #begun: Recent<Begun<Around, Inner>>;
  readonly #most: number;

  /** @param most the number of items that are remembered, by key, and of later exchanges for each. */
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

/** The number of suspicions that are kept. */
const MOST = 500;

/**
 * A difference between two exchanges may be a change that was undone. A suspicion is reported once it recurred this
 * often in a row, and was never refuted.
 */
export class Doubts {
  readonly #certain: number;
  readonly #counts = new Recent<number>(MOST);

  /** @param certain times that a suspicion must be met in a row. */
  constructor(certain: number) {
    this.#certain = certain;
  }

  /**
   * Takes all current suspicions about one subject.
   * @param found by what distinguishes suspicions; an earlier one that is not in it was a coincidence.
   * @returns what is certain; a pass if nothing was suspected.
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
