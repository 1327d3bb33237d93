import { expect, test } from 'vitest';
import type { OpenApiDocument, Schema } from './document.ts';
import { finderFor, nullLists } from './places.ts';

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const document: OpenApiDocument = {
  info: { title: 'Test', version: '1' },
  paths: {},
  components: {
    schemas: {
      Amount: { type: 'string', pattern: '^[0-9]+$' },
      Time: { type: 'string', format: 'date-time' },
      Trees: { type: 'array', items: ref('Tree') },
      MaybeTrees: { anyOf: [ref('Trees'), { type: 'null' }] },
      Tree: { type: 'object', properties: { amount: ref('Amount'), children: ref('Trees') } },
      Answer: {
        type: 'object',
        properties: {
          trees: ref('Trees'),
          others: ref('MaybeTrees'),
          tree: { anyOf: [ref('Tree'), { type: 'null' }] },
          when: { anyOf: [ref('Time'), { type: 'string', enum: [''] }] },
          pair: { type: 'array', prefixItems: [ref('Amount'), { type: 'string' }] },
        },
      },
    },
  },
};

function placesOf(name: string, answer: unknown) {
  return finderFor(document, 'component', name).find(ref('Answer'), answer);
}

test('finds a component through lists, alternatives, tuples and schemas that contain themselves', () => {
  const answer = {
    trees: [{ amount: '1', children: [{ amount: 2 }, { children: [{ amount: '3' }] }] }],
    pair: ['4', 'not an amount'],
    other: 'x',
  };
  expect(placesOf('Amount', answer)).toEqual([
    { pointer: '/trees/0/amount', value: '1' },
    { pointer: '/trees/0/children/0/amount', value: 2 },
    { pointer: '/trees/0/children/1/children/0/amount', value: '3' },
    { pointer: '/pair/0', value: '4' },
  ]);
});

test('an alternative that names the value is the one that applies', () => {
  expect(placesOf('Time', { when: '' })).toEqual([]);
  expect(placesOf('Time', { when: 'now' })).toEqual([{ pointer: '/when', value: 'now' }]);
});

test('null in place of a list has no places within, and is found itself', () => {
  expect(placesOf('Amount', { trees: null })).toEqual([]);
  expect(nullLists(document, ref('Answer'), { trees: null, tree: null, others: null, pair: null })).toEqual([
    '/trees',
    '/pair',
  ]);
  expect(nullLists(document, ref('Answer'), { trees: [{}, { children: null }] })).toEqual(['/trees/1/children']);
});
