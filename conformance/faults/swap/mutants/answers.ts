/** Servers whose answers are put together wrongly: JSON, envelopes, times. */

import { changed, type Fault, isMeant, type Matcher } from '../../../fault/proxy/reply.ts';
import { isObject, objectsOf } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { inside, withTop } from '../../vault/change.ts';
import { at, eastern, inEachPoint, inLast, inObject, inTransactions, without } from '../change.ts';

/** Changes the text of an answer, and what it is said to be. */
function written(matcher: Matcher, write: (body: string) => string, contentType?: string): () => Fault {
  return () => async (request, next) => {
    const reply = await next(request);
    if (!isMeant(request, matcher) || reply.kind !== 'reply' || reply.status >= 300) return reply;
    return { ...reply, body: write(reply.body), contentType: contentType ?? reply.contentType };
  };
}

/** Changes the server's time. */
function time(
  matcher: Matcher,
  change: (ts: number) => unknown,
  when: (query: URLSearchParams) => boolean = () => true,
) {
  return () =>
    changed(matcher, (json, { query }) =>
      when(query) && isObject(json) ? { ...json, ts: change(Number(json['ts'])) } : json,
    );
}

export const answerMutants: readonly Mutant[] = [
  { id: 'the group is a web page', kills: 'swap.answers.json', fault: written(at.info, (body) => body, 'text/html') },
  { id: 'an order ends in a comma', kills: 'swap.answers.json', fault: written(at.order, (body) => `${body},`) },
  {
    id: 'figures of candles are not quoted, and end in a point',
    kills: 'swap.answers.json',
    fault: written(at.candles, (body) => body.replaceAll(/,"(\d+)\.\d+"/g, ',$1.')),
  },
  {
    id: 'the tickers tell their time in seconds',
    kills: 'swap.envelope.ts-milliseconds',
    fault: time(at.tickers, (ts) => Math.floor(ts / 1000)),
  },
  {
    id: 'later pages tell their time in microseconds',
    kills: 'swap.envelope.ts-milliseconds',
    fault: time(
      at.lists,
      (ts) => ts * 1000,
      (query) => query.has('cursor'),
    ),
  },
  {
    id: 'an action tells its time with a fraction of seconds',
    kills: 'swap.envelope.ts-milliseconds',
    fault: time(at.actions, (ts) => ts / 1000),
  },
  {
    id: 'the statistics of a pair have no envelope',
    kills: 'swap.envelope.present',
    fault: () => changed(at.pairStats, (json) => (isObject(json) ? json['data'] : json)),
  },
  {
    id: 'an action has no ts',
    kills: 'swap.envelope.present',
    fault: () => changed(at.actions, (json) => (isObject(json) ? without(json, 'ts') : json)),
  },
  {
    id: 'the candles call their payload result',
    kills: 'swap.envelope.present',
    fault: () =>
      changed(at.candles, (json) => (isObject(json) ? { ...without(json, 'data'), result: json['data'] } : json)),
  },
  {
    id: 'the dates of statistics are in local time',
    kills: 'swap.times.utc',
    fault: inEachPoint(at.stats, ({ date }) => ({ date: eastern(date) })),
  },
  {
    id: 'an order was made at a local time',
    kills: 'swap.times.utc',
    fault: inObject(at.order, ({ created_at: made }) => ({ created_at: eastern(made) })),
  },
  {
    id: 'the last transaction of a page has lost the Z of its time',
    kills: 'swap.times.utc',
    fault: inLast(at.lists, (item) => ({ ...item, created_at: String(item['created_at']).replace('Z', '') })),
  },
  {
    id: 'transactions inside an order are in local time',
    kills: 'swap.times.utc',
    fault: inTransactions(at.order, (items) =>
      items.map((item) => ({ ...item, created_at: eastern(item['created_at']) })),
    ),
  },
  {
    id: 'the keys of tickers are the other way round',
    kills: 'swap.tickers.keys',
    fault: tickers((key) => key.split('_').reverse().join('_')),
  },
  {
    id: 'the last ticker has a hyphen in its key',
    kills: 'swap.tickers.keys',
    fault: tickers((key, index, count) => (index === count - 1 ? key.replace('_', '-') : key)),
  },
  {
    id: 'the keys of tickers are symbols',
    kills: 'swap.tickers.keys',
    fault: () =>
      changed(at.tickers, (json) =>
        withTop(json, {
          data: Object.fromEntries(
            objectsOf(Object.values(inside(json, 'data'))).map((ticker) => [
              `${ticker['base_symbol']}_${ticker['quote_symbol']}`,
              ticker,
            ]),
          ),
        }),
      ),
  },
  {
    id: 'the first ticker has base and quote exchanged in its value',
    kills: 'swap.tickers.keys',
    fault: () =>
      changed(at.tickers, (json) =>
        withTop(json, {
          data: Object.fromEntries(
            Object.entries(inside(json, 'data')).map(([key, ticker], index) => {
              if (index > 0 || !isObject(ticker)) return [key, ticker];
              return [key, { ...ticker, base_id: ticker['quote_id'], quote_id: ticker['base_id'] }];
            }),
          ),
        }),
      ),
  },
  {
    id: 'the group has a new key at each read',
    kills: 'swap.info.stable',
    fault: () => {
      let reads = 0;
      return inObject(at.info, ({ public_key: key }) => {
        reads += 1;
        return { public_key: reads % 2 === 0 ? key : `A${String(key).slice(1)}` };
      })();
    },
  },
  {
    id: 'the group tells of a member less every other time',
    kills: 'swap.info.stable',
    fault: () => {
      let reads = 0;
      return inObject(at.info, ({ members }) => {
        reads += 1;
        return { members: Array.isArray(members) && reads % 2 === 0 ? members.slice(1) : members };
      })();
    },
  },
];

function tickers(name: (key: string, index: number, count: number) => string): () => Fault {
  return () =>
    changed(at.tickers, (json) => {
      const entries = Object.entries(inside(json, 'data'));
      const named = entries.map(([key, ticker], index) => [name(key, index, entries.length), ticker]);
      return withTop(json, { data: Object.fromEntries(named) });
    });
}
