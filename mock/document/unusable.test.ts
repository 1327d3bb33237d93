/** Documents that Prism cannot use, in part or as a whole. */
import { describe, expect, it } from 'vitest';
import { documentOf, mockOf } from '../testing/document.ts';

const text = { type: 'string' };
const sound = { responses: { 200: { description: 'ok', content: { 'application/json': { example: 1 } } } } };

const reading = (operation: unknown, more: object = {}) =>
  documentOf({ '/p': { get: operation }, '/sound': { get: sound } }, more);
const responding = (response: unknown, status: number | string = 200) => reading({ responses: { [status]: response } });
const shaped = (schema: unknown) => responding({ description: 'ok', content: { 'application/json': { schema } } });
const headed = (name: string, header: object) => responding({ description: 'ok', headers: { [name]: header } });
const typed = (mediaType: string) => responding({ description: 'ok', content: { [mediaType]: { example: 'x' } } });
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('an unusable part is removed and noted with its place, and the rest works', () => {
  it.each<readonly [string, object, RegExp]>([
    ['an operation without responses', reading({}), /p\/get has no responses/],
    ['a response that is none', responding(null), /responses has "200", which is not a status/],
    ['the status 100', responding({ description: 'go on' }, 100), /responses has "100"/],
    ['a status that is a word', responding({ description: 'what' }, 'abc'), /responses has "abc"/],
    ['a header with a space', headed('a b', { schema: text, example: 'x' }), /headers has "a b"/],
    ['a header with a line break', headed('a\r\nb', { schema: text }), /headers has "a\\r\\nb"/],
    ['a media type that is none', typed('not a type'), /content has "not a type"/],
    ['a media type that no header holds', typed('text/plain; a="ж"'), /content has "text\/plain/],
    ['a minLength beyond all memory', shaped({ type: 'string', minLength: 2e9 }), /minLength is not a number up to/],
    ['minItems beyond all memory', shaped({ type: 'array', minItems: 1e9, items: text }), /minItems is not a number/],
    ['items that are no schema', shaped({ type: 'array', items: 'x' }), /items is not a schema or a list of schemas/],
    ['a property that is null', shaped({ type: 'object', properties: { a: null, b: text } }), /properties\/a is not a/],
    ['a multipleOf of 0', shaped({ type: 'number', multipleOf: 0 }), /multipleOf is not a number above 0/],
    ['a $ref that is a number', shaped({ $ref: 5 }), /\$ref is not a text/],
    ['an anchor that is nowhere', shaped({ $ref: '#nowhere' }), /\$ref leads to no \$anchor/],
    [
      'a security scheme without a name',
      reading({ ...sound, security: [{ key: [] }] }, { components: { securitySchemes: { key: { type: 'apiKey' } } } }),
      /securitySchemes has "key"/,
    ],
    ['a path without its slash', documentOf({ p: { get: sound }, '/p': { get: sound } }), /paths has "p"/],
    [
      'a dialect of its own',
      documentOf({ '/p': { get: sound } }, { jsonSchemaDialect: 'https://example.org/own' }),
      /jsonSchemaDialect is "https:\/\/example\.org\/own": schemas are read as/,
    ],
    ['an operation that is text', documentOf({ '/p': { get: sound, post: 'x' } }), /post is not an operation/],
  ])('such as %s', async (_what, document, note) => {
    await using running = await mockOf({ 'api.json': document });
    expect(running.mock.notes).toContainEqual(expect.stringMatching(note));
    for (const Prefer of ['dynamic=false', 'dynamic=true']) {
      const response = await fetch(`${running.url}/p`, { headers: { Prefer } });
      expect([response.status, await response.text()]).toEqual([200, expect.not.stringContaining('"msg"')]);
    }
  });

  it('and names of built-in properties are ordinary names', async () => {
    const parameters = [{ name: 'constructor', in: 'header', schema: { type: 'integer' } }];
    await using running = await mockOf({ 'api.json': reading({ ...sound, parameters }) });
    expect((await fetch(`${running.url}/p`)).status).toBe(200);
    expect((await fetch(`${running.url}/p`, { headers: { constructor: 'x' } })).status).toBe(422);
  });

  it('and status ranges may be in lower case', async () => {
    await using running = await mockOf({ 'api.json': responding({ description: 'ok' }, '2xx') });
    expect((await fetch(`${running.url}/p`)).status).toBe(200);
  });

  it('and references to anchors work', async () => {
    const components = { schemas: { A: { $anchor: 'a', type: 'integer', minimum: 7, maximum: 7 } } };
    await using running = await mockOf({ 'api.json': { ...shaped({ $ref: '#a' }), components } });
    expect(await (await fetch(`${running.url}/p`)).json()).toBe(7);
  });
});

const schemaOf = (levels: number) => `${'{"properties":{"a":'.repeat(levels)}{}${'}}'.repeat(levels)}`;
const chainOf = (length: number) =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => [
      `s${index}`,
      index === 0 ? text : { type: 'object', properties: { a: { $ref: `#/components/schemas/s${index - 1}` } } },
    ]),
  );
const chained = (length: number) => ({
  ...shaped({ $ref: `#/components/schemas/s${length - 1}` }),
  components: { schemas: chainOf(length) },
});
const levels = /has more than 500 levels/;

describe('a document', () => {
  it.each<readonly [string, unknown, RegExp]>([
    ['too many levels', JSON.stringify({ ...documentOf({}), 'x-deep': 0 }).replace(/0}$/, `${nested(3000)}}`), levels],
    ['itself', 'openapi: 3.1.0\nx-deep: &a [*a]\npaths: {}\n', /\/x-deep\/0\/.* has more than 500 levels/],
    ['6,000 levels of JSON', `{"x-deep":${schemaOf(6000)}}`, /\/x-deep\/properties\/.* has more than 500 levels/],
    ['6,000 levels of YAML', `x-deep:\n  ${schemaOf(6000)}\n`, /line 2, column \d+ has more than 500 levels/],
    ['6,000 references in a row', chained(6000), /#\/components\/schemas\/s100 leads on over more than 100 references/],
  ])('that contains %s is rejected with the place', async (_what, document, why) => {
    await expect(mockOf({ 'api.yaml': document })).rejects.toThrow(why);
  });

  it.each([
    ['of 200 levels', shaped(JSON.parse(schemaOf(95)))],
    ['of 100 references in a row', chained(100)],
  ])('%s is answered', async (_what, document) => {
    await using running = await mockOf({ 'api.json': document });
    expect((await fetch(`${running.url}/p`)).status).toBe(200);
  });

  it('with another file that has too many levels is rejected with the places', async () => {
    const files = { 'api.json': shaped({ $ref: './deep.json' }), 'deep.json': schemaOf(3000) };
    await expect(mockOf(files)).rejects.toThrow(/schema\/\$ref: \$ref "\.\/deep\.json" .*500 levels/);
  });
});
