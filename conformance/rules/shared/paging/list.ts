/** Lists that are read page by page with `cursor` and `limit`, whichever service they belong to. */
import { operationOf } from '../../../model/api.ts';
import { callOf, type Input, noInput } from '../../../model/call.ts';
import {
  type Call,
  type CredentialUse,
  type Exchange,
  type HttpCall,
  type Intent,
  successJson,
} from '../../../model/exchange.ts';
import { isObject, type JsonObject, objectsOf } from '../../../model/json.ts';
import { valueAt } from '../../../model/pointer.ts';
import type { Scene } from '../../rule.ts';

/** A list of pages. */
export interface PagedList {
  /** The operationId. */
  readonly operation: string;
  /** What its items are called, in the plural: `vaults`. */
  readonly noun: string;
  /** JSON pointer of the items in an answer: `/data/vaults`. */
  readonly items: string;
  /** JSON pointer of the pagination block in an answer. */
  readonly pagination: string;
  /** Tells one item from another. Default: its `id`. */
  readonly keyOf?: (item: JsonObject) => string;
  /** Whose list it is. Default: the caller's. */
  readonly credentials?: CredentialUse;
  /** The inputs beside `cursor` and `limit`, asked from the server; null when it does not have what they name. */
  readonly input?: (scene: Scene) => Generator<Call, Input | null, Exchange>;
}

/** A page that was read. */
export interface Page {
  readonly exchange: Exchange;
  readonly items: readonly JsonObject[];
  /** What tells the items apart, in their order. */
  readonly keys: readonly string[];
  /** `next_cursor`; empty when there is none. */
  readonly next: string;
  /** `has_next`; null when it is not told. */
  readonly hasNext: boolean | null;
}

/** `cursor` and `limit`, as sent. */
export interface PageQuery {
  readonly cursor?: string;
  readonly limit?: number;
}

/** Asks for a page. */
export function pageCall(
  scene: Scene,
  list: PagedList,
  input: Input,
  { cursor, limit }: PageQuery,
  { label, intent = 'valid' }: { readonly label: string; readonly intent?: Intent },
): HttpCall {
  const query = {
    ...input.query,
    ...(cursor === undefined ? {} : { cursor }),
    ...(limit === undefined ? {} : { limit: String(limit) }),
  };
  const { operation, credentials = 'given' } = list;
  return callOf(operationOf(scene.api, operation), { ...input, query }, { label, intent, credentials });
}

/** The inputs of a list beside those of paging; null when the server does not have what they name. */
export function* listInput(list: PagedList, scene: Scene): Generator<Call, Input | null, Exchange> {
  return list.input === undefined ? noInput : yield* list.input(scene);
}

/** The page of an answer; null when the answer is none. */
export function pageOf(list: PagedList, exchange: Exchange | undefined): Page | null {
  const json = successJson(exchange);
  if (exchange === undefined || json === undefined) return null;
  const value = valueAt(json, list.items);
  if (!Array.isArray(value) && value !== null) return null;
  const items = objectsOf(value);
  const keyOf = list.keyOf ?? (({ id }: JsonObject) => String(id));
  const pagination = valueAt(json, list.pagination);
  const told: JsonObject = isObject(pagination) ? pagination : {};
  const { next_cursor: next, has_next: hasNext } = told;
  return {
    exchange,
    items,
    keys: items.map(keyOf),
    next: typeof next === 'string' || typeof next === 'number' ? String(next) : '',
    hasNext: typeof hasNext === 'boolean' ? hasNext : null,
  };
}
