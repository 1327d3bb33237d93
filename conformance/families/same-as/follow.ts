/** Whether traffic shows two ways to the same things that tell of them differently: one between two equal readings of the other. */

import type { Scene } from '../../core/context.ts';
import { aspectOf, type Follower } from '../../core/family.ts';
import type { Breach } from '../../core/judgement.ts';
import { pagedListOf } from '../../discovery/pages.ts';
import { sentPath } from '../../model/document/requests.ts';
import { type Exchange, queryOf } from '../../model/exchange.ts';
import { parseInstant } from '../../model/values/time.ts';
import { Between, Doubts, kept } from '../kept.ts';
import { differences, type Told } from './compare.ts';
import { httpSide, keyOf, type OtherForm, rpcSide, type SameAs, sharedNames, toldBy } from './sides.ts';

/** Answers that must differ in the same, one after the other, before somebody's changes do not explain it any more. */
const CERTAIN = 3;

/** So many readings are remembered, each of so many things at most, and so many answers of the other side since. */
const MOST = 16;
const MOST_THINGS = 500;
const MOST_THERE = 3;

/** What was asked for; the same texts in the same form for both sides. */
type Asked = Readonly<Record<string, string>>;

function keyOfAsked(caller: string, asked: Asked): string {
  const plain = (text: string) => {
    const time = parseInstant(text);
    return time === null ? text.toLowerCase() : String(time);
  };
  const said = Object.entries(asked).filter(([, text]) => text !== '');
  return JSON.stringify([caller, said.map(([name, text]) => [name, plain(text)]).sort()]);
}

/** What a request asks for; null where it chooses in another way. */
function askedIn({ api }: Scene, exchange: Exchange, isOther: boolean): Asked | null {
  const { call } = exchange;
  if (call.kind === 'rpc') {
    const entries = Object.entries(call.message).map(([name, value]) => [name, value] as const);
    const isPlain = entries.every(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
    // What is 0, false or empty is not sent by every client.
    const said = entries.filter(([, value]) => value !== 0 && value !== false);
    return isPlain ? Object.fromEntries(said.map(([name, value]) => [name, String(value)])) : null;
  }
  if (call.operation === null || (!isOther && Object.keys(call.headers).length > 0)) return null;
  return { ...sentPath(api, exchange), ...Object.fromEntries(queryOf(exchange)) };
}

export function followSameAs(declared: SameAs, scene: Scene): Follower {
  const { operation: id } = declared;
  const { api } = scene;
  const other: OtherForm | null = declared.rpc === undefined ? httpSide(declared, api) : rpcSide(declared, scene);
  const here = new Between<Told, Told>(MOST, MOST_THERE);
  const doubts = new Doubts(CERTAIN);
  const whole = pagedListOf(api, id)?.by === 'cursor' ? 0 : Number.POSITIVE_INFINITY;

  return (passing, say) => {
    const { exchange, caller } = passing;
    if (other === null || caller === null) return;
    const isOther = other.isAnswer(exchange);
    const isHere = exchange.call.kind === 'http' && exchange.call.operation === id;
    const asked = isOther || isHere ? askedIn(scene, exchange, isOther) : null;
    if (asked === null) return;
    const told = isHere ? toldBy(api, id, exchange, keyOf(api, declared)) : other.told(exchange);
    const key = keyOfAsked(caller, asked);
    const before = here.get(key);
    if (told === null || told.things.length > MOST_THINGS) return;
    if (!isHere) return here.add(key, { ...told, exchange: kept(told.exchange) }, passing);
    const between = here.close(key, { ...told, exchange: kept(told.exchange) }, passing);
    if (before === undefined) return;
    const members = sharedNames(declared, api).filter(([, name]) => other.has(name));
    for (const there of between) {
      const differing = differences(before, there, told, { name: id, members, encoded: other.encoded, whole });
      const found = differing.map(({ id: name, breach }): [string, Breach] => [name, breach]);
      say(aspectOf(declared), ...doubts.settle(new Map(found)));
    }
  };
}
