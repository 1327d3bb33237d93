/** Whether traffic shows two ways to the same things that tell of them differently: one between two equal readings of the other. */
import { pagedListOf } from '../../find/pages.ts';
import { operationOf } from '../../model/document/api.ts';
import { pathInputs } from '../../model/document/requests.ts';
import { type Exchange, queryOf } from '../../model/exchange.ts';
import { Recent } from '../../model/recent.ts';
import { parseInstant } from '../../model/values/time.ts';
import type { Breach, Scene } from '../../rules/rule.ts';
import { Doubts } from '../doubts.ts';
import { aspectOf, type Follower } from '../family.ts';
import { isBetween, type Span } from '../kept.ts';
import { differences, type Told } from './compare.ts';
import { httpSide, keyOf, type OtherForm, rpcSide, type SameAs, sharedNames, toldBy } from './sides.ts';

/** Answers that must differ in the same, one after the other, before somebody's changes do not explain it any more. */
const CERTAIN = 3;

/** So many readings are remembered, each of so many things at most, and so many answers of the other side since. */
const MOST = 16;
const MOST_THINGS = 500;
const MOST_THERE = 3;

interface Here extends Span {
  readonly told: Told;
  readonly there: readonly (Span & { readonly told: Told })[];
}

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
function askedIn({ api }: Scene, { call, url }: Exchange, isOther: boolean): Asked | null {
  if (call.kind === 'rpc') {
    const entries = Object.entries(call.message).map(([name, value]) => [name, value] as const);
    const isPlain = entries.every(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
    // What is 0, false or empty is not sent by every client.
    const said = entries.filter(([, value]) => value !== 0 && value !== false);
    return isPlain ? Object.fromEntries(said.map(([name, value]) => [name, String(value)])) : null;
  }
  if (call.operation === null || (!isOther && Object.keys(call.headers).length > 0)) return null;
  const path = pathInputs(operationOf(api, call.operation), new URL(url).pathname);
  return { ...path, ...Object.fromEntries(queryOf({ url } as Exchange)) };
}

function slim(told: Told): Told {
  const { outcome } = told.exchange;
  if (outcome.kind === 'failure') return told;
  const body = { ...outcome.body, text: '', json: { ok: false, problem: 'it was not kept' } as const };
  return { ...told, exchange: { ...told.exchange, outcome: { ...outcome, body } } };
}

export function followSameAs(declared: SameAs, scene: Scene): Follower {
  const { operation: id } = declared;
  const { api } = scene;
  const other: OtherForm | null = declared.rpc === undefined ? httpSide(declared, api) : rpcSide(declared, scene);
  const here = new Recent<Here>(MOST);
  const doubts = new Doubts(CERTAIN);
  const whole = pagedListOf(api, id)?.by === 'cursor' ? 0 : Number.POSITIVE_INFINITY;

  return ({ exchange, caller, began, at }, say) => {
    if (other === null || caller === null) return;
    const isOther = other.isAnswer(exchange);
    const isHere = exchange.call.kind === 'http' && exchange.call.operation === id;
    const asked = isOther || isHere ? askedIn(scene, exchange, isOther) : null;
    if (asked === null) return;
    const told = isHere ? toldBy(api, id, exchange, keyOf(api, declared)) : other.told(exchange);
    const key = keyOfAsked(caller, asked);
    const before = here.get(key);
    if (told === null || told.things.length > MOST_THINGS) return;
    if (!isHere) {
      const one = { told: slim(told), began, at };
      if (before !== undefined) here.set(key, { ...before, there: [...before.there, one].slice(-MOST_THERE) });
      return;
    }
    here.set(key, { told: slim(told), there: [], began, at });
    if (before === undefined) return;
    const members = sharedNames(declared, api).filter(([, name]) => other.has(name));
    for (const one of before.there.filter((some) => isBetween(before, some, { began, at }))) {
      const comparison = { name: id, members, encoded: other.encoded, whole };
      const differing = differences(before.told, one.told, told, comparison);
      const found = differing.map(({ id: name, breach }): [string, Breach] => [name, breach]);
      say(aspectOf(declared), ...doubts.settle(new Map(found)));
    }
  };
}
