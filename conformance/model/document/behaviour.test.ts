import { expect, test } from 'vitest';
import { wrongDeclaration } from './behaviour.ts';

const json = { family: 'json', rules: [] };

function document(service: object, operation: object = json) {
  const get = { operationId: 'listNotes', responses: {}, 'x-behaviour': [operation] };
  return {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    'x-behaviour': [service],
    paths: { '/notes': { get } },
    components: { schemas: {} },
  };
}

test.each([
  ['nothing', document(json), null],
  ['a family of nobody', document({ family: 'jsn', rules: [] }), 'x-behaviour at the root: there is no family "jsn"'],
  [
    'a member that is missing',
    document(json, { family: 'list', items: '', rules: [] }),
    "x-behaviour at /paths/~1notes/get: list must have required property 'noun'",
  ],
  [
    'a pointer without a slash',
    document(json, { family: 'list', items: 'notes', noun: 'notes', rules: [] }),
    'x-behaviour at /paths/~1notes/get: list/items must match pattern "^(/([^/~]|~[01])*)*$"',
  ],
])('%s is told of declarations', (_, described, expected) => {
  expect(wrongDeclaration(described)).toBe(expected);
});
