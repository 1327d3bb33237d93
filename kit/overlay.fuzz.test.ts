import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { UsageError } from './errors.ts';
import { overlaid } from './overlay.ts';

const document = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': { get: { operationId: 'listBooks', tags: ['a', 'b'], parameters: [{ name: 'limit', in: 'query' }] } },
  },
  components: { schemas: { Book: { type: 'object', properties: { title: { type: 'string' } } } } },
};

/** Parts of a JSONPath that are almost valid. */
const piece = fc.constantFrom(
  '$',
  '.',
  '..',
  '*',
  '[*]',
  '[0]',
  '[-1:]',
  '[?@.a == 1]',
  '[?search(@.operationId, "(a|a)*$")]',
  '[?@..[?@.x]]',
  'paths',
  'get',
  'tags',
  "['/books']",
  '["__proto__"]',
  'constructor',
  '.info',
  '.version',
  '@',
  '(',
  '\\',
  '\u0000',
);
const soup = fc.array(piece, { maxLength: 8 }).map((pieces) => `$${pieces.join('')}`);
const path = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('$', '$.info', '$..tags', '$.paths.*.get.tags[*]', '$.info.version', '$..*'),
  },
  { weight: 3, arbitrary: soup },
  fc.string(),
  fc.jsonValue(),
);
const value = fc.oneof(
  fc.jsonValue(),
  fc.constant(JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')),
);
const action = fc.oneof(
  fc.record(
    { target: path, update: value, remove: fc.constantFrom<unknown>(true, false, 'yes'), copy: path },
    { requiredKeys: ['target'] },
  ),
  fc.jsonValue(),
);
const overlay = fc.oneof(
  fc.record({
    overlay: fc.constantFrom<unknown>('1.0.0', '1.1.0', '2.0', 1),
    actions: fc.array(action, { maxLength: 4 }),
  }),
  fc.jsonValue(),
);

it('changes a copy of the document, or is rejected in a sentence with its name', () => {
  const before = JSON.stringify(document);
  fc.assert(
    fc.property(overlay, (one) => {
      try {
        const changed = overlaid(document, one, 'books.yaml');
        expect(JSON.parse(JSON.stringify(changed))).toEqual(changed);
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError);
        expect((error as UsageError).message).toMatch(/^books\.yaml/);
      }
      expect(JSON.stringify(document)).toBe(before);
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    }),
  );
});

it('adds what an update has, and nothing else', () => {
  const name = fc.stringMatching(/^x-[a-z]{1,8}$/);
  fc.assert(
    fc.property(fc.dictionary(name, fc.jsonValue()), (update) => {
      const changed = overlaid(document, { overlay: '1.0.0', actions: [{ target: '$.info', update }] }, 'books.yaml');
      expect(changed).toEqual({ ...document, info: { ...document.info, ...update } });
    }),
  );
});
