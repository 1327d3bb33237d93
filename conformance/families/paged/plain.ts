/** Whether traffic shows that a list is refused without a limit: between two first pages that were served with one. */

import type { Breach } from '../../core/judgement.ts';
import type { PagedList } from '../../discovery/pages.ts';
import { type ApiModel, operationOf } from '../../model/document/api.ts';
import { type Exchange, outcomeText, queryOf } from '../../model/exchange.ts';
import { Between, kept, type Span } from '../kept.ts';
import { listKey } from './passing.ts';

/** The number of lists that are remembered, and of rejections for each. */
const MOST_LISTS = 32;
const MOST_REFUSALS = 5;

/** A rejection because of the caller, the rate, or the time: it shows nothing about the request. */
const OTHERWISE = new Set([401, 403, 408, 409, 425, 429]);

export class PlainRequests {
  readonly #list: PagedList;
  readonly #api: ApiModel;
  readonly #served = new Between<null, Exchange>(MOST_LISTS, MOST_REFUSALS);

  constructor(list: PagedList, api: ApiModel) {
    this.#list = list;
    this.#api = api;
  }

  /**
   * Takes a response of the operation.
   * @param isServed it is a page.
   * @returns the suspicions, in order: null for a first page that was served without a limit; empty if nothing can be
   * decided.
   */
  take(exchange: Exchange, isServed: boolean, span: Span, caller: string): readonly (Breach | null)[] {
    const { limit, cursor } = this.#list;
    const query = queryOf(exchange);
    const mayLack =
      limit !== null &&
      operationOf(this.#api, this.#list.operation).parameters.some(({ name, required }) => name === limit && !required);
    if (!mayLack || query.has(cursor)) return [];
    const key = listKey(this.#list, this.#api, exchange, caller);
    if (!query.has(limit)) {
      if (isServed) return [null];
      const { outcome } = exchange;
      const status = outcome.kind === 'answer' ? outcome.status : 0;
      if (status >= 400 && status < 500 && !OTHERWISE.has(status)) this.#served.add(key, kept(exchange), span);
      return [];
    }
    if (!isServed) return [];
    const expected = `a first page without ${limit} too, since there is one with it`;
    return this.#served
      .close(key, null, span)
      .map((refusal) => ({ expected, actual: outcomeText(refusal), about: 'refused', exchange: refusal }));
  }
}
