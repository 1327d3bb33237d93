/** What is kept of exchanges that passed by, until it is known whether something is wrong with them. */
import type { Exchange } from '../model/exchange.ts';
import type { Passing } from './family.ts';

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
