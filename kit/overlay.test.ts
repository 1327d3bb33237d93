import { describe, expect, test } from 'vitest';
import { UsageError } from './errors.ts';
import { overlaid } from './overlay.ts';

const document = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': { get: { operationId: 'listBooks', tags: ['a'], 'x-behaviour': [{ family: 'list' }] } },
    '/books/{id}': { get: { operationId: 'readBook', tags: ['a', 'b'] } },
  },
};

const applied = (...actions: readonly object[]) => overlaid(document, { overlay: '1.0.0', actions }, 'books.yaml');

describe('an overlay', () => {
  test('merges objects, joins lists and replaces everything else', () => {
    const update = { summary: 'Books', 'x-behaviour': [{ family: 'sorted', member: 'title' }] };
    const changed = applied(
      { target: "$.paths['/books'].get", update },
      { target: '$.info', update: { version: '2' } },
    );
    expect(changed).toMatchObject({
      info: { title: 'Books', version: '2' },
      paths: {
        '/books': {
          get: { operationId: 'listBooks', 'x-behaviour': [{ family: 'list' }, { family: 'sorted', member: 'title' }] },
        },
      },
    });
  });

  const deep = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

  test.each([
    ['a pattern without end', { target: "$..[?search(@.title, '^(a+)+$')]", update: {} }, 'takes more than 5 s'],
    ['too many places', { target: '$..*..*..*', update: {} }, 'has a target of more than 100000 places'],
    ['too many values', { target: '$.many[*]', update: Array.from({ length: 30_000 }, () => 1) }, 'adds more than'],
    [
      'a target that is nested too deep',
      { target: `$${'[?@'.repeat(5_000)}${']'.repeat(5_000)}`, update: {} },
      'too deep',
    ],
    ['an update that is nested too deep', { target: '$.info', update: deep(50_000) }, 'too deep'],
  ])('with %s is rejected', (_what, action, message) => {
    const large = {
      ...document,
      many: Array.from({ length: 20_000 }, () => ({ title: `${'a'.repeat(60)}!`, a: [{}, {}] })),
    };
    const apply = () => overlaid(large, { overlay: '1.0.0', actions: [action] }, 'books.yaml');
    expect(apply).toThrow(
      expect.objectContaining({ constructor: UsageError, message: expect.stringContaining(message) }),
    );
  });

  test('finds places by their content, and removes all of them', () => {
    const changed = applied({ target: "$.paths.*[?@.operationId == 'readBook'].tags[*]", remove: true });
    expect(changed).toMatchObject({ paths: { '/books/{id}': { get: { tags: [] } } } });
    expect(document.paths['/books/{id}'].get.tags).toEqual(['a', 'b']);
  });

  test.each([
    ['no JSONPath', { target: 'paths', update: {} }, 'action 1 (paths) has a target that is no JSONPath'],
    ['a target that is not there', { target: '$.paths["/pens"]', update: {} }, 'changes nothing'],
    ['a target that is no text', { target: { toString: null } }, 'action 1 ({"toString":null}) has no target'],
    ['no target', { update: {} }, 'has no target'],
    ['nothing to do', { target: '$.info' }, 'has neither update, copy nor remove'],
    ['a copy in version 1.0', { target: '$.info', copy: '$.paths' }, 'copies, which needs "overlay: 1.1.0"'],
  ])('with %s is an error that names the action', (_, action, message) => {
    expect(() => applied(action)).toThrow(message);
  });

  const copied = (action: object) =>
    overlaid(document, { overlay: '1.1.0', actions: [{ target: "$.paths['/books'].get", ...action }] }, 'books.yaml');

  test('of version 1.1 merges a copy of another place', () => {
    const changed = copied({ copy: "$.paths['/books/{id}'].get" });
    expect(changed).toMatchObject({
      paths: {
        '/books': { get: { operationId: 'readBook', tags: ['a', 'a', 'b'], 'x-behaviour': [{ family: 'list' }] } },
        '/books/{id}': { get: { operationId: 'readBook', tags: ['a', 'b'] } },
      },
    });
    expect(copied({ copy: '$.info', update: { summary: 'Books' } })).not.toHaveProperty([
      'paths',
      '/books',
      'get',
      'title',
    ]);
  });

  test.each([
    ['a place that is not there', '$.nothing', 'a place that the document does not have'],
    ['several places', '$.paths.*', 'which is 2 places; name one'],
    ['no JSONPath', 'info', 'has a copy that is no JSONPath'],
  ])('that copies %s is an error that names the action', (_, copy, message) => {
    expect(() => copied({ copy })).toThrow(message);
    expect(() => copied({ copy })).toThrow("books.yaml: action 1 ($.paths['/books'].get)");
  });

  test.each([[null], [{ overlay: '2.0.0', actions: [] }], [{ actions: [] }]])('%j is not an overlay', (overlay) => {
    expect(() => overlaid(document, overlay, 'books.yaml')).toThrow('books.yaml is not an OpenAPI Overlay');
  });
});
