/** Whether traffic shows that a new item is read with other values, or not at all. */

import { isAnswerOf } from '../../core/answers.ts';
import type { SuiteContext } from '../../core/context.ts';
import type { Follower } from '../../core/family.ts';
import type { Breach } from '../../core/judgement.ts';
import { newOf } from '../../discovery/made.ts';
import { type ApiModel, type Operation, operationOf } from '../../model/document/api.ts';
import { pathInputs } from '../../model/document/requests.ts';
import { isSuccess, outcomeText } from '../../model/exchange.ts';
import { Recent } from '../../model/recent.ts';
import type { JsonObject } from '../../model/values/json.ts';
import { Doubts, kept } from '../kept.ts';
import { surroundings } from '../surroundings.ts';
import { isDenied } from '../unknown.ts';
import type { ReadBack } from './declared.ts';
import { firstDifference } from './difference.ts';

/** The number of items that are remembered, and of characters of each. */
const MOST = 500;
const LONGEST = 8000;

/** Another client may have changed or deleted some of them; not this many in a row. */
const CERTAIN = 3;

/** Whether anything writes to what the operation reads, or to a part of it: then somebody may have changed it. */
function isChanged({ operations }: ApiModel, { path }: Operation): boolean {
  return operations.some((one) => one.method !== 'GET' && `${one.path}/`.startsWith(`${path}/`));
}

interface Made {
  readonly item: JsonObject;
  readonly at: number;
}

export function followReadBack(declared: ReadBack, { api, target }: SuiteContext): Follower {
  const { operation: id, read, parameter } = declared;
  if (read === undefined || parameter === undefined) return () => {};
  const reader = operationOf(api, read);
  const made = new Recent<Made>(MOST);
  const [differing, lost] = [new Doubts(isChanged(api, reader) ? CERTAIN : 1), new Doubts(CERTAIN)];
  const settleMs = target.settleMs ?? 5000;

  return ({ exchange, caller, began, at }, report) => {
    const { call } = exchange;
    if (caller === null || call.kind !== 'http') return;
    if (isAnswerOf(exchange, id)) {
      const { id: name = null, item = {} } = newOf(api, declared, exchange) ?? {};
      if (name === null || JSON.stringify(item).length > LONGEST) return;
      made.set(`${caller} ${surroundings(api, [id, read], parameter, exchange)} ${name}`, { item, at });
      return;
    }
    if (call.operation !== read) {
      // A caller that writes to it may change it.
      for (const part of call.method === 'GET' ? [] : (call.path.split('?')[0]?.split('/') ?? [])) {
        for (const key of made.keys().filter((one) => one.endsWith(` ${part}`))) made.delete(key);
      }
      return;
    }
    const name = pathInputs(reader, call.path.split('?')[0] ?? '')[parameter] ?? '';
    const key = `${caller} ${surroundings(api, [read, id], parameter, exchange)} ${name}`;
    const known = made.get(key);
    // What takes effect may show a moment later.
    if (known === undefined || began < known.at || (!isSuccess(exchange) && began - known.at < settleMs)) return;
    const found = (entry: readonly [string, Breach] | null) => new Map(entry === null ? [] : [entry]);
    if (isSuccess(exchange)) {
      const difference = firstDifference(api, declared, known, exchange);
      const values = Object.values(known.item).map(String);
      const breach = difference === null ? null : { ...difference, about: 'read', exchange: kept(exchange), values };
      report('readable', ...lost.settle(new Map()), ...differing.settle(found(breach && [breach.pointer, breach])));
    } else if (isDenied(exchange)) {
      const expected = 'success, since it was just created';
      const breach = { expected, actual: outcomeText(exchange), about: 'read', exchange: kept(exchange) };
      report('readable', ...lost.settle(found(['refused', breach])));
    }
    made.delete(key);
  };
}
