/** Statistics and candles are of the pair in the path: not of another one, and not of all (document 2, Endpoints). */
import { answersTheFirstPath } from '../../fault/another.ts';
import type { Place } from '../../fault/at.ts';
import type { FaultMaker } from '../../fault/fault.ts';
import { itemsOf } from '../../find/find.ts';
import { operationOf } from '../../model/api.ts';
import { callOf, type Input, noInput } from '../../model/call.ts';
import { type Exchange, isSuccess, successJson } from '../../model/exchange.ts';
import { isObject } from '../../model/json.ts';
import { valueAt } from '../../model/pointer.ts';
import { blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import type { OwnRule } from '../own.ts';
import type { Talk } from '../rule.ts';

/** So many pairs are compared. */
const MOST = 4;

const HINT = 'put transactions of two pairs, at different prices, into the data';

interface Told {
  readonly pair: string;
  readonly input: Input;
  readonly exchange: Exchange;
  /** All figures, as one text; null where they are too alike to tell one pair from another. */
  readonly figures: string | null;
}

function figuresOf(exchange: Exchange): string | null {
  const data = valueAt(successJson(exchange), '/data');
  const points = (Array.isArray(data) ? data : []).map((point) =>
    Array.isArray(point)
      ? point.map(String)
      : isObject(point)
        ? [point['ts'], point['value'], point['volume']].map(String)
        : [],
  );
  const figures = new Set(points.map(([, ...rest]) => rest.join()).filter((text) => Number(text.split(',')[0]) > 0));
  // A price of 1 stands in many places; one of many digits in no other.
  const isTelling = figures.size > 1 || [...figures].some((text) => /^[\d.]{6,}/.test(text));
  return isTelling ? JSON.stringify(points) : null;
}

async function told({ ask, scene }: Talk, operation: string, input: Input, when: string): Promise<Told> {
  const { base_id: base = '', quote_id: quote = '' } = input.path;
  const label = `${operation}, ${base}/${quote}, ${when}`;
  const exchange = await ask(callOf(operationOf(scene.api, operation), input, { label, intent: 'open' }));
  return { pair: [base, quote].sort().join().toLowerCase(), input, exchange, figures: figuresOf(exchange) };
}

function sameAsOther(all: readonly Told[]): readonly [Told, Told] | undefined {
  for (const one of all) {
    const other = all.find(({ pair, figures }) => pair !== one.pair && figures !== null && figures === one.figures);
    if (other !== undefined) return [one, other];
  }
  return undefined;
}

function ofPair(
  operation: string,
  market: string | null,
  faults: (place: Place) => Readonly<Record<string, FaultMaker>>,
): OwnRule {
  return {
    id: `swap.${operation}.of-pair`,
    async check(talk, say) {
      const seen = new Map<string, Told>();
      let refused: Exchange | undefined;
      const traded = (await itemsOf(talk, 'listTransactions')).map(
        ({ base_asset_id: base, quote_asset_id: quote }) => ({
          ...{ base_id: String(base), quote_id: String(quote) },
        }),
      );
      const pairs = new Map(traded.map((path) => [`${path.base_id}/${path.quote_id}`, path]));
      for (const path of [...pairs.values()].slice(0, 2 * MOST)) {
        const input = { ...noInput, path };
        const one = await told(talk, operation, input, 'once');
        if (!isSuccess(one.exchange)) refused = one.exchange;
        if (one.figures !== null && !seen.has(one.pair)) seen.set(one.pair, one);
        if (seen.size === MOST) break;
      }
      const all = [...seen.values()];
      if (all.length < 2)
        return say(
          refused && all.length === 0
            ? blockedBy(refused)
            : inconclusive('too few pairs tell of different figures', HINT),
        );
      if (market !== null) all.push(await told(talk, market, noInput, 'of all'));
      const same = sameAsOther(all);
      if (same === undefined) return say(pass);
      const again = await Promise.all(
        same.map(({ pair, input }) => told(talk, pair === ',' && market !== null ? market : operation, input, 'again')),
      );
      const [one, other] = sameAsOther(again) ?? [];
      if (one === undefined || other === undefined) return say(pass);
      const expected = `other figures than ${new URL(one.exchange.url).pathname} has`;
      say(broken({ expected, actual: 'the same ones at every time', pointer: '/data', exchange: other.exchange }));
    },
    faults: (at) => faults(at(operation)),
  };
}

export default [
  ofPair('listPairStats', 'listMarketStats', (place) => ({
    'the statistics of every pair are those of the one asked for first': answersTheFirstPath(place),
    'the statistics of a pair are those of the whole market': place.request((asked) => ({
      ...asked,
      path: asked.path.split('/').slice(0, -2).join('/'),
    })),
  })),
  ofPair('listCandles', null, (place) => ({
    'the candles of every pair are those of the one asked for first': answersTheFirstPath(place),
  })),
];
