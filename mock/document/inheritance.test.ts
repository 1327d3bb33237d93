/** Parents with a discriminator that names their children. */
import { describe, expect, it } from 'vitest';
import { documentOf, mockOf } from '../testing/document.ts';

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const parent = (mapping?: object) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string' } },
  discriminator: { propertyName: 'kind', ...(mapping === undefined ? {} : { mapping }) },
});
const child = (of: string, member: string) => ({
  allOf: [refTo(of), { type: 'object', required: [member], properties: { [member]: { type: 'integer' } } }],
});
const heirs = { Cat: child('Pet', 'lives'), Dog: child('Pet', 'bones'), Siamese: child('Cat', 'eyes') };

function documentWith(schemas: object, openapi = '3.1.0'): object {
  const content = { 'application/json': { schema: refTo('Pet') } };
  const post = { requestBody: { required: true, content }, responses: { 200: { description: 'ok', content } } };
  return documentOf({ '/pets': { post } }, { openapi, components: { schemas } });
}

async function send(url: string, body: unknown): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return fetch(`${url}/pets`, { method: 'POST', headers, body: JSON.stringify(body) });
}

const mapping = { kitty: '#/components/schemas/Cat', doggo: 'Dog', any: refTo('Pet').$ref };

describe.each(['3.0.3', '3.1.0'])('a parent in OpenAPI %s', (version) => {
  it('is judged according to its mapping', async () => {
    await using running = await mockOf({ 'api.json': documentWith({ Pet: parent(mapping), ...heirs }, version) });
    const rows: readonly (readonly [object, boolean])[] = [
      [{ kind: 'kitty', lives: 9 }, true],
      [{ kind: 'kitty', bones: 9 }, false],
      [{ kind: 'Cat', lives: 9 }, true],
      [{ kind: 'doggo', bones: 1 }, true],
      [{ kind: 'doggo', bones: 'x' }, false],
      [{ kind: 'Siamese', lives: 9, eyes: 2 }, true],
      [{ kind: 'Siamese', lives: 9 }, false],
      [{ kind: 'Siamese', eyes: 2 }, false],
      [{ kind: 'any' }, true],
      [{ kind: 'Pet' }, true],
      [{ kind: 'bird' }, false],
      [{}, false],
    ];
    for (const [body, isRight] of rows) {
      const { status } = await send(running.url, body);
      expect([body, status]).toEqual([body, isRight ? 200 : 422]);
    }
    expect(running.mock.notes).toEqual([]);
  });

  it('answers with a sample that is a child', async () => {
    await using running = await mockOf({ 'api.json': documentWith({ Pet: parent(mapping), ...heirs }, version) });
    const response = await send(running.url, { kind: 'any' });
    expect(response.headers.get('sl-violations')).toBeNull();
    expect(await response.json()).toHaveProperty('kind');
  });
});

it('without a mapping knows children by their names, and lets others be', async () => {
  await using running = await mockOf({ 'api.json': documentWith({ Pet: parent(), ...heirs }) });
  const statuses = [{ kind: 'Cat', lives: 1 }, { kind: 'Cat' }, { kind: 'bird' }].map(
    async (body) => (await send(running.url, body)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 422, 200]);
});

it.each([
  ['leads out of the file', { Pet: parent({ kitty: './cat.yaml' }), ...heirs }],
  ['leads nowhere', { Pet: parent({ kitty: 'Lion' }), ...heirs }],
  ['has no child', { Pet: parent() }],
])('that %s is noted with the place', async (_what, schemas) => {
  await using running = await mockOf({ 'api.json': documentWith(schemas) });
  expect(running.mock.notes).toEqual([
    expect.stringContaining('api.json#/components/schemas/Pet/discriminator leads to no'),
  ]);
  expect((await send(running.url, { kind: 'kitty' })).status).toBe(200);
});

it('does not lead to itself, whatever its children are', async () => {
  const schemas = {
    Pet: parent({ a: 'Alias', b: 'Nested' }),
    Alias: refTo('Pet'),
    Nested: { anyOf: [{ allOf: [refTo('Pet')] }, refTo('Alias')] },
    Cat: { ...parent({ lion: 'Lion' }), allOf: [refTo('Pet')] },
    Lion: child('Cat', 'mane'),
  };
  await using running = await mockOf({ 'api.json': documentWith(schemas) });
  const bodies = [{ kind: 'a' }, { kind: 'b' }, { kind: 'Lion', mane: 1 }, { kind: 'Lion' }, { kind: 'Cat' }];
  const statuses = bodies.map(async (body) => (await send(running.url, body)).status);
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 422, 200]);
});

it('may list alternatives that inherit from it', async () => {
  const Pet = { ...parent({ kitty: 'Cat' }), oneOf: [refTo('Cat'), refTo('Dog')] };
  await using running = await mockOf({ 'api.json': documentWith({ Pet, ...heirs }) });
  expect((await send(running.url, { kind: 'kitty', lives: 9 })).status).toBe(200);
});

it('is the name of a property alone in OpenAPI 2.0', async () => {
  const Pet = { type: 'object', required: ['kind'], discriminator: 'kind', properties: { kind: { type: 'string' } } };
  const lives = { type: 'object', required: ['lives'], properties: { lives: { type: 'integer' } } };
  const Cat = { allOf: [{ $ref: '#/definitions/Pet' }, lives] };
  const parameters = [{ name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } }];
  await using running = await mockOf({
    'api.json': {
      swagger: '2.0',
      info: { title: 'Pets', version: '1' },
      consumes: ['application/json'],
      paths: { '/pets': { post: { parameters, responses: { 200: { description: 'ok' } } } } },
      definitions: { Pet, Cat },
    },
  });
  const statuses = [{ kind: 'Cat', lives: 1 }, { kind: 'Cat' }, { kind: 'bird' }].map(
    async (body) => (await send(running.url, body)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 422, 200]);
});
