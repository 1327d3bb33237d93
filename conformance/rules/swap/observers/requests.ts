/** What becomes of requests on which the documents are silent. */
import { type Exchange, isSuccess } from '../../../model/exchange.ts';
import { excerpt } from '../../../model/json.ts';
import { seededUuid } from '../../../model/uuid.ts';
import type { Rule } from '../../rule.ts';
import { listOf, objectOf } from '../../shared/data.ts';
import { acceptance, distinct, notSeen, observer } from '../../shared/observe.ts';
import { pageOf } from '../../shared/paging.ts';
import { ask, pathOf } from '../calls.ts';
import { findPair, pairOf } from '../discover.ts';
import { swapKnown } from '../known.ts';
import { everyones } from '../lists.ts';
import { summaryOf } from '../pairs.ts';

/** Ids of nothing. */
const NOWHERE = seededUuid(0, 'swap', 'an asset that is none');
const NOBODY = seededUuid(0, 'swap', 'a broker that is none');

function counted(exchange: Exchange): string {
  if (!isSuccess(exchange)) return acceptance(exchange);
  const page = pageOf(everyones, exchange);
  if (page === null) return 'accepted';
  // A last page may grow; one that is followed by another is as large as the server lets it be.
  return page.hasNext === true ? `${page.items.length} transactions` : 'everything';
}

export const pageSizes: Rule = observer('swap.paging.page-sizes', 'listTransactions', function* (scene) {
  const told: string[] = [];
  for (const limit of [undefined, '0', '-1', '100', '100000']) {
    const query: Readonly<Record<string, string>> = limit === undefined ? {} : { limit };
    const exchange = yield ask(scene, 'listTransactions', `limit ${limit}`, { query, intent: 'open' });
    told.push(`${limit === undefined ? 'no limit' : `limit=${limit}`}: ${counted(exchange)}`);
  }
  return told.join('; ');
});

/** What a text looks like. */
function cursorForm(cursor: string): string {
  if (cursor === '') return 'empty';
  return /^\d+$/.test(cursor) ? 'a whole number' : 'other text';
}

export const cursorType: Rule = observer('swap.paging.cursor-type', 'listTransactions', function* (scene) {
  const page = pageOf(everyones, yield ask(scene, 'listTransactions', 'first', { query: { limit: '1' } }));
  const word = yield ask(scene, 'listTransactions', 'word', { query: { cursor: 'first' }, intent: 'invalid' });
  const form = page?.hasNext === true ? cursorForm(page.next) : notSeen('there is one page');
  return `next_cursor: ${form}; cursor=first: ${acceptance(word)}`;
});

export const cursorValues: Rule = observer('swap.paging.cursor-values', 'listPairTransactions', function* (scene) {
  const told: string[] = [];
  const pair = yield* findPair(scene);
  const list = { ...everyones, operation: 'listPairTransactions' };
  if (pair !== null) {
    const parts = { ...pathOf(pair), query: { limit: '500' }, intent: 'open' } as const;
    let page = pageOf(list, yield ask(scene, list.operation, 'large', parts));
    for (let number = 2; page?.hasNext === true && page.next !== '' && number < 6; number += 1) {
      const query = { limit: '500', cursor: page.next };
      page = pageOf(list, yield ask(scene, list.operation, `large ${number}`, { ...parts, query }));
    }
    told.push(`on the last page: ${page?.hasNext === false ? cursorForm(page.next) : notSeen('it was not reached')}`);
  }
  for (const cursor of ['0', '9007199254740991']) {
    const exchange = yield ask(scene, 'listTransactions', `cursor ${cursor}`, { query: { cursor }, intent: 'open' });
    const items = listOf(exchange, 'transactions');
    const what = items === null ? acceptance(exchange) : items.length === 0 ? 'an empty page' : 'a page';
    told.push(`cursor=${cursor}: ${what}`);
  }
  return told.join('; ');
});

export const listOrder: Rule = observer('swap.paging.order', 'listTransactions', function* (scene) {
  const items = listOf(yield ask(scene, 'listTransactions', 'list'), 'transactions') ?? [];
  const times = items.map(({ created_at: time }) => Date.parse(String(time)));
  const steps = times.slice(1).map((time, index) => Math.sign(time - (times[index] ?? time)));
  if (!steps.includes(1) && !steps.includes(-1)) return notSeen('there are no transactions at different times');
  if (!steps.includes(1)) return 'the latest first';
  return steps.includes(-1) ? 'not by created_at' : 'the earliest first';
});

export const pairDirection: Rule = observer('swap.pairs.direction', 'listPairTransactions', function* (scene) {
  const pair = yield* findPair(scene);
  const told: string[] = [];
  const ways = [
    ...(pair === null ? [] : [{ name: 'base and quote exchanged', way: { base: pair.quote, quote: pair.base } }]),
    { name: 'no pair', way: { base: NOWHERE, quote: NOBODY } },
  ];
  for (const { name, way } of ways) {
    for (const operation of ['listPairTransactions', 'listPairStats']) {
      const exchange = yield ask(scene, operation, `${operation}, ${name}`, { ...pathOf(way), intent: 'open' });
      const items = operation === 'listPairTransactions' ? listOf(exchange, 'transactions') : null;
      const pairs = distinct((items ?? []).map((item) => (pairOf(item)?.base === way.base ? 'exchanged' : 'as it is')));
      const shown = items === null ? acceptance(exchange) : `accepted, ${pairs.join(' and ') || 'empty'}`;
      told.push(`${operation}, ${name}: ${shown}`);
    }
  }
  return told.join('; ');
});

export const unknownMembers: Rule = observer('swap.requests.unknown-members', 'listTransactions', function* (scene) {
  const query = { nothing: '1' };
  return `?nothing=1: ${acceptance(yield ask(scene, 'listTransactions', 'unknown', { query, intent: 'open' }))}`;
});

export const unknownBroker: Rule = observer('swap.pairs.unknown-broker', 'listPairs', function* (scene) {
  const told: string[] = [];
  const standard = summaryOf(yield ask(scene, 'listPairs', 'default'));
  for (const [name, id] of Object.entries({ unknown: NOBODY, empty: '' })) {
    const exchange = yield ask(scene, 'listPairs', name, { query: { broker_id: id }, intent: 'open' });
    const summary = summaryOf(exchange);
    const same = summary !== null && summary.pairs.length === standard?.pairs.length;
    const shown = summary === null ? acceptance(exchange) : same ? 'the pairs of the default broker' : 'other pairs';
    told.push(`${name}: ${shown}`);
  }
  return told.join('; ');
});

export const pairsVolume: Rule = observer('swap.pairs.volume-unit', 'listPairs', function* (scene) {
  const summary = objectOf(yield ask(scene, 'listPairs', 'pairs'));
  if (summary === null) return notSeen('no pairs were answered');
  const decimals = (value: unknown) => (/^-?\d+(\.\d+)?$/.test(String(value)) ? 'a plain decimal' : excerpt(value));
  const { volume_24h: volume, fee_24h: fee } = summary;
  return `volume_24h is ${decimals(volume)}, fee_24h ${decimals(fee)}; neither names its unit`;
});

/** Forms in which a length of time may be written. */
const DURATIONS = ['90m', '1h30m', '1d', 'P1D', '24', '0h', 'nonsense', ''];

export const durSyntax: Rule = observer('swap.dur.syntax', 'listMarketStats', function* (scene) {
  const told: string[] = [];
  for (const dur of DURATIONS) {
    const exchange = yield ask(scene, 'listMarketStats', `dur ${dur}`, { query: { dur }, intent: 'open' });
    told.push(`${dur === '' ? '(empty)' : dur}: ${acceptance(exchange)}`);
  }
  return told.join('; ');
});

export const placeOfBroker: Rule = observer('swap.brokers.broker-id-place', 'listPairs', function* (scene) {
  const broker = swapKnown(scene).alternate_broker?.id;
  if (broker === undefined) return notSeen('the target names no alternate broker');
  const standard = summaryOf(yield ask(scene, 'listPairs', 'default'));
  const asked = summaryOf(yield ask(scene, 'listPairs', 'in the query', { query: { broker_id: broker } }));
  if (standard === null || asked === null) return notSeen('the pairs were not answered');
  const differs = asked.whitelists !== null || asked.pairs.length !== standard.pairs.length;
  return `the query of the pairs: ${differs ? 'read' : 'of no effect'}`;
});
