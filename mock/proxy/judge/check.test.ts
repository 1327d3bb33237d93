import { expect, test } from 'vitest';
import { operationsIn } from '../../documents.ts';
import { createCheck } from './check.ts';

const object = { type: 'object', required: ['a'] };
const text = { type: 'string', maxLength: 4 };
const notRead = (type: string) => [`the body of the response: ${type} is not read`];

test.each([
  ['an object in XML', 'application/xml', object, '<a/>', [], notRead('application/xml')],
  ['an object in XML as text', 'text/xml; charset=utf-8', object, '<a/>', [], notRead('text/xml')],
  ['lines of JSON', 'application/x-ndjson', object, '{"a":1}\n', [], notRead('application/x-ndjson')],
  ['any bytes', 'application/pdf', { type: 'string', format: 'binary' }, '%PDF', [], []],
  ['a text', 'text/plain', text, 'well', [], []],
  ['a text that is too long', 'text/plain', text, 'too long', ['maxLength'], []],
  ['an object in JSON', 'application/json', object, {}, ['required'], []],
])('%s in a response', async (_, type, schema, value, codes, unchecked) => {
  const answer = { description: 'Fine', content: { [type.split(';')[0] ?? '']: { schema } } };
  const paths = { '/it': { get: { operationId: 'getIt', responses: { 200: answer } } } };
  const check = createCheck(
    await operationsIn({ openapi: '3.1.0', info: { title: 'It', version: '1' }, paths }, 'it.json'),
  );
  const request = { method: 'GET', target: '/it', headers: {}, body: { kind: 'none' } } as const;
  const body = { kind: 'value', value, size: 8 } as const;
  const verdict = await check(request, { status: 200, headers: { 'content-type': type }, body });
  expect([verdict.violations.map(({ code }) => code), verdict.unchecked]).toEqual([codes, unchecked]);
});

/** The verdict on an answer without a request body. */
async function verdictOn(responses: object, status: number, type?: string, value?: unknown) {
  const paths = { '/it': { get: { operationId: 'getIt', responses } } };
  const components = { schemas: { A: { type: 'object', properties: { v: { pattern: '(?i)^a' } } } } };
  const document = { openapi: '3.1.0', info: { title: 'It', version: '1' }, paths, components };
  const check = createCheck(await operationsIn(document, 'it.json'));
  const body = value === undefined ? ({ kind: 'none' } as const) : ({ kind: 'value', value, size: 8 } as const);
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
  return check({ method: 'GET', target: '/it', headers: {}, body: { kind: 'none' } }, { status, headers, body });
}

const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });
const empty = { description: '' };

test.each([
  ['204', { 200: json(object), 204: empty }, 204, []],
  ['a redirect', { 302: empty }, 302, []],
  ['204 by default', { default: json(object) }, 204, []],
  ['304', { default: json(object) }, 304, []],
  ['a success with a documented body', { 200: json(object) }, 200, ['/header/content-type', '/body']],
])('%s without a body', async (_, responses, status, pointers) => {
  const { violations } = await verdictOn(responses, status);
  expect(violations.map(({ pointer }) => pointer)).toEqual(pointers);
});

test.each([
  ['*/*', 'application/json'],
  ['application/*', 'application/json'],
  ['application/json', 'application/problem+json'],
  ['text/*', 'text/plain'],
])('of %s and %s, the closest form is judged', async (range, type) => {
  const schema = type.startsWith('text') ? text : object;
  const content = { [range]: { schema: {} }, [type]: { schema } };
  const value = type.startsWith('text') ? 'too long' : {};
  const { violations } = await verdictOn({ 200: { description: '', content } }, 200, type, value);
  expect(violations).toHaveLength(1);
});

test('what of the document cannot be used is reported with each operation that refers to it', async () => {
  const schema = { $ref: '#/components/schemas/A' };
  const { unchecked } = await verdictOn({ 200: json(schema) }, 200, 'application/json', { v: 'b' });
  expect(unchecked).toEqual([
    '/components/schemas/A/properties/v/pattern is not a regular expression of ECMAScript: it is not checked',
  ]);
  expect((await verdictOn({ 200: json({}) }, 200, 'application/json', {})).unchecked).toEqual([]);
});
