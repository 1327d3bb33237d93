import { expect, test } from 'vitest';
import { buildApi } from './api.ts';
import type { OpenApiDocument } from './document.ts';

/** A document with an operation that has a member as no document may have it. */
function documentWith(member: object): OpenApiDocument {
  const operation = { operationId: 'read', responses: { 200: { description: '' } }, ...member };
  return JSON.parse(JSON.stringify({ openapi: '3.1.0', info: {}, paths: { '/books': { get: operation } } }));
}

test.each([
  ['parameters', { parameters: {} }],
  ['requestBody', { requestBody: { content: null } }],
  ['requestBody', { requestBody: { content: { 'application/x-www-form-urlencoded': null } } }],
  ['responses', { responses: { 200: null } }],
  ['security', { security: [null] }],
])('names the member with a value of another type: %s', (member, wrong) => {
  const read = () => buildApi('lending', documentWith(wrong), { rules: [], questions: [] });
  expect(read).toThrow(
    `/paths/~1books/get/${member} cannot be read: it has a value of another type than OpenAPI says; correct it`,
  );
});
