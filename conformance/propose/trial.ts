/** The results of trying candidates. */

import type { Exchange } from '../model/exchange.ts';
import type { Evidence } from './played.ts';

/** The outcome of a candidate. */
export type Tried =
  | { readonly outcome: 'holds'; readonly evidence: ReadonlyMap<string, Evidence>; readonly omit: readonly string[] }
  | { readonly outcome: 'broken'; readonly why: string }
  | { readonly outcome: 'undecided'; readonly why: string; readonly hint: string | undefined };

/** The results of a round of trials. */
export interface Round {
  /** By the index of the candidate. */
  readonly tried: readonly Tried[];
  readonly exchanges: readonly Exchange[];
  readonly requests: number;
  /** Why no requests could be sent; null when the service answers, or where there is none. */
  readonly unreachable: string | null;
}

/** The verdict on one rule of a candidate. */
export interface Verdict {
  readonly aspect: string;
  readonly verdict: 'holds' | 'broken' | 'undecided';
  readonly why: string;
  readonly hint?: string | undefined;
}

/**
 * The outcome of a candidate from the verdicts on its rules.
 *
 * @param evidenceOf the evidence that could have refuted the aspects that hold; none for an aspect without any.
 * @param essential the aspect without which the candidate is false.
 */
export async function triedOf(
  verdicts: readonly Verdict[],
  evidenceOf: () => Promise<ReadonlyMap<string, Evidence>>,
  essential?: string,
): Promise<Tried> {
  const holding = verdicts.filter(({ verdict }) => verdict === 'holds');
  const refuted = verdicts.filter(({ verdict }) => verdict === 'broken');
  const basis = refuted.find(({ aspect }) => aspect === essential);
  if (basis !== undefined) return { outcome: 'broken', why: basis.why };
  if (holding.length === 0) {
    const [broken] = refuted;
    if (broken !== undefined) return { outcome: 'broken', why: broken.why };
    const [open] = verdicts;
    return { outcome: 'undecided', why: open?.why ?? 'it demands nothing', hint: open?.hint };
  }
  const all = await evidenceOf();
  const evidence = new Map([...all].filter(([aspect]) => holding.some((one) => one.aspect === aspect)));
  if (evidence.size === 0) {
    const why = 'it held, but nothing that was answered could have refuted it';
    return { outcome: 'undecided', why, hint: 'more data, or more different values, would decide it' };
  }
  return {
    outcome: 'holds',
    evidence,
    omit: verdicts.flatMap(({ aspect }) => (evidence.has(aspect) ? [] : [aspect])),
  };
}
