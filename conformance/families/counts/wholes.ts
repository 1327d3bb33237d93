/** Whole lists as others read them, put together from the pages that pass by. */

import { isAnswerOf } from '../../core/answers.ts';
import type { Passing } from '../../core/family.ts';
import { pagedListOf, pageOf } from '../../discovery/pages.ts';
import type { ApiModel } from '../../model/document/api.ts';
import { declaredAt } from '../../model/document/lists.ts';
import { sentPath } from '../../model/document/requests.ts';
import { queryOf } from '../../model/exchange.ts';
import { Recent } from '../../model/recent.ts';
import type { JsonObject } from '../../model/values/json.ts';
import type { Span } from '../kept.ts';

/** The number of traversals that are followed at a time; one through more items is given up. */
const MOST_TRAVERSALS = 8;
const MOST_ITEMS = 2000;

/** A whole list: from the request of its first page to the response with its last. */
export interface Listed extends Span {
  /** What its path names. */
  readonly path: Readonly<Record<string, string>>;
  /** The distinct items, without long values. */
  readonly items: readonly JsonObject[];
}

interface Traversal {
  readonly began: number;
  readonly items: ReadonlyMap<string, JsonObject>;
}

/** Members with short values: what counts is named by ids. */
function slim(item: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(item).filter(
      ([, value]) => typeof value === 'number' || (typeof value === 'string' && value.length < 80),
    ),
  );
}

export class Wholes {
  readonly #api: ApiModel;
  readonly #operation: string;
  readonly #walks = new Recent<Traversal>(MOST_TRAVERSALS);
  readonly noun: string;

  constructor(api: ApiModel, operation: string) {
    this.#api = api;
    this.#operation = operation;
    this.noun = pagedListOf(api, operation)?.noun ?? 'items';
  }

  /** @returns the list that an exchange completed; null where it completed none. */
  take({ exchange, caller, began, at }: Passing): Listed | null {
    const { call } = exchange;
    const list = pagedListOf(this.#api, this.#operation);
    if (list === null || call.kind !== 'http' || !isAnswerOf(exchange, this.#operation)) return null;
    const page = pageOf(list, exchange);
    const known = [list.cursor, list.limit ?? ''];
    const query = queryOf(exchange);
    // Any further parameter may filter the list.
    const isChosen = [...query.keys()].some((name) => !known.includes(name)) || Object.keys(call.headers).length > 0;
    if (page === null || isChosen || list.by === 'offset' || list.by === 'page') return null;
    const path = sentPath(this.#api, exchange);
    const key = (cursor: string) => JSON.stringify([caller, path, query.get(list.limit ?? ''), cursor]);
    const cursor = query.get(list.cursor) ?? '';
    const before = cursor === '' ? { began, items: new Map<string, JsonObject>() } : this.#walks.get(key(cursor));
    this.#walks.delete(key(cursor));
    if (before === undefined) return null;
    const shown = page.items.map((item, index) => [page.keys[index] ?? '', slim(item)] as const);
    const items = new Map([...before.items, ...shown]);
    if (items.size > MOST_ITEMS) return null;
    const isEnd = list.by === null ? this.#isUncut() : page.next === '' || page.more === false;
    if (isEnd) return { path, items: [...items.values()], began: before.began, at };
    if (page.next !== '' && page.next !== cursor) this.#walks.set(key(page.next), { began: before.began, items });
    return null;
  }

  /** Whether an answer of a list without pages holds all of it. */
  #isUncut(): boolean {
    return declaredAt(this.#api, this.#operation, 'limited').length === 0;
  }
}
