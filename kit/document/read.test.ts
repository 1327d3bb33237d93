import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWhole } from './read.ts';

let folder: string;

const files: Readonly<Record<string, string>> = {
  'main.yaml': `
openapi: 3.0.3
info: { title: Pets, version: "1" }
paths: { /pets: { $ref: "paths.yaml#/pets" } }
`,
  'paths.yaml': `
pets:
  parameters: [{ $ref: parameter.yaml }]
  get: { responses: { default: { description: Fine, content: { application/json: { schema: { $ref: Pet.yaml } } } } } }
`,
  'parameter.yaml': '{ name: kind, in: query, schema: { type: string, nullable: true } }',
  'Pet.yaml': `
type: object
properties: { mother: { $ref: Pet.yaml }, default: { $ref: "#/$defs/Tag" } }
$defs: { Tag: { type: integer, minimum: 0, exclusiveMinimum: true } }
`,
  'swagger.yaml': `
swagger: 2.0
info: { title: Pets, version: "1" }
produces: [image/png]
paths:
  /pets:
    post:
      parameters: [{ name: pet, in: body, required: true, schema: { $ref: "#/definitions/Pet" } }]
      responses: { 201: { description: Made } }
definitions: { Pet: { type: object, x-nullable: true } }
`,
  'shared.yaml': `
swagger: "2.0"
info: { title: Mail, version: "1" }
produces: [application/json]
paths:
  /mail:
    get: { responses: { 200: { $ref: "#/responses/Ok" }, 404: { $ref: "#/responses/Gone" } } }
    put: { produces: [text/plain], responses: { 200: { $ref: "#/responses/Ok" }, 404: { $ref: "#/responses/Gone" } } }
responses: { Ok: { description: Fine, schema: { type: string } } }
`,
  'new.json': '{"openapi": "3.2.0", "info": {"title": "a", "version": "1"}, "x-most": 9223372036854775807}',
  'nullable.json': JSON.stringify({
    openapi: '3.0.0',
    info: { title: 'a', version: '1' },
    paths: {
      '/a': {
        get: {
          responses: {
            default: {
              description: '',
              content: { 'application/json': { schema: { nullable: true, oneOf: [{ type: 'string' }] } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Any: { title: 'Any', nullable: true },
        One: { nullable: true, oneOf: [{ type: 'string' }] },
        All: { title: 'All', nullable: true, allOf: [{ $ref: '#/components/schemas/Any' }] },
        Both: { nullable: true, anyOf: [{ maxLength: 1 }], oneOf: [{ type: 'string' }] },
        Few: { nullable: true, enum: ['a'] },
        Typed: { type: 'string', nullable: true },
        Never: { nullable: false, enum: ['a'] },
        Named: { type: 'object', properties: { nullable: { title: 'a member' } } },
      },
    },
  }),
  'broken.yaml': 'openapi: [',
  'other.yaml': 'asyncapi: 2.0.0',
  'odd.yaml': 'openapi: { toString: }',
  'odd-swagger.yaml': 'swagger: { toString: }',
  'gone.yaml': 'openapi: 3.1.0\npaths: { /a: { $ref: nowhere.yaml } }',
  'percent.yaml': 'openapi: 3.1.0\npaths: { /a: { $ref: "100%.yaml" } }',
  'circle.yaml': 'openapi: 3.1.0\npaths: { /a: { $ref: round.yaml } }',
  'round.yaml': 'get: { parameters: [{ $ref: "#/get/parameters/0" }] }',
  'beside.yaml': 'openapi: 3.1.0\npaths: { /a: { $ref: "paths.yaml#/pets", summary: Beside } }',
  'first.yaml': 'openapi: 3.1.0\npaths: { /a: { $ref: gone/1.yaml }, /b: [{ $ref: gone/2.yaml }] }',
  'kinds.yaml': `
openapi: 3.1.0
components: { schemas: { Whole: { $ref: Animal.yaml }, Cat: { type: string } } }
`,
  'Animal.yaml': `
type: object
properties: { mapping: { type: string } }
discriminator: { propertyName: kind, mapping: { cat: Cat.yaml, dog: "#/$defs/Dog", plain: Plain } }
$defs: { Dog: { type: object } }
default: { $ref: gone.yaml#/a, mapping: { a: 1 } }
`,
  'Cat.yaml': '{ type: object, title: Cat }',
  'remote.yaml': 'openapi: 3.1.0\npaths: { /a: { $ref: "https://example.org/a.yaml" } }',
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});

afterAll(() => rm(folder, { recursive: true }));

const pet = {
  type: 'object',
  properties: { mother: { $ref: '#/components/schemas/Pet' }, default: { $ref: '#/components/schemas/Tag' } },
};

describe('a document', () => {
  it('of OpenAPI 3.0 in several files becomes one of 3.1', async () => {
    const { document, notes } = await readWhole(join(folder, 'main.yaml'));
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.1/),
      paths: {
        '/pets': {
          parameters: [{ name: 'kind', schema: { type: ['string', 'null'] } }],
          get: {
            responses: {
              default: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
            },
          },
        },
      },
      components: { schemas: { Pet: pet, Tag: { type: 'integer', exclusiveMinimum: 0 } } },
    });
    expect(document).not.toHaveProperty('x-files');
    expect(notes).toEqual([expect.stringMatching(/main\.yaml is OpenAPI 3\.0\.3 and was upgraded to OpenAPI 3\.1$/)]);
  });

  it('of Swagger 2.0 gives a shared response the media types of each operation', async () => {
    const { document } = await readWhole(join(folder, 'shared.yaml'));
    const plain = { content: { 'text/plain': { schema: { type: 'string' } } } };
    expect(document).toMatchObject({
      paths: {
        '/mail': {
          get: { responses: { 200: { $ref: '#/components/responses/Ok' } } },
          put: { responses: { 200: plain, 404: { $ref: '#/components/responses/Gone' } } },
        },
      },
      components: { responses: { Ok: { content: { 'application/json': { schema: { type: 'string' } } } } } },
    });
    expect(document).not.toHaveProperty(['paths', '/mail', 'put', 'responses', '200', 'content', 'application/json']);
  });

  it('keeps what is beside a reference that is replaced', async () => {
    const { document } = await readWhole(join(folder, 'beside.yaml'));
    expect(document['paths']).toMatchObject({ '/a': { summary: 'Beside', get: expect.anything() } });
  });

  it('finds the schemas that a discriminator maps to, and renames those with names that are taken', async () => {
    const { document } = await readWhole(join(folder, 'kinds.yaml'));
    expect(document['components']).toMatchObject({
      schemas: {
        Whole: { $ref: '#/components/schemas/Animal' },
        Animal: {
          discriminator: {
            mapping: { cat: '#/components/schemas/Cat2', dog: '#/components/schemas/Dog', plain: 'Plain' },
          },
          default: { $ref: 'gone.yaml#/a', mapping: { a: 1 } },
        },
        Cat: { type: 'string' },
        Cat2: { title: 'Cat' },
        Dog: { type: 'object' },
      },
    });
  });

  it('of OpenAPI 3.0 may say nullable without a type', async () => {
    const { document } = await readWhole(join(folder, 'nullable.json'));
    expect(document).toMatchObject({
      components: {
        schemas: {
          Any: { title: 'Any' },
          One: { oneOf: [{ type: 'string' }, { type: 'null' }] },
          All: { title: 'All', anyOf: [{ $ref: '#/components/schemas/Any' }, { type: 'null' }] },
          Both: { anyOf: [{ maxLength: 1 }], oneOf: [{ type: 'string' }, { type: 'null' }] },
          Few: { enum: ['a', null] },
          Typed: { type: ['string', 'null'] },
          Never: { enum: ['a'] },
          Named: { properties: { nullable: { title: 'a member' } } },
        },
      },
    });
    // Also in the response `default`, which has the name of a member with data.
    expect(JSON.stringify(document['paths'])).not.toContain('nullable');
  });

  it('of Swagger 2.0 keeps the media types of responses without a schema', async () => {
    const { document, notes } = await readWhole(join(folder, 'swagger.yaml'));
    expect(document).toMatchObject({
      paths: { '/pets': { post: { requestBody: { required: true }, 'x-produces': ['image/png'] } } },
    });
    expect(notes).toEqual([expect.stringContaining('1 responses without a schema lost their media types')]);
  });

  it('of OpenAPI 3.0 says how many references have keywords beside them', async () => {
    const A = { $ref: '#/components/schemas/B', type: 'string' };
    const document = {
      openapi: '3.0.3',
      info: { title: 'a', version: '1' },
      paths: {},
      components: { schemas: { A } },
    };
    const file = join(folder, 'beside.json');
    await writeFile(file, JSON.stringify(document));
    expect((await readWhole(file)).notes).toEqual([
      `${file} is OpenAPI 3.0.3 and was upgraded to OpenAPI 3.1; the keywords beside 1 references count for nothing, as in OpenAPI 3.0.3`,
    ]);
  });

  it('of a later version is read unchanged, its large numbers as numbers', async () => {
    const { document, notes } = await readWhole(join(folder, 'new.json'));
    expect([document['openapi'], typeof document['x-most'], notes]).toEqual(['3.2.0', 'number', []]);
  });

  it('is read from an address, with the files next to it', async () => {
    const server = createServer(async (request, response) => {
      const text = await readFile(join(folder, request.url ?? '')).catch(() => null);
      response.writeHead(text === null ? 404 : 200).end(text ?? '');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const { document } = await readWhole(`${address}/main.yaml`);
      expect(document).toMatchObject({ components: { schemas: { Pet: pet } } });
      await expect(readWhole(`${address}/none.yaml`)).rejects.toThrow('it responds with 404');
    } finally {
      server.close();
    }
  });

  it.each([
    ['broken.yaml', 'is not YAML'],
    ['other.yaml', 'is not an OpenAPI document'],
    ['odd.yaml', 'is not an OpenAPI document'],
    ['odd-swagger.yaml', 'is a Swagger {"toString":null} document; only 2.0 is read'],
    ['gone.yaml', 'nowhere.yaml cannot be read'],
    ['first.yaml', 'gone/1.yaml cannot be read'],
    ['percent.yaml', '100%.yaml cannot be read'],
    ['remote.yaml', 'bundle it first'],
    ['none.yaml', 'there is no such file'],
  ])('that cannot be read is rejected in a sentence: %s', async (name, message) => {
    await expect(readWhole(join(folder, name))).rejects.toThrow(message);
  });

  it('with a part that refers to itself is rejected', async () => {
    await expect(readWhole(join(folder, 'circle.yaml'))).rejects.toThrow('in a circle');
  });
});
