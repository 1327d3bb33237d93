import { expect, it } from 'vitest';
import type { CompiledValidator, Operation } from '../operation.ts';
import { compiledEngine } from './compiled.ts';
import { type CheckedRequest, documentedStatus } from './engine.ts';

const operation: Operation = {
  id: 'read',
  method: 'get',
  path: '/',
  summary: '',
  parameters: [],
  security: [],
  statuses: ['200', '4XX', 'default'],
};
const checked: CheckedRequest = {
  requested: { url: '/', header: () => undefined, headers: () => ({}) },
  path: {},
  input: { path: {}, query: {}, headers: {}, cookies: {}, body: 'body' },
};

const validator = (isValid: (data: unknown) => boolean, errors?: CompiledValidator['errors']): CompiledValidator =>
  Object.assign(isValid, errors === undefined ? {} : { errors });

/** The judge of the operation, with a validator of its requests and one of its answers with 200. */
function judgeWith(one: CompiledValidator) {
  const service = {
    name: 'shop',
    operations: {},
    securitySchemes: {},
    validators: { read: { request: one, responses: { 200: one } } },
    document: () => ({}),
  };
  return compiledEngine(service)(operation);
}

it('gives a validator the input of a request, or the body of an answer with its status', () => {
  const seen: unknown[] = [];
  const judge = judgeWith(validator((data) => seen.push(data) > 0));
  expect(judge.request(checked)).toBeUndefined();
  expect(judge.response(checked, 200, '200', 'answer')).toBeUndefined();
  expect(judge.response(checked, 404, '4XX', 'answer')).toBeUndefined();
  expect(seen).toEqual([checked.input, 'answer']);
});

it('has no problem with an operation that has no validators', () => {
  const judge = judgeWith(validator(() => false));
  const other = compiledEngine({
    name: 'shop',
    operations: {},
    securitySchemes: {},
    validators: {},
    document: () => ({}),
  })({ ...operation, id: 'other' });
  expect(judge.request(checked)).toBeDefined();
  expect([other.request(checked), other.response(checked, 200, '200', 1)]).toEqual([undefined, undefined]);
});

const error = (message?: string, params?: object) => ({
  instancePath: '/a',
  ...(message === undefined ? {} : { message }),
  ...(params === undefined ? {} : { params }),
});

it.each<[CompiledValidator['errors'], string, string]>([
  [[error('must be a'), error('must be b')], '/a', 'must be a'],
  [[error('must be one', { allowedValues: ['b', 1] })], '/a', 'must be one of "b", 1'],
  [[error('must not', { additionalProperty: 'b' })], '/a', 'must not have "b"'],
  [[error('must be a', { limit: 1 })], '/a', 'must be a'],
  [[error()], '/a', 'is invalid'],
  [[], '', 'is invalid'],
  [null, '', 'is invalid'],
  [undefined, '', 'is invalid'],
])('reports the first of the errors %j', (errors, pointer, message) => {
  expect(judgeWith(validator(() => false, errors)).request(checked)).toEqual({ pointer, message });
});

it.each<[readonly string[], number, string | undefined]>([
  [['200', '4XX', 'default'], 200, '200'],
  [['200', '404', '4XX'], 404, '404'],
  [['4XX', 'default'], 409, '4XX'],
  [['4XX', 'default'], 500, 'default'],
  [['200', '4XX'], 500, undefined],
])('of %j, the one that covers %i is %s', (statuses, status, documented) => {
  expect(documentedStatus({ ...operation, statuses }, status)).toBe(documented);
});
