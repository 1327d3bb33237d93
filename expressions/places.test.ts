import { describe, expect, test } from 'vitest';
import { componentFinder, memberFinder } from './places.ts';
import type { Document, Schema } from './schema.ts';

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const document: Document = {
  components: {
    schemas: {
      Amount: { type: 'string', pattern: '^[0-9]+$' },
      Time: { type: 'string', format: 'date-time' },
      Sum: ref('Amount'),
      Loop: ref('Back'),
      Back: ref('Loop'),
      Tree: {
        type: 'object',
        required: ['kind'],
        properties: {
          kind: { type: 'string', enum: ['tree'] },
          amount: ref('Amount'),
          children: { type: 'array', items: ref('Tree') },
        },
      },
      Stone: { type: 'object', required: ['kind'], properties: { kind: { const: 'stone' }, amount: ref('Time') } },
      Answer: {
        type: 'object',
        properties: {
          trees: { anyOf: [{ type: 'array', items: ref('Tree') }, { type: 'null' }] },
          found: { oneOf: [ref('Tree'), ref('Stone')] },
          only: { oneOf: [ref('Tree')] },
          when: { anyOf: [ref('Time'), { type: 'string', enum: [''] }] },
          pair: { type: 'array', prefixItems: [ref('Amount'), { type: 'string' }] },
          byName: { type: 'object', additionalProperties: ref('Sum') },
          extra: { type: 'object', additionalProperties: {} },
          mixed: { type: 'object', properties: { note: { type: 'string' } }, additionalProperties: ref('Amount') },
          'a/b~c': ref('Amount'),
        },
      },
      Named: { allOf: [ref('Answer')], properties: { amount: { type: 'string' } } },
    },
  },
};

function pointers(name: string, answer: unknown, schema = 'Answer') {
  return componentFinder(document, name)
    .find(ref(schema), answer)
    .map(({ pointer }) => pointer);
}

describe('a component is found', () => {
  test('in the undocumented members of a map alone', () => {
    expect(pointers('Amount', { mixed: { note: 'x', other: '1' } })).toEqual(['/mixed/other']);
  });

  test('where a reference leads back to itself', () => {
    expect(pointers('Back', 1, 'Loop')).toEqual(['']);
  });

  test('in lists, in tuples, in maps, in a schema that contains itself', () => {
    const tree = { kind: 'tree', amount: '1', children: [{ kind: 'tree', amount: 2 }] };
    const answer = { trees: [tree], pair: ['4', 'none'], byName: { a: '5' }, other: 'x' };
    expect(pointers('Amount', answer)).toEqual([
      '/trees/0/amount',
      '/trees/0/children/0/amount',
      '/pair/0',
      '/byName/a',
    ]);
    expect(pointers('Tree', answer)).toEqual(['/trees/0', '/trees/0/children/0']);
  });

  test('in the alternative that the value belongs to', () => {
    expect(pointers('Time', { when: '' })).toEqual([]);
    expect(pointers('Time', { when: 'now' })).toEqual(['/when']);
    expect(pointers('Time', { found: { kind: 'stone', amount: 'now' } })).toEqual(['/found/amount']);
    expect(pointers('Tree', { found: { kind: 'stone' } })).toEqual([]);
    expect(pointers('Tree', { found: { kind: 'tree' } })).toEqual(['/found']);
    expect(pointers('Tree', { only: { kind: 'tree' } })).toEqual(['/only']);
  });

  test('in the schemas that a schema is composed of', () => {
    expect(pointers('Amount', { pair: ['4'] }, 'Named')).toEqual(['/pair/0']);
    expect(pointers('Answer', {}, 'Named')).toEqual(['']);
  });

  test('at a pointer with escaped steps', () => {
    expect(pointers('Amount', { 'a/b~c': '1', byName: { '~/': '2' } })).toEqual(['/a~1b~0c', '/byName/~0~1']);
  });

  test('nowhere in null, nor in a value of another type', () => {
    expect(pointers('Amount', { trees: 'none', byName: 5, pair: true })).toEqual([]);
    expect(pointers('Amount', { trees: null, byName: null })).toEqual([]);
    expect(pointers('Amount', null)).toEqual([]);
    expect(pointers('Amount', { byName: 'none' })).toEqual([]);
    expect(pointers('Answer', undefined)).toEqual([]);
  });
});

test('members of a name are found where they are documented', () => {
  const finder = memberFinder(document, 'amount');
  const answer = { trees: [{ kind: 'tree', amount: 1 }], extra: { amount: 2 }, byName: { amount: '3' }, amount: 4 };
  expect(finder.find(ref('Answer'), answer)).toEqual([{ pointer: '/trees/0/amount', value: 1 }]);
  expect(finder.find(ref('Named'), answer).map(({ pointer }) => pointer)).toEqual(['/trees/0/amount', '/amount']);
  expect(finder.find(ref('Tree'), { amount: undefined })).toEqual([]);
  expect(finder.leads(ref('Time'))).toBe(false);
});
