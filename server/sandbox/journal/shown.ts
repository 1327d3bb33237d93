/** The exchanges of a journal as the control API shows them, and their filter. */
import type { Exchange, ExchangeFinding, Message } from '@wallet-services/contract/sandbox';
import { jsonOf } from '@wallet-services/kit/exchange';
import { isoTime } from '../../values/index.ts';
import { type Requested, requestedFor } from '../operations.ts';
import type { KeptExchange, KeptMessage } from './kept.ts';

/** An exchange, and the operation of its request. */
export interface JournalEntry {
  readonly exchange: KeptExchange;
  readonly requested: Requested | undefined;
}

/** Judges an exchange by the rules. */
export type Judge = (entry: JournalEntry) => readonly ExchangeFinding[];

/** Which exchanges are requested. */
export interface Filter {
  readonly service?: string | undefined;
  readonly operation?: string | undefined;
  /** A status or a class of statuses: `404` or `4xx`. */
  readonly status?: string | undefined;
  readonly after?: number | undefined;
}

function pathOf({ url }: KeptExchange): string {
  return url.split('?', 1)[0] ?? '';
}

/** @param exchanges newest first; the result keeps this order */
export function* filtered(exchanges: Iterable<KeptExchange>, filter: Filter): Generator<JournalEntry> {
  const { service, operation, status, after = 0 } = filter;
  const statuses = status === undefined ? undefined : new RegExp(`^${status.replace('xx', '[0-9]{2}')}$`);
  for (const exchange of exchanges) {
    if (exchange.number <= after) return;
    if (statuses !== undefined && !statuses.test(String(exchange.status ?? ''))) continue;
    const requested = requestedFor(exchange.method, pathOf(exchange));
    if (service !== undefined && requested?.service !== service) continue;
    if (operation !== undefined && requested?.operation !== operation) continue;
    yield { exchange, requested };
  }
}

function message({ headers, text, size, truncated }: KeptMessage): Message {
  const json = text === undefined || truncated ? undefined : jsonOf(text);
  const body = json === undefined ? text : json;
  return {
    headers,
    ...(body === undefined ? {} : { body }),
    size,
    ...(truncated ? { truncated } : {}),
  };
}

export function shownExchange(entry: JournalEntry, judge: Judge): Exchange {
  const { exchange, requested } = entry;
  const { number, at, method, url, request, status, response, broken, milliseconds, faults } = exchange;
  return {
    number,
    at: isoTime(at),
    ...(requested === undefined ? {} : { service: requested.service }),
    ...(requested?.operation === undefined ? {} : { operation: requested.operation }),
    method,
    path: url,
    request: message(request),
    ...(status === undefined ? {} : { status }),
    ...(response === undefined ? {} : { response: message(response) }),
    ...(broken === undefined ? {} : { broken }),
    duration_ms: milliseconds,
    faults: [...faults],
    findings: [...judge(entry)],
  };
}
