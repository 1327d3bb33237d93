/** The data of the small lending server: the cast of the document's examples, and enough transactions to cut off. */
import type { ApiModel } from '../../../model/api.ts';
import { exampleOf as usualExample } from '../../../model/document.ts';
import { isObject, type JsonObject, objectsOf } from '../../../model/json.ts';
import { formatInstant, parseInstant } from '../../../model/time.ts';
import { seededUuid } from '../../../model/uuid.ts';

/** A transaction with its created_at, in nanoseconds since the epoch. */
export interface Timed {
  readonly item: JsonObject;
  readonly time: bigint;
}

export interface Data {
  readonly markets: readonly JsonObject[];
  /** Ascending by time. */
  readonly transactions: readonly Timed[];
  readonly prices: readonly JsonObject[];
}

/** More than the default limit of 500. */
const MADE_UP = 520;

function exampleOf({ document }: ApiModel, path: string): unknown {
  const media = document.paths[path]?.get?.responses['200']?.content?.['application/json'];
  return media === undefined ? undefined : usualExample(document, media);
}

/** Some seven minutes apart, to the nanosecond. */
function timeOf(index: number): string {
  const first = parseInstant('2021-01-01T00:00:00Z') ?? 0n;
  return formatInstant(first + BigInt(index) * 431_000_000_789n);
}

function dataOf(action: number, index: number): JsonObject {
  if (action === 1) return { amount: `${index}.25`, ctoken_asset_id: seededUuid(0, 'ctoken', String(index % 4)) };
  return action === 5 ? { origin: index } : { amount: String(index) };
}

function madeUp(index: number): JsonObject {
  const action = index % 7;
  const id = (name: string) => seededUuid(0, name, String(index));
  return {
    id: index + 1,
    action,
    trace_id: id('trace'),
    user_id: id('user'),
    follow_id: id('follow'),
    asset_id: '4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51',
    amount: `${index}.5`,
    data: dataOf(action, index),
    created_at: timeOf(index),
    updated_at: timeOf(index),
  };
}

/** A time without what is smaller than the given step. */
export function cut(time: bigint, precision: bigint): bigint {
  return time - (((time % precision) + precision) % precision);
}

function timed(items: readonly JsonObject[], precision: bigint): readonly Timed[] {
  return items
    .map((item) => {
      const time = cut(parseInstant(String(item['created_at'])) ?? 0n, precision);
      return { item: precision === 1n ? item : { ...item, created_at: formatInstant(time) }, time };
    })
    .sort((left, right) => (left.time < right.time ? -1 : left.time > right.time ? 1 : 0));
}

/** Builds the data from the examples of lending's document. */
export function exampleData(api: ApiModel, precision: bigint): Data {
  const markets = exampleOf(api, '/api/v1/markets/all');
  const examples = objectsOf(exampleOf(api, '/api/v1/transactions'));
  const price = {
    asset_id: '7d9e2b34-1c58-3f0a-8b6d-90e1f2a3c4d5',
    symbol: 'ETH',
    trace_id: seededUuid(0, 'price'),
    receiver: { members: [seededUuid(0, 'member')], threshold: 1 },
    signers: [{ index: 0, verify_key: 'bls-key' }],
    threshold: 1,
  };
  return {
    markets: isObject(markets) ? objectsOf(markets['data']) : [],
    transactions: timed([...Array.from({ length: MADE_UP }, (_, index) => madeUp(index)), ...examples], precision),
    prices: [price],
  };
}
