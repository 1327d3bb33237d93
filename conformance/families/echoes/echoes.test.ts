import { describe, expect, test } from 'vitest';
import type { Declared } from '../../model/document/behaviour.ts';
import { isObject } from '../../model/values/json.ts';
import { bodyOf, type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { demanded, exchange, reportedOf, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

const members = {
  note: '/loan/note',
  reader: '/loan/reader',
  fee: '/loan/fee',
  kind: '/loan/kind',
  days: '/loan/days',
  renewals: '/loan/renewals',
};

function suite(trimmed: Pick<Declared<'echoes'>, 'trimmed'> = { trimmed: true }) {
  const properties = {
    note: { type: 'string' },
    reader: { type: 'string', format: 'uuid' },
    fee: { type: 'string', pattern: String.raw`^\d+(\.\d+)?$` },
    kind: { enum: ['long', 'short'] },
    days: { type: 'integer' },
    renewals: { type: 'integer' },
  };
  const example = {
    note: 'For Ada.',
    reader: '6F9619FF-8B86-4011-B42D-00C04FC964FF',
    fee: '1.50',
    kind: 'long',
    days: 3,
  };
  return smallSuite({
    operations: {
      lend: {
        request: 'POST /loans',
        body: { schema: { type: 'object', required: Object.keys(example), properties }, example },
        behaviour: [
          { family: 'echoes', members, ...trimmed, rules: Object.keys(members).map((name) => demanded(name)) },
        ],
      },
    },
  });
}

const library: Handler = (request) => jsonReply(201, { loan: bodyOf(request) });

/** The verdicts on each member. */
async function verdicts(handler: Handler, built = () => suite()) {
  const reported = await reportedOfServer(built, handler);
  return Object.fromEntries(Object.entries(reported).map(([name, all]) => [name, [...all].sort().join(' ')]));
}

const all = (verdict: string) => Object.fromEntries(Object.keys(members).map((name) => [name, verdict]));

test('a server that returns what was sent passes', async () => {
  expect(await verdicts(library)).toEqual(all('pass'));
});

test('ids in small letters, amounts without zeros and texts without white space at their ends are the same', async () => {
  const rewriting: Handler = (request) => {
    const body = bodyOf(request);
    if (!isObject(body)) return jsonReply(400, {});
    const [reader, note] = [String(body['reader']).toLowerCase(), String(body['note']).trim()];
    return jsonReply(200, { loan: { ...body, reader, note, fee: '1.5', more: 'members' } });
  };
  expect(await verdicts(rewriting)).toEqual(all('pass'));
  const exact = () => suite({});
  expect(await verdicts(library, exact)).toEqual(all('pass'));
  expect(await verdicts(rewriting, exact)).toEqual({ ...all('pass'), note: expect.stringContaining('broken') });
});

test('a constant number and a constant name are detected, although the example has them', async () => {
  const constant: Handler = (request) => {
    const body = bodyOf(request);
    return jsonReply(201, { loan: { ...(isObject(body) ? body : {}), days: 3, kind: 'long' } });
  };
  expect(await verdicts(constant)).toMatchObject({
    days: expect.stringContaining('broken'),
    kind: expect.stringContaining('broken'),
    fee: 'pass',
  });
});

describe('values that are no texts', () => {
  const text = { type: 'string' };
  const names = ['labels', 'tags', 'due'];
  const loans = () =>
    smallSuite({
      operations: {
        lend: {
          request: 'PATCH /loans',
          body: {
            schema: {
              type: 'object',
              properties: {
                labels: { type: 'object', unevaluatedProperties: text },
                tags: { type: 'array', items: text },
                due: { anyOf: [text, { type: 'null' }] },
              },
            },
            example: { labels: {}, tags: [] },
          },
          behaviour: [
            {
              family: 'echoes',
              members: Object.fromEntries(names.map((name) => [name, `/loan/${name}`])),
              rules: names.map((name) => demanded(name)),
            },
          ],
        },
      },
    });
  /** Leaves empty values out. */
  const lean: Handler = (request) => {
    const entries = Object.entries(bodyOf(request) ?? {}).filter(([, value]) => value !== null);
    return jsonReply(200, { loan: Object.fromEntries(entries) });
  };

  test('comes back as it was sent, nothing too', async () => {
    const passed = { labels: 'pass', tags: 'pass', due: 'pass' };
    expect(await verdicts(library, loans)).toEqual(passed);
    expect(await verdicts(lean, loans)).toEqual(passed);
  });

  test('each mutant is detected', async () => {
    const outcomes = await outcomesOf(loans, () => library);
    expect(outcomes).toHaveLength(7);
    expect(outcomes.filter(({ verdicts: all }) => !all.includes('broken'))).toEqual([]);
  });
});

test('what may be left out comes back as it was sent, white space and signs too', async () => {
  const properties = { title: { type: 'string' }, remark: { type: 'string' }, place: { type: 'string' } };
  const echoed = Object.fromEntries(['title', 'remark', 'place'].map((name) => [name, `/${name}`]));
  const books = () =>
    smallSuite({
      operations: {
        addBook: {
          request: 'POST /books',
          body: { schema: { type: 'object', required: ['title'], properties }, example: { title: 'Ash' } },
          behaviour: [{ family: 'echoes', members: echoed, rules: Object.keys(echoed).map((name) => demanded(name)) }],
        },
      },
    });
  const server =
    (change: (remark: string) => string): Handler =>
    (request) => {
      const { remark, ...book } = bodyOf(request) as { readonly remark?: string };
      return jsonReply(201, { ...book, ...(remark === undefined ? {} : { remark: change(remark) }) });
    };
  expect(
    await verdicts(
      server((remark) => remark),
      books,
    ),
  ).toMatchObject({ remark: 'pass', place: 'pass' });
  for (const change of [(remark: string) => remark.trim(), (remark: string) => remark.replace('<', '&lt;')]) {
    expect(await verdicts(server(change), books)).toMatchObject({ remark: 'broken pass', place: 'pass' });
  }
});

test('a server that refuses decides nothing, and one that takes the plain texts alone is not blamed', async () => {
  expect(await verdicts(() => jsonReply(422, {}))).toEqual(all('blocked'));
  const strict: Handler = (request) => (/[^ -~]|<|.{200}/.test(request.body) ? jsonReply(400, {}) : library(request));
  expect(await verdicts(strict)).toEqual(all('pass'));
});

describe('a recorded answer', () => {
  const answered = (loan: object) => reportedOf(suite(), { 'POST /loans': [201, { loan }] });

  test('with another value is broken', async () => {
    const wrong = { note: 'another', reader: 'nobody', fee: '15.0', kind: 'none', days: 4, renewals: -1 };
    expect(await answered(wrong)).toEqual(Object.fromEntries(Object.keys(members).map((name) => [name, ['broken']])));
  });

  test('without the members is broken', async () => {
    expect(Object.values(await answered({})).flat()).not.toContain('pass');
  });

  test('a request without the member decides nothing', () => {
    const built = suite();
    const seen = exchange(built, 'lend', [200, { loan: {} }], { body: {} });
    expect(seen.outcome).toMatchObject({ status: 200 });
  });
});

test('each faulty server is detected', async () => {
  const outcomes = await outcomesOf(
    () => suite({}),
    () => library,
  );
  expect(outcomes.filter(({ verdicts: reported }) => !reported.includes('broken'))).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(9);
});
