import { describe, expect, test } from 'vitest';
import { operationOf } from '../model/document/api.ts';
import type { Schema } from '../model/document/document.ts';
import { type SmallOperation, smallSuite } from '../testing/api.ts';
import { freeMembers, freshBody, freshText, isFree, NAMING, namesIn, ownNameOf, withSigns } from './texts.ts';

const text = { type: 'string' };
const LENGTH = 'conformance'.length + 10;

/** A suite with an operation that adds a note, and others. */
function suiteOf(
  properties: Readonly<Record<string, object>>,
  example: object,
  more: {
    required?: readonly string[];
    behaviour?: readonly object[];
    others?: Readonly<Record<string, SmallOperation>>;
  } = {},
) {
  const { required = Object.keys(properties), behaviour = [], others = {} } = more;
  const members = Object.fromEntries(Object.keys(properties).map((name) => [name, `/${name}`]));
  const echoes = { family: 'echoes', members, rules: [] };
  const body = { schema: { type: 'object', required, properties }, example };
  const suite = smallSuite({
    operations: { addNote: { request: 'POST /notes', body, behaviour: [echoes, ...behaviour] }, ...others },
  });
  return { suite, operation: operationOf(suite.api, 'addNote') };
}

describe('a fresh text', () => {
  test('is one word of lowercase letters, the same for the same names', () => {
    const of = (seed: number, run: string, ...names: readonly string[]) => freshText({ seed, run }, ...names);
    expect(of(1, 'a', 'b')).toMatch(/^conformance([bdfgklmnprtvz][aeiou]){5}$/);
    expect(of(1, 'a', 'b')).toBe(of(1, 'a', 'b'));
    expect(new Set([of(1, 'a', 'b'), of(2, 'a', 'b'), of(1, 'c', 'b'), of(1, 'a', 'd'), of(1, 'a')]).size).toBe(5);
  });

  test.each<[Schema, boolean]>([
    [text, true],
    [{ type: 'integer' }, false],
    [{ ...text, format: 'uuid' }, false],
    [{ ...text, pattern: '^a' }, false],
    [{ ...text, pattern: '^[^/%&><]+$' }, true],
    [{ ...text, pattern: '^[^aeiou]+$' }, false],
    [{ ...text, pattern: '^(((\\w+)+)+)+!$' }, false],
    [{ ...text, pattern: '(' }, false],
    [{ ...text, enum: ['a'] }, false],
    [{ ...text, minLength: LENGTH, maxLength: LENGTH }, true],
    [{ ...text, minLength: LENGTH + 1 }, false],
    [{ ...text, maxLength: LENGTH - 1 }, false],
  ])('fits %j: %s', (schema, expected) => {
    expect(isFree(suiteOf({}, {}).suite.api.document, schema)).toBe(expected);
  });
});

test.each([
  ...['id', 'slug', 'code', 'book_id', 'country_code', 'bookId', 'pageSlug'].map((name) => [name, true] as const),
  ...['idea', 'grid', 'barcode', 'Id', 'identity', 'a_code_of', 'text'].map((name) => [name, false] as const),
])('%s names something: %s', (name, expected) => {
  expect(NAMING.test(name)).toBe(expected);
});

test.each([
  ['password', 'password_repeat', true],
  ['password', 'confirmPassword', true],
  ['email', 'emailConfirmation', true],
  ['password', 'confirmed', false],
  ['title', 'subtitle', false],
])('the texts of %s and %s are the same: %s', (name, other, expected) => {
  const { suite, operation } = suiteOf({ [name]: text, [other]: text }, {});
  const body = freshBody(suite, operation, { [name]: 'a', [other]: 'b' }) as Record<string, string>;
  expect(body[name] === body[other]).toBe(expected);
});

describe('the members with any text', () => {
  test('are echoed, required, and name nothing', () => {
    const found = { family: 'found-in', list: 'listShelves', parameters: { shelf: 'name' }, rules: [] };
    const others = {
      listShelves: { request: 'GET /shelves', behaviour: [{ family: 'list', items: '', noun: 'shelves', rules: [] }] },
    };
    const kinds = { title: text, shelf: text, book_id: text, year: { type: 'integer' }, note: text };
    const { suite, operation } = suiteOf(
      kinds,
      {},
      { required: ['title', 'shelf', 'book_id', 'year'], behaviour: [found], others },
    );
    expect(freeMembers(suite.api, operation)).toEqual(['title']);
  });

  test('are any where none is required, and none without a body', () => {
    const { suite, operation } = suiteOf(
      { a: text, b: text },
      {},
      { required: [], others: { read: { request: 'GET /a' } } },
    );
    expect(freeMembers(suite.api, operation)).toEqual(['a', 'b']);
    expect(freeMembers(suite.api, operationOf(suite.api, 'read'))).toEqual([]);
  });

  test('are those that the answer repeats', () => {
    const { suite, operation } = suiteOf({ a: text }, {});
    const { api } = smallSuite({
      operations: { addNote: { request: 'POST /notes', body: { schema: { properties: { a: text } }, example: {} } } },
    });
    expect(freeMembers(suite.api, operation)).toEqual(['a']);
    expect(freeMembers(api, operationOf(api, 'addNote'))).toEqual([]);
  });
});

describe('the name that the caller gives', () => {
  const below = (request: string): Readonly<Record<string, SmallOperation>> => ({ other: { request } });
  test.each<[string, object, Readonly<Record<string, SmallOperation>>, string | null]>([
    ['is the parameter of the path below', { slug: 'a' }, below('GET /notes/{slug}'), 'slug'],
    ['is anywhere in the body', { all: [{ slug: 'a' }] }, below('DELETE /notes/{slug}'), 'slug'],
    ['is in the body', { a: 'a' }, below('GET /notes/{slug}'), null],
    ['is a text', { slug: 1 }, below('GET /notes/{slug}'), null],
    ['is right below', { slug: 'a' }, below('GET /notes/{slug}/likes'), null],
    ['is right below its own path', { slug: 'a' }, below('GET /notesof/{slug}'), null],
    ['is a parameter', { slug: 'a' }, below('GET /notes/slug'), null],
  ])('%s', (_what, example, others, expected) => {
    const { suite, operation } = suiteOf({ a: text }, example, { others });
    // Once more from memory.
    for (let times = 0; times < 2; times += 1) expect(ownNameOf(suite.api, operation)).toBe(expected);
  });

  test('belongs to an operation that adds something', () => {
    const body = { schema: { type: 'object' }, example: { slug: 'a' } };
    const { api } = smallSuite({
      operations: {
        change: { request: 'PUT /notes', body },
        add: { request: 'POST /books' },
        readNote: { request: 'GET /notes/{slug}' },
        readBook: { request: 'GET /books/{slug}' },
      },
    });
    expect([ownNameOf(api, operationOf(api, 'change')), ownNameOf(api, operationOf(api, 'add'))]).toEqual([null, null]);
  });
});

test('the values under a name are found anywhere', () => {
  const body = { id: 'a', inner: { id: 'b', other: 1 }, list: [{ id: 'c' }, [{ id: { id: 'd' } }], { id: 5 }] };
  expect(namesIn(body, 'id')).toEqual(['a', 'b', 'c', 'd']);
  expect([namesIn(null, 'id'), namesIn('id', 'id')]).toEqual([[], []]);
});

describe('signs', () => {
  const prose = 'A note of mine.';
  test.each<[string, object, object, object, unknown]>([
    ['follow a text whose example is prose', { a: text }, { a: prose }, { a: 'x' }, { a: 'x & "so" on' }],
    ['follow no word', { a: text }, { a: 'a word' }, { a: 'x' }, null],
    ['follow no missing text', { a: text }, { a: prose }, {}, null],
    [
      'follow texts alone',
      { a: text, b: text },
      { a: prose, b: 'b' },
      { a: 'x', b: 'y' },
      { a: 'x & "so" on', b: 'y' },
    ],
    [
      'fit',
      { a: { ...text, maxLength: LENGTH + 10 } },
      { a: prose },
      { a: 'x'.repeat(LENGTH) },
      { a: `${'x'.repeat(LENGTH)} & "so" on` },
    ],
    ['fit no shorter text', { a: { ...text, maxLength: LENGTH + 9 } }, { a: prose }, { a: 'x'.repeat(LENGTH) }, null],
  ])('%s', (_what, properties, example, body, expected) => {
    const { suite, operation } = suiteOf(properties as Record<string, object>, example);
    expect(withSigns(suite.api, operation, body)).toEqual(expected);
  });

  test('follow nothing else than a body', () => {
    const { suite, operation } = suiteOf({ a: text }, { a: prose }, { others: { read: { request: 'GET /a' } } });
    expect(withSigns(suite.api, operation, 'x')).toBeNull();
    expect(withSigns(suite.api, operationOf(suite.api, 'read'), { a: 'x' })).toBeNull();
  });
});

describe('a fresh body', () => {
  const fresh = expect.stringMatching(/^conformance[a-z]{10}$/);

  test('has unique texts in its free members, and the others as they were', () => {
    const { suite, operation } = suiteOf({ a: text, b: { ...text, enum: ['b'] } }, {});
    const body = freshBody(suite, operation, { a: 'x', b: 'b', c: 1 }, 'one');
    expect(body).toEqual({ a: fresh, b: 'b', c: 1 });
    expect(freshBody(suite, operation, { a: 'x' }, 'one')).not.toEqual(
      freshBody(suite, operation, { a: 'x' }, 'other'),
    );
    expect(freshBody(suite, operation, 'x')).toBe('x');
  });

  test('has a unique name for each item, and in their prose', () => {
    const others = { read: { request: 'GET /notes/{slug}' } };
    const example = { notes: [{ slug: 'a' }] };
    const { suite, operation } = suiteOf({}, example, { others });
    const item = { slug: 'a', data: 'One two three.', word: 'One two', inner: { data: 'One two three.' }, none: null };
    const body = freshBody(suite, operation, { notes: [item, item], title: 'One two three.' }) as {
      notes: { slug: string }[];
    };
    const [first, second] = body.notes.map(({ slug }) => slug);
    expect(first).not.toBe(second);
    expect(body).toEqual({
      title: 'One two three.',
      notes: [first, second].map((slug) => ({
        slug,
        data: `One two three. ${slug}`,
        word: 'One two',
        inner: { data: 'One two three.' },
        none: null,
      })),
    });
    expect(first).toEqual(fresh);
  });
});
