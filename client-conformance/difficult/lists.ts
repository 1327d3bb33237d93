/** Lists that never end, go round in circles, or lack what a reader needs. */
import { body, commentPage, each, end, endless, eventPage, json, more, pages, swapPage, withRaw } from './respond.ts';
import {
  comments,
  type Exchange,
  events,
  failed,
  items,
  misses,
  type Outcome,
  type Respond,
  type Scenario,
  swapItems,
  swaps,
} from './scenario.ts';

const paging = failed('paging');

/** The limit on consecutive pages without anything new, and the number of pages that a scenario serves before them. */
const PATIENCE = 110;

function swapList(id: string, title: string, respond: Respond, outcome: Outcome, requests: number): Scenario {
  return { id: `cursor.${id}`, title, respond, outcome, requests, call: swaps };
}

function commentList(id: string, title: string, respond: Respond, outcome: Outcome, requests: number): Scenario {
  return { id: `row.${id}`, title, respond, outcome, requests, call: comments };
}

function eventList(id: string, title: string, respond: Respond, outcome: Outcome, requests: number): Scenario {
  return { id: `time.${id}`, title, respond, outcome, requests, call: events };
}

const without = (name: string, pagination: object) =>
  Object.fromEntries(Object.entries(pagination).filter(([each]) => each !== name));

/** A comment with an id that is written into the JSON unchanged. */
const numbered =
  (...ids: readonly string[]): Respond =>
  (exchange) => {
    const rows = ids.map((id) => withRaw(exchange.samples.comment, 'id', id));
    return body(200, `{"ts":1,"data":{"comments":[${rows.join(',')}],"total":${ids.length}}}`)(exchange);
  };

const withoutId: Respond = (exchange) =>
  json(200, { ts: 1, data: { transactions: [without('id', exchange.samples.swap)], pagination: end } })(exchange);

const numberedSwap = ({ samples }: Exchange) => ({
  ts: 1,
  data: { transactions: [{ ...samples.swap, id: 5 }], pagination: end },
});

// TypeScript gives what it gets.
const otherType: Outcome = { ...failed('malformed'), or: 'result' };

const vastTotal: Respond = (exchange) => {
  const text = JSON.stringify(commentPage([1, 2], -1)(exchange));
  return body(200, text.replace('"total":-1', `"total":${'9'.repeat(20)}`))(exchange);
};

// JavaScript has no such number in its JSON, and refuses what it would round.
const exact = (...ids: readonly string[]): Outcome => ({ kind: 'items', ids, or: 'malformed' });

const numberedTime: Respond = (exchange) => json(200, [{ ...exchange.samples.event, created_at: 5 }])(exchange);

/** Three items of one moment, and one behind them; a page has as many as its limit says. */
const crowded: Respond = (exchange) => {
  const most = Number(exchange.query.get('limit'));
  const rows = [1, 2, 3, 4].map((id) => [id, id < 4 ? 0 : 1] as const);
  const from = exchange.query.get('offset')?.includes(':01') ? rows.slice(3) : rows;
  return json(200, eventPage(...from.slice(0, most))(exchange))(exchange);
};

export const lists: readonly Scenario[] = [
  swapList(
    'three',
    'Has three pages',
    pages(swapPage([1, 2], more(1)), swapPage([3], more(2)), swapPage([4], end)),
    swapItems(1, 2, 3, 4),
    3,
  ),
  swapList(
    'empty-page',
    'Has an empty page in the middle',
    pages(swapPage([1], more(1)), swapPage([], more(2)), swapPage([2], end)),
    swapItems(1, 2),
    3,
  ),
  swapList('repeated', 'Names the same cursor again', pages(swapPage([1], more(7))), paging, 2),
  swapList('empty-cursor', 'Names no cursor, though there is more', pages(swapPage([1], more(''))), paging, 1),
  swapList(
    'endless-same',
    'Names new cursors for ever, and repeats an item',
    endless((number) => swapPage([1], more(1000 + number))),
    paging,
    PATIENCE,
  ),
  swapList(
    'endless-empty',
    'Names new cursors for ever, on empty pages',
    endless((number) => swapPage([], more(1000 + number))),
    paging,
    PATIENCE,
  ),
  swapList(
    'endless-cycle',
    'Names new cursors for ever, on two pages in turn',
    endless((number) => swapPage([number % 2], more(1000 + number))),
    paging,
    PATIENCE,
  ),
  {
    ...swapList(
      'most',
      'Names new cursors and items for ever; the caller stops',
      endless((number) => swapPage([number], more(number))),
      swapItems(1, 2, 3),
      4,
    ),
    call: { ...swaps, most: 3 },
  },
  {
    ...swapList(
      'max-pages',
      'Names new cursors and items for ever; the caller set a bound',
      endless((number) => swapPage([number], more(number))),
      paging,
      6,
    ),
    call: { ...swaps, max_pages: 5 },
  },
  swapList('no-pagination', 'Leaves out pagination', pages(swapPage([1], undefined)), misses('pagination'), 1),
  swapList('null-pagination', 'Sends null for pagination', pages(swapPage([1], null)), misses('pagination'), 1),
  swapList('no-more', 'Leaves out has_next', pages(swapPage([1], without('has_next', more(1)))), misses('has_next'), 1),
  swapList(
    'null-more',
    'Sends null for has_next',
    pages(swapPage([1], { ...more(1), has_next: null })),
    misses('has_next'),
    1,
  ),
  swapList(
    'no-cursor',
    'Leaves out next_cursor, though there is more',
    pages(swapPage([1], without('next_cursor', more(1)))),
    misses('next_cursor'),
    1,
  ),
  swapList(
    'null-cursor',
    'Sends null for next_cursor, though there is more',
    pages(swapPage([1], { ...more(1), next_cursor: null })),
    misses('next_cursor'),
    1,
  ),
  swapList(
    'no-list',
    'Leaves out the list',
    (exchange) => json(200, { ts: 1, data: { pagination: end } })(exchange),
    misses('transactions'),
    1,
  ),
  swapList(
    'null-list',
    'Sends null for the list',
    (exchange) => json(200, { ts: 1, data: { transactions: null, pagination: end } })(exchange),
    items(),
    1,
  ),
  swapList(
    'null-item',
    'Sends null for an item',
    (exchange) => json(200, { ts: 1, data: { transactions: [null], pagination: end } })(exchange),
    misses('transactions'),
    1,
  ),
  swapList(
    'alternating',
    'Names two cursors in turn',
    endless((number) => swapPage([number], more(number % 2))),
    paging,
    3,
  ),
  swapList(
    'text-more',
    'Sends a text for has_next',
    pages(swapPage([1], { ...more(1), has_next: 'true' })),
    misses('has_next'),
    1,
  ),
  swapList(
    'number-more',
    'Sends a number for has_next',
    pages(swapPage([1], { ...more(1), has_next: 1 })),
    misses('has_next'),
    1,
  ),
  swapList('number-id', 'Sends a number for the id of an item', pages(numberedSwap), otherType, 1),
  swapList('no-id', 'Leaves out the id of an item', withoutId, misses('transactions'), 1),
  swapList(
    'late',
    'Sends null for pagination on the second page',
    pages(swapPage([1], more(1)), swapPage([2], null)),
    misses('pagination'),
    2,
  ),
  swapList(
    'fails',
    'Fails at the second page',
    each((exchange) => json(200, swapPage([1], more(1))(exchange))(exchange), json(500, {})),
    failed('refused', 500),
    2,
  ),
  {
    ...swapList(
      'exact-pages',
      'Has as many pages as the caller set as the bound',
      pages(swapPage([1], more(1)), swapPage([2], end)),
      swapItems(1, 2),
      2,
    ),
    call: { ...swaps, max_pages: 2 },
  },
  commentList('negative-total', 'Sends -1 for total', pages(commentPage([1, 2], -1)), misses('total'), 1),
  commentList('half-total', 'Sends 2.5 for total', pages(commentPage([1, 2], 2.5)), misses('total'), 1),
  commentList('zero-total', 'Sends 0 for total, and two items', pages(commentPage([1, 2], 0)), items(1, 2), 1),
  commentList(
    'shrinks',
    'Has a total that gets smaller',
    pages(commentPage([1, 2], 4), commentPage([3], 1)),
    items(1, 2, 3),
    2,
  ),
  commentList('same', 'Has an item twice on a page', pages(commentPage([1, 1], 2)), items(1), 1),
  commentList('id-zero', 'Has an item with the id 0', pages(commentPage([0, 1], 2)), items(0, 1), 1),
  commentList('id-negative', 'Has an item with the id -1', pages(commentPage([-1, 1], 2)), items(-1, 1), 1),
  commentList('id-half', 'Has ids with a fraction', numbered('1.2', '1.7'), failed('malformed'), 1),
  commentList(
    'id-close',
    'Has ids that differ in the 20th decimal place',
    numbered('1', '1.00000000000000000001'),
    failed('malformed'),
    1,
  ),
  commentList(
    'id-exponent',
    'Has an id with an exponent',
    numbered('9.007199254740993e15'),
    exact('9007199254740993'),
    1,
  ),
  commentList(
    'id-lowest',
    'Has the lowest id of 64 bits',
    numbered('-9223372036854775808'),
    exact('-9223372036854775808'),
    1,
  ),
  commentList('id-text', 'Has an item with the id "5"', numbered('"5"'), otherType, 1),
  commentList('vast-total', 'Sends a total beyond 64 bits', vastTotal, misses('total'), 1),
  commentList('id-true', 'Has an item with the id true', numbered('true'), failed('malformed'), 1),
  commentList(
    'three',
    'Has three pages',
    pages(commentPage([1, 2], 5), commentPage([3, 4], 5), commentPage([5], 5)),
    items(1, 2, 3, 4, 5),
    3,
  ),
  commentList(
    'moved',
    'Moves an item to the next page meanwhile',
    pages(commentPage([1, 2], 4), commentPage([2, 3], 4)),
    items(1, 2, 3),
    2,
  ),
  commentList(
    'endless-same',
    'Has a vast total, and repeats its page',
    pages(commentPage([1], 1e15)),
    paging,
    PATIENCE,
  ),
  commentList(
    'total-lies',
    'Has a total that its pages do not reach',
    pages(commentPage([1, 2], 1000), commentPage([], 1000)),
    items(1, 2),
    2,
  ),
  commentList('no-total', 'Leaves out total', pages(commentPage([1, 2], undefined)), misses('total'), 1),
  commentList('null-total', 'Sends null for total', pages(commentPage([1, 2], null)), misses('total'), 1),
  commentList('text-total', 'Sends a text for total', pages(commentPage([1, 2], 'many')), misses('total'), 1),
  commentList(
    'null-list',
    'Sends null for the list',
    (exchange) => json(200, { ts: 1, data: { comments: null, total: 0 } })(exchange),
    items(),
    1,
  ),
  commentList(
    'null-item',
    'Sends null for an item',
    (exchange) => json(200, { ts: 1, data: { comments: [null], total: 1 } })(exchange),
    misses('comments'),
    1,
  ),
  commentList(
    'ids-safe',
    'Has ids up to 2^53 - 1',
    numbered('9007199254740990', '9007199254740991'),
    items('9007199254740990', '9007199254740991'),
    1,
  ),
  commentList(
    'ids-large',
    'Has ids from 2^53 on',
    numbered('9007199254740992', '9007199254740993', '9223372036854775807'),
    exact('9007199254740992', '9007199254740993', '9223372036854775807'),
    1,
  ),
  commentList('ids-vast', 'Has an id beyond 64 bits', numbered('9223372036854775808'), exact('9223372036854775808'), 1),
  eventList(
    'three',
    'Has three pages that overlap',
    pages(eventPage([1, 0], [2, 1]), eventPage([2, 1], [3, 2]), eventPage([3, 2])),
    items(1, 2, 3),
    3,
  ),
  eventList(
    'cycle',
    'Goes back in time, and repeats its pages',
    pages(eventPage([1, 0]), eventPage([2, 1]), eventPage([1, 0])),
    paging,
    4,
  ),
  eventList(
    'stuck',
    'Has new items for ever at one moment',
    endless((number) => eventPage([number, 0])),
    paging,
    PATIENCE,
  ),
  eventList(
    'id-zero',
    'Has an item with the id 0',
    pages(eventPage([0, 0], [1, 1]), eventPage([1, 1])),
    items(0, 1),
    2,
  ),
  eventList('number-time', 'Sends a number for created_at', numberedTime, misses('created_at'), 1),
  eventList('full', 'Has more items of one moment than fit on a page', crowded, items(1, 2, 3, 4), 6),
  eventList('null-list', 'Sends null for the list', json(200, null), items(), 1),
  eventList('null-item', 'Sends null for an item', json(200, [null]), failed('malformed'), 1),
  eventList(
    'null-time',
    'Sends null for created_at',
    (exchange) => json(200, [{ ...exchange.samples.event, created_at: null }])(exchange),
    misses('created_at'),
    1,
  ),
  eventList(
    'no-time',
    'Leaves out created_at',
    (exchange) => json(200, [without('created_at', exchange.samples.event)])(exchange),
    misses('created_at'),
    1,
  ),
];
