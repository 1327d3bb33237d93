import { describe, expect, test } from 'vitest';
import { type ApiModel, buildApi, type Operation, operationOf } from '../model/document/api.ts';
import type { Schema } from '../model/document/document.ts';
import { loadApi, loadLedger } from '../model/document/load.ts';
import { normalised } from '../model/document/normalised.ts';
import { queryInputs } from '../model/document/requests.ts';
import { schemaJudge } from '../model/document/schemas.ts';
import { serviceNames } from '../model/document/services.ts';
import { exampleInput, invalidVariants, validVariants } from './inputs.ts';
import { inputOracle } from './oracle.ts';
import { edgeValues, valuesBeyond } from './values.ts';

const ledger = await loadLedger();

async function loaded(service: (typeof serviceNames)[number]) {
  const api = await loadApi(service, ledger);
  return { api, oracle: inputOracle(api.document, schemaJudge(api.document)) };
}

const { api, oracle } = await loaded('lending');

function variants(operation: Operation, which: 'valid' | 'invalid', model: ApiModel = api, judge = oracle) {
  const make = which === 'valid' ? validVariants : invalidVariants;
  return make({ api: model, oracle: judge }, operation, exampleInput(operation, 'required'));
}

const pay = operationOf(api, 'createPayRequest');
const list = operationOf(api, 'listTransactions');

test.each(serviceNames)('the examples of %s are valid requests', async (service) => {
  const { api: model, oracle: judge } = await loaded(service);
  const wrong = model.operations.flatMap((operation) =>
    (['required', 'all'] as const).flatMap((which) => judge.problems(operation, exampleInput(operation, which))),
  );
  expect(wrong).toEqual([]);
});

test.each(serviceNames)('variants of the examples of %s are as valid or invalid as they claim', async (service) => {
  const { api: model, oracle: judge } = await loaded(service);
  for (const operation of model.operations) {
    for (const { input } of variants(operation, 'valid', model, judge)) {
      expect(judge.problems(operation, input)).toEqual([]);
    }
    for (const { input } of variants(operation, 'invalid', model, judge)) {
      expect(new Set(judge.problems(operation, input)).size).toBe(1);
    }
  }
});

describe('of a pay request', () => {
  const names = variants(pay, 'invalid').map(({ name }) => name);

  test.each(['asset_id', 'amount', 'trace_id', 'follow_id', 'memo_base64'])(
    '%s is left out, of a wrong type and of a wrong form',
    (member) => {
      expect(names).toContain(`body/${member}: missing`);
      expect(names).toContain(`body/${member}: a number`);
      expect(names).toContain(`body/${member}: null`);
      expect(names.filter((name) => name.startsWith(`body/${member}: `)).length).toBeGreaterThan(6);
    },
  );

  test('the whole body is missing, of a wrong type, and broken', () => {
    expect(names.filter((name) => name.startsWith('body: '))).toEqual([
      'body: missing',
      'body: a list',
      'body: a text',
      'body: JSON that ends too early',
    ]);
  });

  test('a value that a lenient server may accept is not sent as invalid', () => {
    const texts = variants(pay, 'invalid').map(({ input }) => JSON.stringify(input.body ?? null));
    expect(texts.some((text) => text.includes('"memo_base64":"AQ"') || text.includes('"follow_id":""'))).toBe(false);
  });
});

test('null for an optional member is not sent as invalid', async () => {
  const { api: assistant, oracle: judge } = await loaded('assistant');
  const names = variants(operationOf(assistant, 'createConversation'), 'invalid', assistant, judge);
  const nulls = names.map(({ name }) => name).filter((name) => name.endsWith(': null'));
  expect(nulls).toEqual(['body/bot_id: null', 'body/user_identity: null']);
});

describe('of a list of transactions', () => {
  test('valid offsets are in UTC and elsewhere, with nanoseconds and without', () => {
    const offsets = variants(list, 'valid').map(({ input }) => input.query['offset']);
    expect(offsets).toEqual(
      expect.arrayContaining(['2020-12-12T12:12:12.999999999Z', '2020-12-12T20:12:12.500000000+08:00']),
    );
    expect(offsets).not.toContain('');
  });

  test('invalid offsets are not times; limit is text, so it has no invalid values', () => {
    const queries = variants(list, 'invalid').map(({ input }) => input.query);
    expect(queries.map((query) => query['offset'])).toContain('2021-02-30T12:00:00Z');
    expect(queries.filter((query) => 'limit' in query)).toEqual([]);
  });
});

test('values at the limits of a schema are valid, and values beyond them are not', () => {
  const within = (schema: Schema, value: unknown) => edgeValues(api.document, schema, value).map((one) => one.value);
  const beyond = (schema: Schema, value: unknown) => valuesBeyond(api.document, schema, value).map((one) => one.value);
  const nights: Schema = { type: 'integer', minimum: 1, maximum: 30 };
  expect([within(nights, 3), beyond(nights, 3)]).toEqual([
    [1, 30],
    [0, 31],
  ]);
  const dog: Schema = { type: 'string', minLength: 1, maxLength: 5 };
  expect([within(dog, 'Rex'), beyond(dog, 'Rex')]).toEqual([
    ['R', 'Rexaa'],
    ['', 'Rexaaa'],
  ]);
  expect(beyond({ type: 'string' }, 'Rex')).toEqual([]);
  const tags: Schema = { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string' } };
  expect(beyond(tags, ['a'])).toEqual([[], ['a', 'a', 'a']]);
});

describe.each([
  ['written as JSON', { content: { 'application/json': { schema: { $ref: '#/components/schemas/Range' } } } }],
  ['spread over the query', { schema: { $ref: '#/components/schemas/Range' } }],
  ['with members in brackets', { schema: { $ref: '#/components/schemas/Range' }, style: 'deepObject' }],
])('an object in a query that is %s', (_, form) => {
  const Range = {
    type: 'object',
    required: ['from', 'to'],
    properties: { from: { type: 'integer' }, to: { minimum: 1, type: 'integer' } },
  };
  const parameters = [{ name: 'range', in: 'query', required: true, ...form }];
  const paths = { '/a': { get: { operationId: 'readA', parameters, responses: {} } } };
  const document = normalised({
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths,
    components: { schemas: { Range } },
  });
  const model = buildApi('a', document, { rules: [], questions: [] });
  const judge = inputOracle(document, schemaJudge(document));
  const operation = operationOf(model, 'readA');

  test('is valid as its example, and wrong with each member left out, of another form, or beyond its limit', () => {
    expect(judge.problems(operation, exampleInput(operation, 'required'))).toEqual([]);
    const names = variants(operation, 'invalid', model, judge).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['query/range: missing', 'query/range: from missing']));
    expect(names.filter((name) => name.startsWith('query/range: to ')).length).toBeGreaterThan(2);
  });
});

describe('an object whose members are parameters', () => {
  const integer = { type: 'integer' };
  const named = { type: 'object', properties: { x: integer } };

  test.each<[object, string, 'valid' | 'invalid']>([
    [{ ...named, required: ['x'] }, 'x=1', 'valid'],
    [{ ...named, required: ['x'] }, 'x=1&utm=a', 'valid'],
    [{ ...named, required: ['x'] }, 'x=a', 'invalid'],
    [{ ...named, required: ['x'] }, '', 'invalid'],
    [{ ...named, required: ['x'] }, 'other=1', 'invalid'],
    [named, '', 'valid'],
    [{ type: 'object' }, 'x=1', 'valid'],
    [{ type: 'object', minProperties: 1 }, 'y=1', 'valid'],
    [{ type: 'object', minProperties: 1 }, 'other=1', 'invalid'],
    [{ type: 'object', additionalProperties: integer }, 'y=a', 'invalid'],
    [{ type: 'object', properties: { x: { type: 'array', items: integer } } }, 'x=1&x=2', 'valid'],
    [{ type: 'object', properties: { x: { type: 'array', items: integer } } }, 'x=1', 'valid'],
    [{ anyOf: [named, { type: 'object', required: ['z'] }] }, 'z=1', 'valid'],
  ])('by %j, %j is %s', (schema, query, verdict) => {
    const parameters = [
      { name: 'f', in: 'query', required: true, schema },
      { name: 'other', in: 'query', schema: integer },
    ];
    const paths = { '/a': { get: { operationId: 'readA', parameters, responses: {} } } };
    const document = normalised({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths });
    const operation = operationOf(buildApi('a', document, { rules: [], questions: [] }), 'readA');
    const read = queryInputs(document, operation, new URLSearchParams(query));
    const problems = inputOracle(document, schemaJudge(document)).problems(operation, {
      path: {},
      headers: {},
      query: read,
    });
    expect(problems).toEqual(verdict === 'valid' ? [] : ['query/f']);
  });
});
