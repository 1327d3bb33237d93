import type { IHttpOperation, IHttpOperationResponse } from '@stoplight/types';
import { expect, it } from 'vitest';
import { withPreferredAnswer } from './prefer.ts';
import { documentOf, mockOf } from './testing/document.ts';

const response = (code: string, name: string, value: unknown): IHttpOperationResponse => ({
  id: code,
  code,
  contents: [{ id: code, mediaType: 'application/json', examples: [{ id: name, key: name, value }], encodings: [] }],
});

const operation: IHttpOperation = {
  id: 'read',
  iid: 'read',
  method: 'get',
  path: '/',
  responses: [
    response('200', 'fine', { code: 0 }),
    response('400', 'malformed', { code: 400 }),
    response('4XX', 'own', { code: 41 }),
    response('default', 'other', { code: 5 }),
  ],
};

it.each([
  ['own', 400, { code: 41 }],
  ['other', 500, { code: 5 }],
  ['malformed', 400, { code: 400 }],
])('passes the example %s to Prism under its status', (exampleKey, status, value) => {
  const preferred = withPreferredAnswer(operation, {
    exampleKey,
    dynamic: false,
    mediaTypes: [],
    ignoreExamples: false,
  });
  if (preferred instanceof Error) throw preferred;
  expect(preferred.config.code).toBe(status);
  const first = preferred.operation.responses.find(({ code }) => code === String(status));
  expect(first?.contents?.[0]?.examples).toMatchObject([{ key: exampleKey, value }]);
});

it.each([
  ['example=fine', 200, { a: 1 }],
  ['example=wrong', 422, { code: 422 }],
  ['code=500', 500, { a: 1 }],
  ['code=200', 200, { a: 1 }],
  ['', 200, { a: 1 }],
  ['example=gone', 404, { hint: 'it has: fine (200), wrong (422)' }],
])('answers %j when only default is documented', async (Prefer, status, body) => {
  const examples = { fine: { value: { a: 1 } }, wrong: { value: { code: 422 } } };
  const responses = { default: { description: 'any', content: { 'application/json': { examples } } } };
  await using running = await mockOf({ 'api.json': documentOf({ '/p': { get: { responses } } }) });
  const response = await fetch(`${running.url}/p`, { headers: { Prefer } });
  expect([response.status, await response.json()]).toMatchObject([status, body]);
});

it.each([200, 204, 503])(
  'answers 200 with an example of the only default in addition to an own answer of %i',
  (status) => {
    const onlyDefault = { ...operation, responses: [response('default', 'fine', { a: 1 })] };
    const own = [{ name: 'own-1', status, headers: {}, body: undefined, content: undefined }];
    const config = { exampleKey: 'fine', dynamic: false, mediaTypes: [], ignoreExamples: false };
    expect(withPreferredAnswer(onlyDefault, config, own)).toMatchObject({ config: { code: 200 } });
  },
);
