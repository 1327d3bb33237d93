import { describe, expect, test } from 'vitest';
import { operationOf } from '../model/document/api.ts';
import { smallSuite } from '../testing/api.ts';
import { keepsId, withOwnId } from './own-id.ts';

function suiteFor(properties: object) {
  const body = { schema: { type: 'object', properties }, example: {} };
  return smallSuite({
    operations: {
      addPet: { request: 'POST /pets', body },
      changePet: { request: 'PUT /pets', body },
      changeOne: { request: 'PUT /pets/{petId}', body },
      readPet: { request: 'GET /pets/{petId}' },
      addNote: { request: 'POST /notes', body },
    },
  });
}

function sent(properties: object, body: unknown, id = 'addPet', ...names: readonly string[]) {
  const suite = suiteFor(properties);
  return withOwnId(suite, operationOf(suite.api, id), body, ...names);
}

const integer = { type: 'integer', format: 'int64' };

describe('the id in a body', () => {
  test.each([
    ['a number', { id: integer, name: { type: 'string' } }, { id: 10, name: 'Rex' }, /^\{"id":1\d{9},"name":"Rex"\}$/],
    ['a UUID', { uuid: { type: 'string', format: 'uuid' } }, { uuid: 'x' }, /^\{"uuid":"[0-9a-f-]{36}"\}$/],
    ['the name of the path', { pet_id: { type: 'string' } }, { pet_id: 'x' }, /^\{"pet_id":"[0-9a-f]{20}"\}$/],
    ['inside the only member', { pet: { type: 'object', properties: { id: integer } } }, { pet: { id: 1 } }, /1\d{9}/],
  ] as const)('that is %s is one that no item has', (_, properties, body, expected) => {
    expect(JSON.stringify(sent(properties, body))).toMatch(expected);
  });

  test('is the same for the operations of one path, and another for another purpose', () => {
    const ids = [
      sent({ id: integer }, { id: 1 }),
      sent({ id: integer }, { id: 2 }, 'changePet'),
      sent({ id: integer }, { id: 1 }, 'addPet', 'again'),
    ].map((body) => JSON.stringify(body));
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  test.each([
    ['that is not sent', { id: integer, name: {} }, { name: 'Rex' }, 'addPet'],
    ['of an item that no path names', { id: integer }, { id: 10 }, 'addNote'],
    ['of the item in the path', { id: integer }, { id: 10 }, 'changeOne'],
    ['that must be small', { id: { ...integer, maximum: 100 } }, { id: 10 }, 'addPet'],
  ])('%s stays', (_, properties, body, id) => {
    expect(sent(properties, body, id)).toEqual(body);
  });

  test.each([
    [{ id: 7, name: 'Rex' }, true],
    [{ name: 'Rex' }, true],
    [{ id: '***' }, true],
    [null, true],
    [{ id: 8 }, false],
    [{ id: true }, false],
    [{ id: null }, false],
    [{ id: '7' }, false],
  ])('of a request, %j, is none that an item of others may have: %j', (body, expected) => {
    const { api } = suiteFor({ id: integer });
    for (const id of ['addPet', 'changeOne'])
      expect(keepsId(api, operationOf(api, id), body, { id: 7 })).toBe(expected);
  });
});
