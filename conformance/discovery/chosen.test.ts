import { expect, test } from 'vitest';
import type { CheckContext } from '../core/context.ts';
import type { JsonObject } from '../model/values/json.ts';
import { bodyOf, jsonReply, type Request } from '../mutation/proxy/reply.ts';
import { atOnce, untilWith } from '../run/send/until.ts';
import { smallSuite } from '../testing/api.ts';
import { sendingOf } from '../testing/small-server.ts';
import { chosenFor } from './chosen.ts';
import { freshText } from './texts.ts';

const inputs = { headers: ['X-Site', 'X-Page'], query: ['site=1|2', 'page'] };
const chosen = {
  family: 'chosen-by',
  subject: 'site',
  shown: ['/site_id', '/page'],
  rules: [],
  headers: ['X-Site', 'X-Page'],
  query: ['site', 'page'],
};
const text = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } };

/** A text that the suite made is written by its length: the others are those of the target. */
const written = (value: string | undefined) => value?.replace(/^conformance.*$/, (made) => `text of ${made.length}`);

/** The choices for requests, and the requests that were sent to find them. */
function opened(accepts: (page: string | undefined) => boolean, choices: readonly object[]) {
  const suite = smallSuite(
    {
      operations: {
        moveAll: { request: 'PUT /pages', ...inputs, behaviour: [chosen] },
        readPage: { request: 'GET /pages/{id}', ...inputs, behaviour: [chosen] },
        listPages: { request: 'GET /pages', ...inputs, behaviour: [chosen] },
        addPage: {
          request: 'POST /pages',
          ...inputs,
          body: { schema: text, example: { text: 'A page.' } },
          behaviour: [{ family: 'echoes', members: { text: '/text' }, rules: [] }, chosen],
        },
        changePage: { request: 'PUT /pages/{id}', ...inputs, behaviour: [chosen] },
        readInfo: { request: 'GET /info' },
      },
    },
    { known: choices.length === 0 ? {} : { choices: { site: choices } } },
  );
  const sent: string[] = [];
  const bodies: unknown[] = [];
  const pageOf = ({ headers }: Request) => headers['x-page'];
  const answer = sendingOf(suite, (request) => {
    if (request.method === 'POST') bodies.push(bodyOf(request));
    return jsonReply(accepts(pageOf(request)) ? 200 : 422, {});
  });
  const send: CheckContext['send'] = (call) => {
    if (call.kind === 'http') {
      const { 'X-Site': site, 'X-Page': page } = call.headers as Record<string, string>;
      sent.push(`${call.method} ${call.label}: ${[site, written(page)].filter((one) => one !== undefined).join(' ')}`);
    }
    return answer(call);
  };
  const ctx: CheckContext = { suite, send, until: untilWith(atOnce, {}) };
  const choose = async (id: string, item: JsonObject | null, name = 'one') => {
    const { headers, query } = await chosenFor(ctx, id, item, name);
    expect(query).toEqual({});
    return Object.entries(headers).map(([header, value]) => `${header} ${written(String(value))}`);
  };
  return { ctx, choose, sent, bodies };
}

const all = () => true;
const onlySites = (page: string | undefined) => page === undefined;
const short = (page: string | undefined) => (page ?? '').length < 42;
const both = 'site by X-Site and X-Page';

test.each<
  [string, string, JsonObject | null, readonly object[], (page: string | undefined) => boolean, string[], string[]]
>([
  ['nothing, where it chooses nothing', 'readInfo', null, [{ site: 1 }], all, [], []],
  [
    'the example of the document, where the target names nothing',
    ...(['listPages', null, [], all] as const),
    ['GET site by X-Site: 1'],
    ['X-Site 1'],
  ],
  [
    'all parts, where the server accepts them',
    ...(['listPages', null, [{ site: 1, page: 'p' }], all] as const),
    [`GET ${both}: 1 p`],
    ['X-Site 1', 'X-Page p'],
  ],
  [
    'the first part, where the server accepts no more',
    ...(['listPages', null, [{ site: 1, page: 'p' }], onlySites] as const),
    [`GET ${both}: 1 p`, 'GET site by X-Site: 1'],
    ['X-Site 1'],
  ],
  [
    'all parts, where the server accepts nothing',
    ...(['listPages', null, [{ site: 1, page: 'p' }], () => false] as const),
    [`GET ${both}: 1 p`, 'GET site by X-Site: 1'],
    ['X-Site 1', 'X-Page p'],
  ],
  [
    'what its item belongs to, as the list of the same subject accepts it',
    ...(['changePage', { site_id: 2, page: 'q' }, [{ site: 1, page: 'p' }], onlySites] as const),
    [`GET ${both}: 2 q`, 'GET site by X-Site: 2'],
    ['X-Site 2'],
  ],
  [
    'the choice of the target, where its item shows none',
    ...(['changePage', { page: 'q' }, [{ site: 1, page: 'p' }], all] as const),
    [],
    ['X-Site 1', 'X-Page p'],
  ],
  [
    'a short text of its own on an item, where the target names none',
    ...(['changePage', null, [{ site: 1 }], all] as const),
    [],
    ['X-Site 1', 'X-Page text of 21'],
  ],
  [
    'the text of the target for what it creates',
    ...(['addPage', null, [{ site: 1, page: 'p' }], all] as const),
    [`POST ${both}: 1 p`],
    ['X-Site 1', 'X-Page p'],
  ],
  [
    'a long text of its own for what it creates',
    ...(['addPage', null, [{ site: 1 }], all] as const),
    [`POST ${both}: 1 text of 42`, `POST ${both}: 1 text of 42`],
    ['X-Site 1', 'X-Page text of 42'],
  ],
  [
    'a short text, where the server accepts no long one',
    ...(['addPage', null, [{ site: 1 }], short] as const),
    [`POST ${both}: 1 text of 42`, `POST ${both}: 1 text of 21`],
    ['X-Site 1', 'X-Page text of 21'],
  ],
])('a request chooses %s', async (_what, id, item, choices, accepts, sent, expected) => {
  const opening = opened(accepts, choices);
  expect(await opening.choose(id, item)).toEqual(expected);
  expect(opening.sent).toEqual(sent);
  // What the server accepts is tried once.
  expect(await opening.choose(id, item, 'another')).toEqual(expected);
  expect(opening.sent).toEqual(sent);
});

test('the form of a choice is tried again where other parts are known', async () => {
  const { choose, sent } = opened(onlySites, []);
  expect(await choose('changePage', { site_id: 2, page: 'q' })).toEqual(['X-Site 2']);
  expect(await choose('changePage', { site_id: 2 })).toEqual(['X-Site 2']);
  expect(await choose('changePage', { site_id: 1, page: 'r' })).toEqual(['X-Site 1']);
  expect(sent).toEqual([`GET ${both}: 2 q`, 'GET site by X-Site: 2', 'GET site by X-Site: 2']);
});

test('a text of its own is that of the operation and the purpose', async () => {
  const { ctx } = opened(all, [{ site: 1 }]);
  const { headers } = await chosenFor(ctx, 'changePage', null, 'one');
  expect(headers['X-Page']).toBe(freshText(ctx.suite, 'changePage', 'one'));
});

test('each request that is tried has texts of its own', async () => {
  const { choose, bodies } = opened(onlySites, [{ site: 1 }]);
  expect(await choose('addPage', null)).toEqual(['X-Site 1']);
  expect(bodies).toHaveLength(3);
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(3);
});
