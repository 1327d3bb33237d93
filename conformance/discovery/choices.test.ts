import { describe, expect, test } from 'vitest';
import type { CheckContext } from '../core/context.ts';
import type { Schema } from '../model/document/document.ts';
import type { ServiceTarget } from '../model/target.ts';
import { jsonReply } from '../mutation/proxy/reply.ts';
import { atOnce, untilWith } from '../run/send/until.ts';
import { type SmallOperation, smallSuite } from '../testing/api.ts';
import { sendingOf } from '../testing/small-server.ts';
import {
  type Chooser,
  choiceHint,
  choiceOf,
  choicesFor,
  chooserOf,
  choosing,
  chosenInBody,
  knownChoices,
  usualSide,
} from './choices.ts';

const part = (header: string | null, query: string | null, shown: string | null = null) => ({
  header,
  query,
  shown,
  isText: true,
});
const chooser: Chooser = {
  operation: 'listNotes',
  subject: 'site',
  parts: [part('X-Site', 'site', '/*/site_id'), part(null, 'page'), part('X-Room', null)],
};

describe('how an operation chooses', () => {
  const { api } = smallSuite({
    operations: {
      listNotes: {
        request: 'GET /notes',
        query: ['site', 'page', 'kind=a|b'],
        headers: ['X-Site'],
        behaviour: [
          {
            family: 'chosen-by',
            subject: 'site',
            headers: ['X-Site'],
            query: ['site', 'kind'],
            shown: ['/site'],
            rules: [],
          },
        ],
      },
      readInfo: { request: 'GET /info' },
    },
  });

  test('is declared, part by part', () => {
    expect(chooserOf(api, 'listNotes')).toEqual({
      operation: 'listNotes',
      subject: 'site',
      parts: [
        { header: 'X-Site', query: 'site', shown: '/site', isText: true },
        { header: null, query: 'kind', shown: null, isText: false },
      ],
    });
    expect(chooserOf(api, 'readInfo')).toBeNull();
  });

  test.each<[string, readonly Schema[], boolean]>([
    ['no schema', [], true],
    ['texts', [{ type: 'string' }, { type: 'string', maxLength: 5 }], true],
    ['a number', [{ type: 'integer' }], false],
    ['a format', [{ type: 'string', format: 'uuid' }], false],
    ['a pattern', [{ type: 'string', pattern: '^a' }], false],
    ['words', [{ type: 'string', enum: ['a'] }], false],
    ['another schema', [{ type: 'string', $ref: '#/components/schemas/A' }], false],
    ['a text and a number', [{ type: 'string' }, { type: 'integer' }], false],
  ])('by any text: %s', (_what, schemas, expected) => {
    const names = ['X-Site', 'site'];
    const operations = api.operations.map((one) => ({
      ...one,
      parameters: one.parameters.flatMap((parameter) => {
        const schema = schemas[names.indexOf(parameter.name)];
        return schema === undefined ? [] : [{ ...parameter, schema }];
      }),
    }));
    expect(chooserOf({ ...api, operations }, 'listNotes')?.parts[0]?.isText).toBe(expected);
  });

  test.each([
    ['header', ['1', '2', '3'], { headers: { 'X-Site': '1', 'X-Room': '3' }, query: {} }],
    ['query', ['1', '2', '3'], { headers: {}, query: { site: '1', page: '2' } }],
    ['query', [undefined, '2'], { headers: {}, query: { page: '2' } }],
    ['header', [], { headers: {}, query: {} }],
  ] as const)('by %s with %j is sent as %j', (side, choice, expected) => {
    expect(choosing(chooser, side, choice)).toEqual(expected);
  });

  test('is by header where it may be', () => {
    expect(usualSide(chooser)).toBe('header');
    expect(usualSide({ ...chooser, parts: [part(null, 'page')] })).toBe('query');
  });

  test('is named in the hint', () => {
    expect(choiceHint(chooser)).toBe('set known.choices.site in the target file to two values (site, page, X-Room)');
  });
});

test('the choice of an item is read from the members that show it', () => {
  expect(choiceOf(chooser, { site_id: 7, page: 'a', site: 'x' })).toEqual(['7', 'a', undefined]);
  expect(choiceOf(chooser, { site_id: '', page: null })).toEqual([undefined, undefined, undefined]);
  expect(choiceOf(chooser, { site_id: true, page: {} })).toEqual([undefined, undefined, undefined]);
});

test('the target names choices by the names of the query, else of the header', () => {
  const known = (choices: unknown) => knownChoices({ known: { choices } } as unknown as ServiceTarget, chooser);
  expect(known({ site: [{ site: 1, page: 'a', 'X-Room': 'b' }, { page: 'c' }] })).toEqual([
    ['1', 'a', 'b'],
    [undefined, 'c', undefined],
  ]);
  expect([known({ other: [{ site: 1 }] }), known(undefined), known('text')]).toEqual([[], [], []]);
});

test('a body has the first choice of the target in the members that it has', () => {
  const body = (choices: unknown) =>
    chosenInBody({ target: { known: { choices } } as unknown as ServiceTarget }, { site: 'x', text: 'y' });
  expect(body({ site: [{ site: 1, page: 'a' }, { site: 2 }], other: [{ text: 'z' }] })).toEqual({ site: 1, text: 'z' });
  expect(body(undefined)).toEqual({ site: 'x', text: 'y' });
});

describe('the choices to try', () => {
  const examples = (sites: readonly unknown[]) => ({
    schema: { type: 'object' },
    example: { notes: sites.map((site) => ({ site, page: 'p', deep: { site } })) },
  });

  async function choices(
    sites: readonly unknown[],
    target: object = {},
    others: Readonly<Record<string, SmallOperation>> = {},
    listed: readonly object[] = [],
  ) {
    const suite = smallSuite(
      { operations: { add: { request: 'POST /notes', body: examples(sites) }, ...others } },
      target,
    );
    const send = sendingOf(suite, () => jsonReply(200, listed));
    const ctx: CheckContext = { suite, send, until: untilWith(atOnce, {}) };
    return choicesFor(ctx, { ...chooser, operation: 'add' });
  }

  test('are those of the target', async () => {
    const known = { choices: { site: [{ site: 'a' }, { site: 'b' }] } };
    expect(await choices(['x'], { known })).toEqual([
      ['a', undefined, undefined],
      ['b', undefined, undefined],
    ]);
  });

  test('are else those of the examples, each once and a few of them', async () => {
    expect(await choices(['a', 'b', 'a', '', 5])).toEqual([['a'], ['b'], ['5']]);
    expect(await choices(['a', 'b', 'c', 'd', 'e'])).toHaveLength(4);
    expect(await choices([])).toEqual([]);
  });

  test('are else the items of the list that the document declares', async () => {
    const list = { request: 'GET /sites', behaviour: [{ family: 'list', items: '', noun: 'sites', rules: [] }] };
    const parameters = { site: 'number', page: 'slug', 'X-Room': 'room' };
    const found = { family: 'found-in', list: 'listSites', parameters, rules: [] };
    const add = { request: 'POST /notes', body: examples(['x']), behaviour: [found] };
    const items = [{ number: 1, slug: 'a', room: 'r' }, { number: 1, slug: 'b' }, { slug: 'c' }, { number: 2 }];
    expect(await choices([], {}, { add, listSites: list }, items)).toEqual([
      ['1', 'b', undefined],
      ['2', undefined, undefined],
    ]);
    expect(await choices([], {}, { add, listSites: list }, items.slice(0, 1))).toEqual([['1', 'a', 'r']]);
  });

  test('begin with the example of the parameter', async () => {
    const others = { read: { request: 'GET /sites/{site}' } };
    expect(await choices(['a', 'an-unknown-site'], {}, others)).toEqual([
      ['an-unknown-site', undefined, undefined],
      ['a'],
    ]);
  });
});
