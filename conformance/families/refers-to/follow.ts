/** Whether traffic shows an id that leads nowhere: named before and after what it names was refused. */
import { operationOf } from '../../model/document/api.ts';
import { pathInputs } from '../../model/document/requests.ts';
import { type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { Recent } from '../../model/recent.ts';
import { excerpt } from '../../model/values/json.ts';
import type { Breach, Scene } from '../../rules/rule.ts';
import { isAnswerOf } from '../../rules/shared/answers.ts';
import { Doubts } from '../doubts.ts';
import { aspectOf, type Follower } from '../family.ts';
import { isBetween, kept, type Span } from '../kept.ts';
import { surroundings } from '../surroundings.ts';
import { isDenied } from '../unknown.ts';
import type { RefersTo } from './index.ts';
import { referencesIn } from './references.ts';

/** So many ids are remembered; of one answer so many are looked at. */
const MOST = 500;
const MOST_IN_ONE = 50;

/** Different ids must lead nowhere, one after the other. */
const CERTAIN = 3;

interface Named extends Span {
  /** The last read of it since then; null where there was none. */
  readonly read: (Span & { readonly outcome: string; readonly isDenied: boolean }) | null;
}

export function followRefersTo(declared: RefersTo, { api }: Scene): Follower {
  const { operation: id, read, parameter = '' } = declared;
  const named = new Recent<Named>(MOST);
  const doubts = new Doubts(CERTAIN);
  const keep = (key: string, span: Span, last: Named['read'] = null) =>
    named.set(key, { began: span.began, at: span.at, read: last });

  const breachOf = (exchange: Exchange, value: string, pointer: string, outcome: string): Breach => ({
    expected: `a ${parameter} that ${read} finds; it returned ${outcome}`,
    actual: excerpt(value),
    pointer,
    exchange: kept(exchange),
  });

  return (passing, say) => {
    const { exchange, caller } = passing;
    const { call } = exchange;
    if (read === undefined || caller === null || call.kind !== 'http') return;
    if (call.operation === read) {
      const value = pathInputs(operationOf(api, read), call.path.split('?')[0] ?? '')[parameter] ?? '';
      const key = `${caller} ${surroundings(api, [read, id], parameter, exchange)} ${value.toLowerCase()}`;
      const known = named.get(key);
      const isDecided = isDenied(exchange) || isSuccess(exchange);
      if (known === undefined || !isDecided) return;
      const { began, at } = passing;
      keep(key, known, { began, at, outcome: outcomeText(exchange), isDenied: isDenied(exchange) });
    }
    if (!isAnswerOf(exchange, id)) return;
    const around = surroundings(api, [id, read], parameter, exchange);
    for (const { id: value, pointer } of referencesIn(declared, exchange).slice(0, MOST_IN_ONE)) {
      const key = `${caller} ${around} ${value.toLowerCase()}`;
      const before = named.get(key);
      const last = before?.read ?? null;
      if (before !== undefined && last !== null && isBetween(before, last, passing)) {
        const found = last.isDenied ? [[id, breachOf(exchange, value, pointer, last.outcome)] as const] : [];
        say(aspectOf(declared), ...doubts.settle(new Map(found)));
      }
      keep(key, passing);
    }
  };
}
