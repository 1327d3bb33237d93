/**
 * Whether traffic shows a difference between two ways to the same items: one between two equal readings of the other.
 */

import type { SuiteContext } from '../../core/context.ts';
import { aspectOf, type Follower } from '../../core/family.ts';
import type { Breach } from '../../core/judgement.ts';
import { pagedListOf } from '../../discovery/pages.ts';
import { sentPath } from '../../model/document/requests.ts';
import { type Exchange, queryOf } from '../../model/exchange.ts';
import { parseInstant } from '../../model/values/time.ts';
import { Between, Doubts, kept } from '../kept.ts';
import { differences, type Reported } from './compare.ts';
import { httpSide, keyOf, type OtherForm, reportedBy, rpcSide, type SameAs, sharedNames } from './sides.ts';

/** Answers that must differ in the same, one after the other, before somebody's changes do not explain it any more. */
const CERTAIN = 3;

/** The number of readings that are remembered, of items in each, and of later responses of the other side. */
const MOST = 16;
const MOST_THINGS = 500;
const MOST_THERE = 3;

/** The inputs of a request; equal inputs of both sides have equal texts. */
type MatchedRequest = Readonly<Record<string, string>>;

function keyOfRequest(caller: string, request: MatchedRequest): string {
  const plain = (text: string) => {
    const time = parseInstant(text);
    return time === null ? text.toLowerCase() : String(time);
  };
  const reported = Object.entries(request).filter(([, text]) => text !== '');
  return JSON.stringify([caller, reported.map(([name, text]) => [name, plain(text)]).sort()]);
}

/** The inputs of a request; null if it selects in another way. */
function requestIn({ api }: SuiteContext, exchange: Exchange, isOther: boolean): MatchedRequest | null {
  const { call } = exchange;
  if (call.kind === 'rpc') {
    const entries = Object.entries(call.message).map(([name, value]) => [name, value] as const);
    const isPlain = entries.every(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
    // A value that is 0, false or empty is not sent by every client.
    const reported = entries.filter(([, value]) => value !== 0 && value !== false);
    return isPlain ? Object.fromEntries(reported.map(([name, value]) => [name, String(value)])) : null;
  }
  if (call.operation === null || (!isOther && Object.keys(call.headers).length > 0)) return null;
  return { ...sentPath(api, exchange), ...Object.fromEntries(queryOf(exchange)) };
}

export function followSameAs(declared: SameAs, suite: SuiteContext): Follower {
  const { operation: id } = declared;
  const { api } = suite;
  const other: OtherForm | null = declared.rpc === undefined ? httpSide(declared, api) : rpcSide(declared, suite);
  const here = new Between<Reported, Reported>(MOST, MOST_THERE);
  const doubts = new Doubts(CERTAIN);
  const whole = pagedListOf(api, id)?.by === 'cursor' ? 0 : Number.POSITIVE_INFINITY;

  return (passing, report) => {
    const { exchange, caller } = passing;
    if (other === null || caller === null) return;
    const isOther = other.isAnswer(exchange);
    const isHere = exchange.call.kind === 'http' && exchange.call.operation === id;
    const request = isOther || isHere ? requestIn(suite, exchange, isOther) : null;
    if (request === null) return;
    const shown = isHere ? reportedBy(api, id, exchange, keyOf(api, declared)) : other.reported(exchange);
    const key = keyOfRequest(caller, request);
    const before = here.get(key);
    if (shown === null || shown.things.length > MOST_THINGS) return;
    if (!isHere) return here.add(key, { ...shown, exchange: kept(shown.exchange) }, passing);
    const between = here.close(key, { ...shown, exchange: kept(shown.exchange) }, passing);
    if (before === undefined) return;
    const members = sharedNames(declared, api).filter(([, name]) => other.has(name));
    for (const there of between) {
      const differing = differences(before, there, shown, { name: id, members, encoded: other.encoded, whole });
      const found = differing.map(({ id: name, breach }): [string, Breach] => [name, breach]);
      report(aspectOf(declared), ...doubts.settle(new Map(found)));
    }
  };
}
