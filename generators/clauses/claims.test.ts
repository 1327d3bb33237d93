import { expect, test } from 'vitest';
import type { Ledger } from '../ledger/ledger.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { cite } from './cite.ts';
import { problemsOf } from './claims.ts';
import type { Clause, Register } from './register.ts';

const rule = (id: string, level: 'must' | 'should' | 'observe' = 'must') => ({
  id: `shop.${id}`,
  service: 'shop',
  operation: 'list',
  family: null,
  text: 'It holds.',
  source: 'document 1',
  level,
});

const question = (id: string) => ({
  id: `shop.${id}`,
  service: 'shop',
  operation: 'list',
  text: 'It is open.',
  source: 'document 1',
});

const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/items': {
      get: {
        operationId: 'list',
        parameters: [{ name: 'limit', in: 'query', schema: {} }],
        responses: { '200': { description: 'The items.' }, '400': { description: 'An error.' } },
        'x-rules': [{ id: 'shop.list.all', level: 'must', text: 'It holds.', source: 'document 1' }],
      },
    },
  },
  components: { schemas: { Item: { properties: { name: {} } } } },
};

const ledger: Ledger = { rules: [rule('list.all')], unspecified: [question('list.order')] };

const clause = (id: string, more: Partial<Clause> = {}): Clause => ({
  id: `shop.${id}`,
  service: 'shop',
  document: 1,
  section: 'Endpoints',
  kind: 'rule',
  visible: true,
  text: 'A statement.',
  schema: [],
  protobuf: [],
  rules: [],
  questions: [],
  ...more,
});

const PLACES = ['shop/list', 'shop/list.limit', 'shop/list.200', 'shop/Item.name'];

const balanced: readonly Clause[] = [
  clause('list', { schema: PLACES, rules: ['shop.list.all'] }),
  clause('order', { kind: 'gap', questions: ['shop.list.order'] }),
];

function problems(
  clauses: readonly Clause[],
  contract: Partial<Ledger> = {},
  own: Partial<Register['own']> = {},
  levels: Register['levels'] = [],
) {
  return problemsOf(
    { clauses, own: { schema: [], rules: [], questions: [], ...own }, levels },
    { documents: new Map([['shop', document]]), ledger: { ...ledger, ...contract }, protobuf: new Set(['Item']) },
  );
}

test('a balanced register has no problems', () => {
  expect(problems(balanced)).toEqual([]);
});

test.each<[string, readonly Clause[], Partial<Ledger>, RegExp]>([
  ['an id that is listed twice', [...balanced, ...balanced.slice(0, 1)], {}, /shop\.list is listed twice/],
  ['an id of another file', [...balanced, clause('x', { id: 'bar.x', visible: false })], {}, /begins with "shop\."/],
  ['a clause that nothing claims', [...balanced, clause('x')], {}, /nothing claims the clause shop\.x/],
  ['a gap without a question', [...balanced, clause('x', { kind: 'gap', visible: false })], {}, /has no question/],
  ['an unknown rule', [...balanced, clause('x', { rules: ['shop.gone'] })], {}, /names the rule shop\.gone/],
  [
    'an unknown question',
    [...balanced, clause('x', { questions: ['shop.gone'] })],
    {},
    /names the question shop\.gone/,
  ],
  ['an unknown place', [...balanced, clause('x', { schema: ['shop/Gone'] })], {}, /names the place shop\/Gone/],
  ['an unknown message', [...balanced, clause('x', { protobuf: ['Gone'] })], {}, /names the message Gone/],
  [
    'a must without a clause',
    balanced,
    { rules: [...ledger.rules, rule('new')] },
    /rule shop\.new \(must\) has no clause/,
  ],
  [
    'an observed rule without a clause',
    balanced,
    { rules: [...ledger.rules, rule('new', 'observe')] },
    /rule shop\.new \(observe\) has no clause/,
  ],
  [
    'a must that rests on what is open',
    [...balanced, clause('x', { kind: 'tension', questions: ['shop.list.order'], rules: ['shop.new'] })],
    { rules: [...ledger.rules, rule('new')] },
    /only say what is open/,
  ],
  [
    'a place that rests on what is open',
    [...balanced, clause('x', { kind: 'not shown', questions: ['shop.list.order'], schema: ['shop/Item'] })],
    {},
    /tightens no schema/,
  ],
  [
    'two levels without a reason',
    [clause('list', { schema: PLACES, rules: ['shop.list.all', 'shop.new'] }), ...balanced.slice(1)],
    { rules: [...ledger.rules, rule('new', 'should')] },
    /levels must and should/,
  ],
  [
    'a reason without two levels',
    [...balanced, clause('x', { rules: ['shop.list.all'], levels: 'Why.' })],
    {},
    /do not/,
  ],
  [
    'a question without a clause',
    balanced,
    { unspecified: [...ledger.unspecified, question('new')] },
    /question shop\.new has no clause/,
  ],
  [
    'a place that nothing states',
    [clause('list', { schema: PLACES.slice(1), rules: ['shop.list.all'] }), ...balanced.slice(1)],
    {},
    /no clause states shop\/list:/,
  ],
])('%s is a problem', (_, clauses, contract, message) => {
  expect(problems(clauses, contract)).toEqual([expect.stringMatching(message)]);
});

test('an addition of the contract needs no clause', () => {
  const unspecified = [...ledger.unspecified, question('new')];
  const [first, ...rest] = balanced;
  const clauses = [{ ...first, schema: PLACES.slice(0, -1) }, ...rest] as Clause[];
  expect(problems(clauses, { unspecified }, { schema: ['*/Item.*'], questions: ['shop.new'] })).toEqual([]);
});

test('a clause can name all rules of an operation', () => {
  const rules = [...ledger.rules, rule('list.paged.first'), rule('list.paged.more')];
  const [first, ...rest] = balanced;
  const clauses = [{ ...first, rules: ['shop.list.*'] }, ...rest] as Clause[];
  expect(problems(clauses, { rules })).toEqual([]);
  expect(problems(clauses, { rules: [...rules, rule('other')] })).toHaveLength(1);
  expect(problems(clauses, { rules: [...rules, rule('other')] }, { rules: ['shop.oth*'] })).toEqual([]);
});

test('a wildcard without a matching place is a problem', () => {
  expect(problems(balanced, {}, { schema: ['*/Gone.*'] })).toEqual([
    expect.stringMatching(/own\.yaml names the place/),
  ]);
});

test('a rule is cited by its narrowest clause', () => {
  const wide = clause('wide', { rules: ['shop.list.all', 'shop.a', 'shop.b'] });
  const narrow = clause('narrow', { place: 'GET /items, Response', rules: ['shop.list.all'] });
  const cited = cite(document, { clauses: [wide, narrow], own: { schema: [], rules: [], questions: [] }, levels: [] });
  expect(cited.paths['/items']?.get?.['x-rules']).toEqual([
    {
      id: 'shop.list.all',
      level: 'must',
      text: 'It holds.',
      source: 'document 1, Endpoints, GET /items, Response',
      clauses: ['shop.narrow', 'shop.wide'],
    },
  ]);
});

const kind = { kind: 'whole', text: 'A list is whole.', rules: ['*.list.*'] };
const exception = { rules: ['shop.list.all'], level: 'must', why: 'It is stated.' } as const;

test.each<[string, Register['levels'][number], RegExp | null]>([
  ['a kind with the level of its rules', { ...kind, level: 'must' }, null],
  [
    'a kind with another level',
    { ...kind, level: 'should' },
    /"must", but levels\.yaml, kind "whole" gives it "should"/,
  ],
  ['another level with a reason', { ...kind, level: 'should', exceptions: [exception] }, null],
  ['a reason without another level', { ...kind, level: 'must', exceptions: [exception] }, /has the level of its kind/],
  ['a kind without rules', { ...kind, rules: ['shop.gone'], level: 'must' }, /names the rule shop\.gone/],
])('%s', (_, level, message) => {
  const expected = message === null ? [] : [expect.stringMatching(message)];
  expect(problems(balanced, {}, {}, [level])).toEqual(expected);
});

test('an exception can name several rules', () => {
  const rules = [...ledger.rules, rule('list.more')];
  const [first, ...rest] = balanced;
  const clauses = [{ ...first, rules: ['shop.list.*'] }, ...rest] as Clause[];
  const exceptions = [{ ...exception, rules: ['shop.list.all', 'shop.list.more'] }];
  expect(problems(clauses, { rules }, {}, [{ ...kind, level: 'should', exceptions }])).toEqual([]);
});

test('a rule that no statement demands has the level of its declaration', () => {
  const services = ['shop', 'board', 'yard'];
  const rules = services.map((name) => ({
    ...rule('list.all', name === 'shop' ? 'must' : 'should'),
    id: `${name}.list.all`,
  }));
  const level = { ...kind, level: 'must' } as const;
  expect(problems(balanced, { rules }, { rules: ['board.*', 'yard.*'] }, [level])).toEqual([]);
});
