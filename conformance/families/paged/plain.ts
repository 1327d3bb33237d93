/** Whether traffic shows that a list is refused without a limit: between two first pages that were served with one. */
import type { PagedList } from '../../find/pages.ts';
import { type ApiModel, operationOf } from '../../model/document/api.ts';
import { type Exchange, outcomeText, queryOf } from '../../model/exchange.ts';
import { Recent } from '../../model/recent.ts';
import type { Breach } from '../../rules/rule.ts';
import { isBetween, kept, type Span } from '../kept.ts';
import { listKey } from './passing.ts';

/** So many lists are remembered, and of each so many refusals. */
const MOST_LISTS = 32;
const MOST_REFUSALS = 5;

/** What is refused by who asks, how often, or when: it says nothing of what was asked for. */
const OTHERWISE = new Set([401, 403, 408, 409, 425, 429]);

interface Served extends Span {
  readonly refusals: readonly (Span & { readonly exchange: Exchange })[];
}

export class PlainRequests {
  readonly #list: PagedList;
  readonly #api: ApiModel;
  readonly #served = new Recent<Served>(MOST_LISTS);

  constructor(list: PagedList, api: ApiModel) {
    this.#list = list;
    this.#api = api;
  }

  /**
   * Takes an answer of the operation.
   *
   * @param isServed it is a page.
   * @returns what is suspected, one after the other: null of a first page that was served without a limit; empty where
   *   nothing can be told.
   */
  take(exchange: Exchange, isServed: boolean, span: Span, caller: string): readonly (Breach | null)[] {
    const { limit, cursor } = this.#list;
    const query = queryOf(exchange);
    const mayLack =
      limit !== null &&
      operationOf(this.#api, this.#list.operation).parameters.some(({ name, required }) => name === limit && !required);
    if (!mayLack || query.has(cursor)) return [];
    const key = listKey(this.#list, this.#api, exchange, caller);
    const before = this.#served.get(key);
    const { began, at } = span;
    if (!query.has(limit)) {
      if (isServed) return [null];
      const { outcome } = exchange;
      const status = outcome.kind === 'answer' ? outcome.status : 0;
      if (before === undefined || status < 400 || status >= 500 || OTHERWISE.has(status)) return [];
      const refusals = [...before.refusals, { exchange: kept(exchange), began, at }].slice(-MOST_REFUSALS);
      this.#served.set(key, { ...before, refusals });
      return [];
    }
    if (!isServed) return [];
    this.#served.set(key, { began, at, refusals: [] });
    return (before?.refusals ?? [])
      .filter((one) => before !== undefined && isBetween(before, one, span))
      .map((one) => ({
        expected: `a first page without ${limit} too, since there is one with it`,
        actual: outcomeText(one.exchange),
        about: 'refused',
        exchange: one.exchange,
      }));
  }
}
