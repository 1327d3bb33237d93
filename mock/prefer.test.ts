import type { IHttpOperation, IHttpOperationResponse } from '@stoplight/types';
import { expect, it } from 'vitest';
import { withPreferredAnswer } from './prefer.ts';

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
    response('400', 'malformed', { code: 400 }),
    response('4XX', 'own', { code: 41 }),
    response('default', 'other', { code: 5 }),
  ],
};

it.each([
  ['own', 400, { code: 41 }],
  ['other', 500, { code: 5 }],
  ['malformed', 400, { code: 400 }],
])('gives Prism the example %s under its status', (exampleKey, status, value) => {
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
