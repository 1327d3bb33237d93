import { describe, expect, it } from 'vitest';
import { gathered, type Source } from './files.ts';
import { inOnePiece } from './whole.ts';

/** Files by their full names, which begin with `/api/`. */
function sourceOf(files: Readonly<Record<string, string>>, read: string[] = []): Source {
  return {
    start: '/api/main.yaml',
    resolve: (from, reference) => new URL(reference, `file://${from}`).pathname,
    read: async (name) => {
      read.push(name);
      const text = files[name];
      if (text === undefined) throw new Error(`there is no ${name}`);
      return text;
    },
  };
}

describe('a document in several files', () => {
  it('keeps each file once, under its name without the folder of the first', async () => {
    const read: string[] = [];
    const source = sourceOf(
      {
        '/api/a.yaml': '{ $ref: "sub/b.yaml#/part/", self: { $ref: "#/own" }, back: { $ref: "main.yaml#/info" } }',
        '/api/sub/b.yaml': '{ part: { $ref: "../a.yaml" }, up: { $ref: /other/c.yaml } }',
        '/other/c.yaml': '{ leaf: 1 }',
      },
      read,
    );
    const main = { info: { title: 'a' }, paths: { one: { $ref: 'a.yaml' }, two: { $ref: 'a.yaml#/x/y' } } };
    const { document, texts } = await gathered('main.yaml', main, 'the text', source);
    expect(read).toEqual(['/api/a.yaml', '/api/sub/b.yaml', '/other/c.yaml']);
    expect([...texts.keys()]).toEqual(['main.yaml', 'a.yaml', 'sub/b.yaml', '/other/c.yaml']);
    expect([texts.get('main.yaml'), texts.get('/other/c.yaml')]).toEqual(['the text', '{ leaf: 1 }']);
    expect(document).toEqual({
      info: { title: 'a' },
      paths: { one: { $ref: '#/x-files/a.yaml' }, two: { $ref: '#/x-files/a.yaml/x/y' } },
      'x-files': {
        'a.yaml': {
          $ref: '#/x-files/sub~1b.yaml/part',
          self: { $ref: '#/x-files/a.yaml/own' },
          back: { $ref: '#/info' },
        },
        'sub/b.yaml': { part: { $ref: '#/x-files/a.yaml' }, up: { $ref: '#/x-files/~1other~1c.yaml' } },
        '/other/c.yaml': { leaf: 1 },
      },
    });
  });

  it('is read in the order of its references, each of them in depth', async () => {
    const read: string[] = [];
    const names = ['1', '2', '3', '4'].map((name) => `/api/${name}.yaml`);
    const source = sourceOf(Object.fromEntries(names.map((name) => [name, '{}'])), read);
    const main = { a: [{ $ref: '1.yaml' }, { $ref: '2.yaml' }], b: { c: { $ref: '3.yaml' } }, d: { $ref: '4.yaml' } };
    await gathered('main.yaml', main, '', source);
    expect(read).toEqual(names);
  });

  it('has mappings of discriminators to parts of their own file and to other files', async () => {
    const mapping = {
      own: '#/Own',
      file: 'b.yaml',
      part: 'b.yaml#/Part',
      below: './b.json',
      last: 'b.yaml#',
      plain: 'Plain',
      dotted: 'Pl.ain',
      yaml: 'yaml',
      number: 1,
    };
    const read: string[] = [];
    const files = { '/api/a.yaml': JSON.stringify({ mapping }), '/api/b.yaml': '{ Part: 1 }', '/api/b.json': '{}' };
    const { document } = await gathered('main.yaml', { a: { $ref: 'a.yaml' } }, '', sourceOf(files, read));
    expect(read).toEqual(['/api/a.yaml', '/api/b.yaml', '/api/b.json']);
    expect(document['x-files']).toMatchObject({
      'a.yaml': {
        mapping: {
          own: '#/x-files/a.yaml/Own',
          file: '#/x-files/b.yaml',
          part: '#/x-files/b.yaml/Part',
          below: '#/x-files/b.json',
          last: '#/x-files/b.yaml',
          plain: 'Plain',
          dotted: 'Pl.ain',
          yaml: 'yaml',
          number: 1,
        },
      },
    });
  });

  it('of one file is returned as it is', async () => {
    const main = { a: { $ref: '#/b' }, discriminator: { mapping: { cat: 'Cat', dog: '#/c' } } };
    const { document, texts } = await gathered('main.yaml', main, 'the text');
    expect([document, [...texts]]).toEqual([main, [['main.yaml', 'the text']]]);
  });

  it('has references in the mapping of a discriminator, and none in data or under names', async () => {
    const source = sourceOf({ '/api/Cat.yaml': '{}', '/api/e.yaml': '{}' });
    const data = { $ref: 'none.yaml' };
    const main = {
      discriminator: { mapping: { cat: 'Cat.yaml', dog: 'Dog', own: '#/a', dotted: 'a.b', other: 5 } },
      example: data,
      enum: [data],
      const: data,
      default: data,
      examples: { one: { $ref: 'e.yaml' } },
      properties: { $ref: { type: 'string' }, default: { $ref: 'Cat.yaml' }, mapping: { a: 'Cat.yaml' } },
    };
    const { document } = await gathered('main.yaml', main, '', source);
    expect(document).toEqual({
      ...main,
      discriminator: {
        mapping: { cat: '#/x-files/Cat.yaml', dog: 'Dog', own: '#/a', dotted: 'a.b', other: 5 },
      },
      examples: { one: { $ref: '#/x-files/e.yaml' } },
      properties: { ...main.properties, default: { $ref: '#/x-files/Cat.yaml' } },
      'x-files': { 'Cat.yaml': {}, 'e.yaml': {} },
    });
  });

  it('needs a place to read from', async () => {
    await expect(gathered('main.yaml', { a: { $ref: 'b.yaml#/c' } }, '')).rejects.toThrow(
      'main.yaml refers to another file, b.yaml#/c; give the file by its name, so that it can be read.',
    );
  });

  it('has a limited number of files', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `f${index}.yaml`);
    const read = (count: number) =>
      gathered(
        'main.yaml',
        { all: names(count).map(($ref) => ({ $ref })) },
        '',
        sourceOf(Object.fromEntries(names(count).map((name) => [`/api/${name}`, '{}']))),
      );
    expect((await read(2000)).texts.size).toBe(2001);
    await expect(read(2001)).rejects.toThrow('main.yaml refers to more than 2000 files.');
  });

  it('has limited text', async () => {
    const half = ' '.repeat(50_000_000);
    const main = { all: [{ $ref: 'a.yaml' }, { $ref: 'b.yaml' }] };
    const source: Source = { ...sourceOf({}), read: async () => half };
    await expect(gathered('main.yaml', main, ' ', source)).rejects.toThrow(
      'main.yaml and its files are larger than 100000000 characters.',
    );
  });
});

describe('one document of several files', () => {
  const file = (content: object) => ({ 'x-files': { 'a.yaml': content } });
  const reference = (rest: string) => ({ $ref: `#/x-files/a.yaml${rest}` });

  it('without files is the same', () => {
    const document = { openapi: '3.1.0' };
    expect(inOnePiece(document)).toBe(document);
    expect(inOnePiece({ ...document, ...file({}) })).toEqual(document);
  });

  it.each([
    ['/Pet', {}, 'Pet'],
    ['/Pet', { Pet: {} }, 'Pet2'],
    ['/Pet', { Pet: {}, Pet2: {} }, 'Pet3'],
    ['/a~1b.yaml', {}, 'b'],
    ['/a b', {}, 'a_b'],
    ['', {}, 'a'],
    ['/', {}, 'Schema'],
  ])('calls the schema at %s beside %j %s', (place, schemas, name) => {
    const content = { Pet: { type: 'string' }, 'a/b.yaml': {}, 'a b': {}, '': {} };
    const used = { schema: reference(place) };
    const { components, used: found } = inOnePiece({ used, components: { schemas }, ...file(content) });
    expect(found).toEqual({ schema: { $ref: `#/components/schemas/${name}` } });
    expect(Object.keys((components as { schemas: object }).schemas)).toEqual([...Object.keys(schemas), name]);
  });

  it('gives two schemas of one name two names, and one schema one', () => {
    const schemas = { a: reference('/x/Pet'), b: reference('/y/Pet'), c: reference('/x/Pet') };
    const content = { x: { Pet: { type: 'string' } }, y: { Pet: { type: 'number' } } };
    expect(inOnePiece({ components: { schemas }, ...file(content) })['components']).toEqual({
      schemas: {
        a: { $ref: '#/components/schemas/Pet' },
        b: { $ref: '#/components/schemas/Pet2' },
        c: { $ref: '#/components/schemas/Pet' },
        Pet: { type: 'string' },
        Pet2: { type: 'number' },
      },
    });
  });

  it('of Swagger 2.0 has its schemas as definitions', () => {
    const definitions = { Own: reference('/Pet') };
    expect(inOnePiece({ swagger: '2.0', definitions, ...file({ Pet: {} }) })).toEqual({
      swagger: '2.0',
      definitions: { Own: { $ref: '#/definitions/Pet' }, Pet: {} },
    });
  });

  it('keeps a reference that leads nowhere', () => {
    const document = { a: reference('/none'), schema: reference('/none') };
    expect(inOnePiece({ ...document, ...file({}) })).toEqual({
      a: reference('/none'),
      schema: { $ref: '#/components/schemas/none' },
      components: { schemas: { none: reference('/none') } },
    });
  });

  it('replaces other parts where they are used, up to fifty in a row', () => {
    const chain = (length: number) => {
      const steps = Array.from({ length }, (_, step) => [`s${step}`, reference(`/s${step + 1}`)]);
      return file({ ...Object.fromEntries(steps), [`s${length}`]: { end: true } });
    };
    expect(inOnePiece({ a: reference('/s0'), ...chain(50) })).toEqual({ a: { end: true } });
    expect(() => inOnePiece({ a: reference('/s0'), ...chain(51) })).toThrow('a.yaml/s51 refers to itself in a circle.');
  });
});
