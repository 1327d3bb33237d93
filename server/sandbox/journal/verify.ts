/** Decides whether an operation was called as expected. */
import type { Verification, VerifyRequest } from '@wallet-services/contract/sandbox';
import { Refusal } from '@wallet-services/runtime/refusal';
import { unmet } from '../faults/condition.ts';
import { servicesWith } from '../operations.ts';
import type { KeptExchange } from './kept.ts';
import { filtered, type JournalEntry } from './shown.ts';

function queryOf({ url }: KeptExchange): URLSearchParams {
  const mark = url.indexOf('?');
  return new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1));
}

function missing({ when }: VerifyRequest, { exchange, requested }: JournalEntry): readonly string[] {
  const { request } = exchange;
  return unmet(when, {
    inputs: requested?.inputs ?? {},
    query: queryOf(exchange),
    headers: request.headers,
    body: request.text ?? '',
  });
}

function expectation({ times, at_least: least, at_most: most }: VerifyRequest): {
  least: number;
  most: number;
  text: string;
} {
  if (times !== undefined && (least !== undefined || most !== undefined)) {
    throw new Refusal(400, 'times says it all', { hint: 'send times, or at_least and at_most' });
  }
  if (least === undefined && most === undefined) {
    const exactly = times ?? 1;
    return { least: exactly, most: exactly, text: `${exactly}` };
  }
  const [from, to] = [least ?? 0, most ?? Number.MAX_SAFE_INTEGER];
  if (from > to) throw new Refusal(400, 'at_least is more than at_most');
  return { least: from, most: to, text: most === undefined ? `at least ${from}` : `${from} to ${to}` };
}

const time = (count: number) => (count === 1 ? 'once' : `${count} times`);

/**
 * @param exchanges newest first. @throws Refusal 400 when there is no such operation, or the expected numbers
 *   contradict each other
 */
export function verified(exchanges: Iterable<KeptExchange>, verify: VerifyRequest): Verification {
  const { least, most, text } = expectation(verify);
  const { service, operation, status } = verify;
  servicesWith(operation, service);
  const called = [...filtered(exchanges, { service, operation, status })].map((entry) => ({
    entry,
    missing: missing(verify, entry),
  }));
  const meant = called.filter((one) => one.missing.length === 0);
  const ok = meant.length >= least && meant.length <= most;
  const nearest = called
    .filter((one) => one.missing.length > 0)
    .toSorted((one, other) => one.missing.length - other.missing.length)[0];
  const near =
    ok || nearest === undefined
      ? ''
      : `; the nearest call, exchange ${nearest.entry.exchange.number}, differs: ${nearest.missing.join('; ')}`;
  const expected = ok ? '' : `, expected ${text}`;
  const inputs = verify.when === undefined ? '' : ' with these inputs';
  return {
    ok,
    count: meant.length,
    text: `${operation} was called ${time(meant.length)}${inputs}${expected}${near}`,
    exchanges: meant.map(({ entry }) => entry.exchange.number).toReversed(),
  };
}
