import { expect, test } from 'vitest';
import { operationOf } from '../model/document/api.ts';
import { plain } from '../model/values/near.ts';
import { exchange, smallSuite } from '../testing/api.ts';
import {
  isLongerForm,
  LIMIT,
  listsOf,
  meansOne,
  namedParameter,
  namesOf,
  pagesSeen,
  scalarsOf,
  singular,
  thingsAt,
  valuesSeen,
} from './observed.ts';

const text = { type: 'string' };
const film = {
  type: 'object',
  properties: {
    id: text,
    tags: { type: 'array', items: text },
    maker: { type: 'object', properties: { name: text, studio: { type: 'object', properties: { city: text } } } },
    length: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    cast: { anyOf: [{ type: 'array' }, { type: 'null' }] },
  },
};
const suite = smallSuite({
  operations: {
    listFilms: {
      request: 'GET /cinemas/{cinema}/shows',
      query: ['PageSize', 'order'],
      answer: { type: 'object', properties: { films: { type: 'array', items: film } } },
      behaviour: [{ family: 'list', items: '/films', noun: 'films', rules: [] }],
    },
    readFilm: { request: 'GET /films/{film}', answer: film },
  },
});
const { api } = suite;
const [list, read] = [operationOf(api, 'listFilms'), operationOf(api, 'readFilm')];

test('lists are found, and the place of their items', () => {
  expect(listsOf(api).map(([{ id }, { items }]) => [id, items])).toEqual([['listFilms', '/films']]);
  expect([thingsAt(api, list), thingsAt(api, read)]).toEqual(['/films/*', '']);
});

test('the items of each page that was seen, and the values of a member, each once', () => {
  const exchanges = [
    exchange(suite, 'listFilms', [200, { films: [{ id: 'a' }, { id: 'b' }] }]),
    exchange(suite, 'listFilms', [200, { films: [{ id: 'b' }, { id: '' }, { id: null }, {}] }]),
    exchange(suite, 'listFilms', [404, { films: [{ id: 'c' }] }]),
    exchange(suite, 'listFilms', [200, {}]),
    exchange(suite, 'readFilm', [200, { films: [{ id: 'd' }] }]),
  ];
  const [[, films] = []] = listsOf(api);
  if (films === undefined) throw new Error('there is a list');
  expect(pagesSeen({ api, exchanges }, films).map((items) => items.length)).toEqual([2, 4]);
  expect(valuesSeen({ api, exchanges }, 'listFilms', '/films/*/id')).toEqual(['a', 'b']);
});

test.each([
  ['X-Site-Id', 'xsiteid'],
  ['siteId', 'siteid'],
  ['page_2', 'page2'],
])('%s is %s without what joins its words', (name, expected) => expect(plain(name)).toBe(expected));

test.each([
  ['Film-Makers', 'filmmaker'],
  ['movies', 'movie'],
])('the singular of %s is %s', (noun, expected) => expect(singular(noun)).toBe(expected));

test('a list is of its noun, and of the last word of its path', () => {
  expect(namesOf(list, { noun: 'films' } as never)).toEqual(new Set(['film', 'show']));
  expect(namesOf({ path: '/{cinema}' } as never, { noun: 'films' } as never)).toEqual(new Set(['film']));
});

test.each([
  ['base_asset_id', 'base_id', true],
  ['baseAssetId', 'base_id', true],
  ['base_id', 'base_id', false],
  ['base_asset', 'base_id', false],
  ['the_base_id', 'base_id', false],
  ['asset_id', 'id', false],
])('%s is a longer form of %s: %s', (longer, shorter, expected) => {
  expect(isLongerForm(longer, shorter)).toBe(expected);
});

test.each([
  ['film', true],
  ['film_id', true],
  ['filmUuid', true],
  ['film-key', true],
  ['FILM_CODE', true],
  ['filmName', true],
  ['movie', true],
  ['films', false],
  ['filmmaker', false],
  ['x', false],
])('%s means one of the films: %s', (name, expected) => {
  expect(meansOne(name, new Set(['film', 'movie', 'x']))).toBe(expected);
});

test('scalar members are found, and those of objects, to a depth', () => {
  const at = (depth?: number) => scalarsOf(api, read, '', depth).map((member) => member.at);
  expect(at()).toEqual(['/id', '/maker/name', '/length']);
  expect(at(0)).toEqual(['/id', '/length']);
  expect(at(2)).toEqual(['/id', '/maker/name', '/maker/studio/city', '/length']);
});

test('a parameter is found by its place and its name in plain letters', () => {
  expect(namedParameter(list, 'query', LIMIT)?.name).toBe('PageSize');
  expect(namedParameter(list, 'path', LIMIT)).toBeUndefined();
  expect(namedParameter(list, 'query', /^sort$/)).toBeUndefined();
});
