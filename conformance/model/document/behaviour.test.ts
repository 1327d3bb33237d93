import { expect, test } from 'vitest';
import { renamedDeclaration, wrongDeclaration } from './behaviour.ts';

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
  ['an unknown family', document({ family: 'jsn', rules: [] }), 'x-behaviour at the root: there is no family "jsn"'],
  [
    'a family that is no text',
    document({ family: { toString: null }, rules: [] }),
    'x-behaviour at the root: there is no family "{\\"toString\\":null}"',
  ],
  [
    'a member that is missing',
    document(json, { family: 'one-of', at: '', rules: [] }),
    "x-behaviour at /paths/~1notes/get: one-of must have required property 'list'",
  ],
  [
    'a pointer without a slash',
    document(json, { family: 'list', items: 'notes', noun: 'notes', rules: [] }),
    'x-behaviour at /paths/~1notes/get: list/items must match pattern "^(/([^/~]|~[01])*)*$"',
  ],
])('reports %s in the declarations of a document', (_, described, expected) => {
  expect(wrongDeclaration(described)).toBe(expected);
});

test.each([
  ['look', { look: { see: 'lists' } }, 'look was renamed: use probe instead'],
  ['looks', { looks: {} }, 'looks was renamed: use probes instead'],
  ['unseen', { unseen: 'only its database shows it' }, 'unseen was renamed: use unobservable instead'],
  ['see of a probe', { probe: { see: 'lists' } }, 'see was renamed: use kind instead'],
  ['see of one probe of several', { probes: { order: { see: 'order' } } }, 'see was renamed: use kind instead'],
])('the old name %s of an open question is reported with the new one', (_, observation, expected) => {
  const described = document(json);
  const question = { id: 'notes.order', text: 'Their order.', source: 'handbook', ...observation };
  const get = { ...described.paths['/notes'].get, 'x-unspecified': [question] };
  expect(renamedDeclaration({ ...described, paths: { '/notes': { get } } })).toBe(
    `x-unspecified at /paths/~1notes/get: ${expected}`,
  );
});

test('an old name in x-behaviour is reported with the new one', () => {
  expect(renamedDeclaration(document({ ...json, unseen: 'no' }))).toBe(
    'x-behaviour at the root: unseen was renamed: use unobservable instead',
  );
});

test('a parameter with an old name is not an old name', () => {
  const described = document(json);
  const probe = { kind: 'order', query: { see: 'all', look: 'new' } };
  const get = { ...described.paths['/notes'].get, 'x-unspecified': [{ id: 'notes.order', probe }] };
  expect(renamedDeclaration({ ...described, paths: { '/notes': { get } } })).toBeNull();
});
