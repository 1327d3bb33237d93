/** Whether traffic shows an id that leads nowhere: named before and after what it names was refused. */

import { isAnswerOf } from '../../core/answers.ts';
import type { SuiteContext } from '../../core/context.ts';
import { aspectOf, type Follower } from '../../core/family.ts';
import type { Breach } from '../../core/judgement.ts';
import { sentPath } from '../../model/document/requests.ts';
import { type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { excerpt } from '../../model/values/json.ts';
import { Between, Doubts, kept } from '../kept.ts';
import { surroundings } from '../surroundings.ts';
import { isDenied } from '../unknown.ts';
import type { RefersTo } from './declared.ts';
import { referencesIn } from './references.ts';

/** The number of ids that are remembered, and that are compared in one response. */
const MOST = 500;
const MOST_IN_ONE = 50;

/** Different ids must lead nowhere, one after the other. */
const CERTAIN = 3;

/** The result of reading a named item. */
interface Read {
  readonly outcome: string;
  readonly isDenied: boolean;
}

export function followRefersTo(declared: RefersTo, { api }: SuiteContext): Follower {
  const { operation: id, read, parameter = '' } = declared;
  const named = new Between<null, Read>(MOST, 1);
  const doubts = new Doubts(CERTAIN);

  const breachOf = (exchange: Exchange, value: string, pointer: string, outcome: string): Breach => ({
    expected: `a ${parameter} that ${read} finds; it returned ${outcome}`,
    actual: excerpt(value),
    pointer,
    exchange: kept(exchange),
  });

  return (passing, report) => {
    const { exchange, caller } = passing;
    const { call } = exchange;
    if (read === undefined || caller === null || call.kind !== 'http') return;
    if (call.operation === read) {
      const value = sentPath(api, exchange)[parameter] ?? '';
      const key = `${caller} ${surroundings(api, [read, id], parameter, exchange)} ${value.toLowerCase()}`;
      if (isDenied(exchange) || isSuccess(exchange))
        named.add(key, { outcome: outcomeText(exchange), isDenied: isDenied(exchange) }, passing);
    }
    if (!isAnswerOf(exchange, id)) return;
    const around = surroundings(api, [id, read], parameter, exchange);
    for (const { id: value, pointer } of referencesIn(declared, exchange).slice(0, MOST_IN_ONE)) {
      const key = `${caller} ${around} ${value.toLowerCase()}`;
      for (const last of named.close(key, null, passing)) {
        const found = last.isDenied ? [[id, breachOf(exchange, value, pointer, last.outcome)] as const] : [];
        report(aspectOf(declared), ...doubts.settle(new Map(found)));
      }
    }
  };
}
