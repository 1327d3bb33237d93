import { expect, test } from 'vitest';
import type { OpenApiDocument, Schema } from '../model/document/document.ts';
import { bodyMembers } from './members.ts';

const document: OpenApiDocument = {
  info: { title: 'A service', version: '1' },
  paths: {},
  components: {
    schemas: {
      Record: { type: 'object', required: ['id'], properties: { id: { type: 'string' }, note: { type: 'string' } } },
    },
  },
};

const body: Schema = {
  type: 'object',
  required: ['items'],
  properties: {
    items: { type: 'array', items: { $ref: '#/components/schemas/Record' } },
    settings: { type: 'object', properties: { size: { type: 'integer' } } },
  },
};

const given = { items: [{ id: 'a' }, { id: 'b' }] };

test('names the members of a body, and with depth those of its lists and objects, absent ones as well', () => {
  expect(bodyMembers(document, body, given, false).map(({ name }) => name)).toEqual(['items', 'settings']);
  expect(bodyMembers(document, body, given, true).map(({ name }) => name)).toEqual([
    'items',
    'items/0',
    'items/0/id',
    'items/0/note',
    'settings',
    'settings/size',
  ]);
});

test('changes one member and leaves the rest of the body as it is', () => {
  const members = new Map(bodyMembers(document, body, given, true).map((member) => [member.name, member]));
  expect(members.get('items/0/id')?.with(5)).toEqual({ items: [{ id: 5 }, { id: 'b' }] });
  expect(members.get('items/0/id')?.with(undefined)).toEqual({ items: [{}, { id: 'b' }] });
  expect(members.get('settings/size')?.with('large')).toEqual({ ...given, settings: { size: 'large' } });
  expect(members.get('items/0/id')?.required).toBe(true);
});

test('names the members of the form that a body has', () => {
  const form = (kind: string, member: string) => ({
    type: 'object',
    properties: { kind: { const: kind }, [member]: {} },
  });
  const forms: Schema = { oneOf: [form('mail', 'address'), form('hook', 'target')] };
  const names = (value: unknown) => bodyMembers(document, forms, value, true).map(({ name }) => name);
  expect(names({ kind: 'hook' })).toEqual(['kind', 'target']);
  expect(names({ kind: 'pigeon' })).toEqual([]);
});
