import { isKept } from '@wallet-services/kit/testing/kept';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { operationOf, responseFor } from './api.ts';
import type { OpenApiDocument, Schema } from './document.ts';
import { loadApi, loadLedger } from './load.ts';
import { schemaJudge } from './schemas.ts';
import { serviceNames } from './services.ts';

const ledger = await loadLedger();
const lending = await loadApi('lending', ledger);
const judge = schemaJudge(lending.document);

function pointerOf(operation: string): string {
  return responseFor(operationOf(lending, operation), 200)?.contents[0]?.schemaPointer ?? '';
}

const transactions = pointerOf('listTransactions');
const ID = 'c6d0c728-2624-429b-8e0d-d9d19b6592fa';

const transaction = {
  id: 1,
  action: 1,
  trace_id: ID,
  user_id: ID,
  follow_id: ID,
  asset_id: ID,
  amount: '1',
  data: {},
  created_at: '2021-08-17T11:14:49.123456789+08:00',
  updated_at: '2021-08-17T11:14:49Z',
};

test.each(serviceNames)('every example of %s is valid in its document', async (service) => {
  const api = await loadApi(service, ledger);
  const schemas = schemaJudge(api.document);
  const problems = api.operations.flatMap(({ path, method, responses }) =>
    responses.flatMap(({ status, contents }) => {
      const key = method.toLowerCase() as 'get';
      const media = api.document.paths[path]?.[key]?.responses[status]?.content?.['application/json'];
      const named = Object.values(media?.examples ?? {}).map(({ value }) => value);
      const examples = media?.example === undefined ? named : [media.example, ...named];
      return examples.flatMap((example) => schemas.problems(contents[0]?.schemaPointer ?? '', example));
    }),
  );
  expect(problems).toEqual([]);
});

test('offsets, nanoseconds and unknown members are valid', () => {
  expect(judge.problems(transactions, [{ ...transaction, note: 'unknown' }])).toEqual([]);
  expect(judge.problems(transactions, [])).toEqual([]);
});

test('the smallest wrong part is named, not the alternatives around it', () => {
  expect(judge.problems(transactions, [transaction, { ...transaction, amount: 1 }])).toEqual([
    { pointer: '/1/amount', keyword: 'type', expected: 'string', actual: '1 (number)' },
  ]);
});

test.each([null, transaction])('%j is no list', (value) => {
  expect(judge.problems(transactions, value)).toMatchObject([{ pointer: '', expected: 'array' }]);
});

test('the types of alternatives are reported together', () => {
  expect(judge.problems(transactions, [{ ...transaction, snapshot_trace_id: 7 }])).toMatchObject([
    { pointer: '/0/snapshot_trace_id', expected: 'string or null' },
  ]);
});

test('a missing member is reported at the place where it should be', () => {
  const { data: _, ...rest } = transaction;
  expect(judge.problems(transactions, [rest])).toEqual([
    { pointer: '/0/data', keyword: 'required', expected: 'this member, which is required', actual: 'it is missing' },
  ]);
});

test('30 February and a time without an offset are not times', () => {
  const wrong = ['2021-02-30T00:00:00Z', '2021-08-17T00:00:00'].map((created_at) => ({ ...transaction, created_at }));
  expect(judge.problems(transactions, wrong).map(({ pointer }) => pointer)).toEqual(['/0/created_at', '/1/created_at']);
});

test('an answer of an entirely different type is wrong as a whole', () => {
  const [problem] = judge.problems(transactions, { data: [] });
  expect(problem?.pointer).toBe('');
});

describe('a long list', () => {
  const list = (limits: Schema) => {
    const schema = { type: 'array', items: { type: 'string' }, ...limits } as const;
    const document = { openapi: '3.1.0', paths: {}, components: { schemas: { Words: schema } } };
    return schemaJudge(document as unknown as OpenApiDocument);
  };
  const words = (count: number) => Array.from({ length: count }, (_, place) => `word ${place}`);
  const keywords = (limits: Schema, value: unknown) =>
    list(limits)
      .problems('/components/schemas/Words', value)
      .map(({ keyword }) => keyword);

  test.each([20, 25, 500])('of more than %i items is too long', (maxItems) => {
    expect(keywords({ maxItems }, words(maxItems + 1))).toEqual(['maxItems']);
    expect(keywords({ maxItems }, words(maxItems))).toEqual([]);
  });

  test('has a duplicate item, far after the first', () => {
    expect(keywords({ uniqueItems: true }, [...words(60), 'word 40'])).toEqual(['uniqueItems']);
  });

  test('has enough items, whatever is wrong with one', () => {
    expect(keywords({ minItems: 30 }, [0, ...words(40)])).toEqual(['type']);
    expect(keywords({ minItems: 30 }, words(29))).toEqual(['minItems']);
  });
});

test.each(['oneOf', 'anyOf'])('of the forms of %s only the one that a constant names counts', (keyword) => {
  const form = (kind: string, member: string) => ({
    type: 'object',
    required: ['kind', member],
    properties: { kind: { type: 'string', enum: [kind] }, [member]: { type: 'string' } },
  });
  const schemas = { Mail: form('mail', 'address'), Hook: form('hook', 'target') };
  const forms = Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const document = {
    openapi: '3.1.0',
    paths: {},
    components: { schemas: { ...schemas, Channel: { [keyword]: forms } } },
  };
  const { problems } = schemaJudge(document as unknown as OpenApiDocument);
  const pointers = (value: unknown) => problems('/components/schemas/Channel', value).map(({ pointer }) => pointer);
  expect(pointers({ kind: 'mail', address: 'a' })).toEqual([]);
  expect(pointers({ kind: 'mail' })).toEqual(['/address']);
  expect(pointers({ kind: 'hook', target: 1 })).toEqual(['/target']);
  expect(pointers({ kind: 'pigeon' })).not.toEqual([]);
});

test('a schema that takes too long to compile says so, whenever it is asked for, and makes nothing valid', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [`m${index}`, { type: 'string' }]),
  );
  const document = {
    openapi: '3.1.0',
    paths: {},
    components: { schemas: { Large: { properties }, Small: { type: 'string' } } },
  };
  const { problems, unusable } = schemaJudge(document as unknown as OpenApiDocument, 100);
  const large = '/components/schemas/Large';
  for (let time = 0; time < 3; time += 1) expect(() => problems(large, { m1: 1 })).toThrow('took too long');
  expect(unusable(large)).toBe('compiling it took too long');
  expect(unusable('/components/schemas/Small')).toBeNull();
});

test.each([undefined, 1_000])(
  'keeps nothing of a value that is wrong, with a time limit of %s',
  async (milliseconds) => {
    const limited = schemaJudge(lending.document, milliseconds);
    const use = (value: object) => {
      expect(limited.problems(transactions, { data: { transactions: [value] } })).not.toEqual([]);
    };
    expect(await isKept(() => ({ ...transaction, data: 'large' }), use)).toBe(false);
  },
);

test('has no usable schema where the document as a whole cannot be read, and does not throw', () => {
  const named = { $dynamicAnchor: 'T' };
  const document = {
    openapi: '3.1.0',
    paths: {},
    components: { schemas: { A: named, B: named, C: { type: 'string' } } },
  };
  const { problems, unusable } = schemaJudge(document as unknown as OpenApiDocument);
  expect(unusable('/components/schemas/C')).toContain('resolves to more than one schema');
  expect(problems('/components/schemas/C', 1)).toEqual([]);
});

test('does not compile the schema of schemas', () => {
  const compile = vi.spyOn(Ajv2020.prototype, 'validateSchema');
  onTestFinished(() => compile.mockRestore());
  const fresh = schemaJudge(lending.document);
  expect(fresh.problems(transactions, [{ ...transaction, id: 'one' }])).not.toEqual([]);
  expect(compile).not.toHaveBeenCalled();
});
