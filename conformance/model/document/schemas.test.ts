import { expect, test } from 'vitest';
import { operationOf, responseFor } from './api.ts';
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

test('null lists, offsets, nanoseconds and unknown members are valid', () => {
  expect(judge.problems(transactions, [{ ...transaction, note: 'unknown' }])).toEqual([]);
  expect(judge.problems(transactions, null)).toEqual([]);
  expect(judge.problems(transactions, [])).toEqual([]);
});

test('the smallest wrong part is named, not the alternatives around it', () => {
  expect(judge.problems(transactions, [transaction, { ...transaction, amount: 1 }])).toEqual([
    { pointer: '/1/amount', keyword: 'type', expected: 'string', actual: '1 (number)' },
  ]);
});

test('the types of alternatives are told together', () => {
  expect(judge.problems(transactions, transaction)).toMatchObject([{ pointer: '', expected: 'array or null' }]);
});

test('a missing member is named by where it should be', () => {
  const { data: _, ...rest } = transaction;
  expect(judge.problems(transactions, [rest])).toEqual([
    { pointer: '/0/data', keyword: 'required', expected: 'this member, which is required', actual: 'it is missing' },
  ]);
});

test('30 February and a time without offset are no times', () => {
  const wrong = ['2021-02-30T00:00:00Z', '2021-08-17T00:00:00'].map((created_at) => ({ ...transaction, created_at }));
  expect(judge.problems(transactions, wrong).map(({ pointer }) => pointer)).toEqual(['/0/created_at', '/1/created_at']);
});

test('an answer of another type altogether is wrong as a whole', () => {
  const [problem] = judge.problems(transactions, { data: [] });
  expect(problem?.pointer).toBe('');
});
