import { describe, expect, test } from 'vitest';
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

  test('finds places by their content, and removes all of them', () => {
    const changed = applied({ target: "$.paths.*[?@.operationId == 'readBook'].tags[*]", remove: true });
    expect(changed).toMatchObject({ paths: { '/books/{id}': { get: { tags: [] } } } });
    expect(document.paths['/books/{id}'].get.tags).toEqual(['a', 'b']);
  });

  test.each([
    ['no JSONPath', { target: 'paths', update: {} }, 'action 1 (paths) has a target that is no JSONPath'],
    ['a target that is not there', { target: '$.paths["/pens"]', update: {} }, 'changes nothing'],
    ['no target', { update: {} }, 'has no target'],
    ['nothing to do', { target: '$.info' }, 'has neither update nor remove'],
    ['a copy', { target: '$.info', copy: '$.paths' }, 'copies, which is not supported'],
  ])('with %s is an error that names the action', (_, action, message) => {
    expect(() => applied(action)).toThrow(message);
  });

  test.each([[null], [{ overlay: '2.0.0', actions: [] }], [{ actions: [] }]])('%j is not an overlay', (overlay) => {
    expect(() => overlaid(document, overlay, 'books.yaml')).toThrow('books.yaml is not an OpenAPI Overlay');
  });
});
