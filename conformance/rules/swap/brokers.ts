/** The pairs of the default broker and of an alternate one (document 2, Brokers). */
import type { Asked, At } from '../../fault/at.ts';
import type { FaultMaker } from '../../fault/fault.ts';
import { remembered } from '../../find/find.ts';
import { operationOf } from '../../model/api.ts';
import { callOf, noInput } from '../../model/call.ts';
import { type Exchange, type Intent, successJson } from '../../model/exchange.ts';
import { type JsonObject, objectsOf } from '../../model/json.ts';
import { valueAt } from '../../model/pointer.ts';
import { formOf } from '../../model/same.ts';
import { blockedBy, inconclusive } from '../judgement.ts';
import type { OwnRule } from '../own.ts';
import type { Judgement, Talk } from '../rule.ts';
import { objectAt } from '../shared/answers.ts';
import { BROKER_HINT, swapKnown } from './known.ts';

export function isUuid(value: unknown): value is string {
  return formOf(value) === 'uuid';
}

/** The pairs of a broker. */
export interface Summary {
  readonly exchange: Exchange;
  readonly data: JsonObject;
  readonly pairs: readonly JsonObject[];
  /** As they came, in data or beside it: which of the two is left open. Null where there are none. */
  readonly whitelists: { readonly value: unknown; readonly pointer: string } | null;
}

/** The pairs of an answer; null when it has none. */
export function summaryOf(exchange: Exchange): Summary | null {
  const [json, data] = [successJson(exchange), objectAt(exchange, '/data')];
  const pairs = data?.['pairs'] ?? null;
  if (data === null || (pairs !== null && !Array.isArray(pairs))) return null;
  const found = ['/data/whitelists', '/whitelists'].map((pointer) => ({ value: valueAt(json, pointer), pointer }));
  const whitelists = found.find(({ value }) => value !== undefined) ?? null;
  return { exchange, data, pairs: objectsOf(pairs), whitelists };
}

/** Tells one pair from another, whatever its members are called and whichever way round; null when it has no ids. */
export function keyOf(pair: JsonObject): string | null {
  const { base_asset_id: base, quote_asset_id: quote } = pair;
  const ids = isUuid(base) && isUuid(quote) ? [base, quote] : Object.values(pair).filter(isUuid);
  return ids.length === 0 ? null : ids.sort().join('/').toLowerCase();
}

export function keysOf(pairs: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(pairs.flatMap((pair) => keyOf(pair) ?? []));
}

/** The assets of whitelists, in small letters; empty when they are none. */
export function assetsOf({ whitelists }: Summary): ReadonlySet<string> {
  const value = Array.isArray(whitelists?.value) ? whitelists.value : [];
  return new Set(value.map((id) => String(id).toLowerCase()));
}

/** Asks for the pairs of a broker; of the default one when none is named. */
export function askPairs({ ask, scene }: Talk, label: string, broker?: string, intent: Intent = 'valid') {
  const query: Readonly<Record<string, string>> = broker === undefined ? {} : { broker_id: broker };
  return ask(callOf(operationOf(scene.api, 'listPairs'), { ...noInput, query }, { label, intent }));
}

/** What both brokers answer, asked once for all rules; the alternate one is null where none is known. */
export function brokers(talk: Talk): Promise<{ readonly alternate: Exchange | null; readonly standard: Exchange }> {
  return remembered(talk, 'pairs of both brokers', async () => {
    const broker = swapKnown(talk.scene).alternate_broker?.id;
    const alternate = broker === undefined ? null : await askPairs(talk, 'pairs of the alternate broker', broker);
    return { alternate, standard: await askPairs(talk, 'pairs') };
  });
}

/** A rule that compares both brokers. */
export function brokersRule(
  id: string,
  judge: (standard: Summary, alternate: Summary) => readonly Judgement[],
  faults: OwnRule['faults'],
): OwnRule {
  return {
    id,
    async check(talk, say) {
      const asked = await brokers(talk);
      if (asked.alternate === null) return say(inconclusive('no alternate broker is known', BROKER_HINT));
      const [standard, alternate] = [summaryOf(asked.standard), summaryOf(asked.alternate)];
      if (standard === null) say(blockedBy(asked.standard));
      else if (alternate === null) say(blockedBy(asked.alternate));
      else say(...judge(standard, alternate));
    },
    ...(faults === undefined ? {} : { faults }),
  };
}

/** Whether a request names a broker. */
export function namesBroker({ query }: Pick<Asked, 'query'>): boolean {
  return (query.get('broker_id') ?? '') !== '';
}

/** Changes a member of the pairs where a broker is named. */
export function ofAlternate(at: At, member: string, change: (value: unknown) => unknown): FaultMaker {
  return at('listPairs').value(`/data/${member}`, (value, asked) => (namesBroker(asked) ? change(value) : value));
}
