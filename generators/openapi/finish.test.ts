import { describe, expect, it } from 'vitest';
import type { MediaType, OpenApiDocument, OperationObject, ParameterObject, Schema } from './document.ts';
import { finish } from './finish.ts';

function documentOf(operation: Partial<OperationObject>, schemas: Record<string, Schema> = {}): OpenApiDocument {
  const get = { operationId: 'read', responses: {}, ...operation };
  return { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { '/': { get } }, components: { schemas } };
}

const operationOf = (document: OpenApiDocument) => finish(document).paths['/']?.get;
const finishedSchema = (schema: Schema) => finish(documentOf({}, { One: schema })).components.schemas['One'];
const finishedParameter = (parameter: Partial<ParameterObject>, schemas: Record<string, Schema> = {}) =>
  operationOf(documentOf({ parameters: [{ name: 'p', in: 'query', schema: {}, ...parameter }] }, schemas))
    ?.parameters?.[0];

describe('a document', () => {
  it('names its dialect, unless it is of OpenAPI 3.0, and keeps the rest', () => {
    const emitted = { ...documentOf({}), servers: [{ url: '/' }] };
    expect(Object.keys(finish(emitted))).toEqual([
      'openapi',
      'jsonSchemaDialect',
      'info',
      'paths',
      'components',
      'servers',
    ]);
    expect(finish(emitted).jsonSchemaDialect).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(finish({ ...emitted, openapi: '3.0.0' })).not.toHaveProperty('jsonSchemaDialect');
  });

  it('is copied', () => {
    const emitted = documentOf({ parameters: [] }, { B: { type: 'string' }, A: { type: 'string' } });
    const before = structuredClone(emitted);
    finish(emitted);
    expect(emitted).toEqual(before);
  });

  it('has its schemas and statuses in the order of their names', () => {
    const response = { description: '' };
    const responses = { default: response, 404: response, '4XX': response, 200: response };
    const document = finish(documentOf({ responses }, { B: {}, A: {}, C: {} }));
    expect(Object.keys(document.components.schemas)).toEqual(['A', 'B', 'C']);
    expect(Object.keys(document.paths['/']?.get?.responses ?? {})).toEqual(['200', '404', '4XX', 'default']);
  });

  it('may lack schemas', () => {
    const document: OpenApiDocument = JSON.parse(JSON.stringify({ ...documentOf({}), components: {} }));
    expect(finish(document).components).toEqual({ schemas: {} });
  });
});

describe('a schema', () => {
  it.each<[string, Schema, Schema]>([
    ['an enum of integers', { type: 'number', enum: [1, 2] }, { type: 'integer', enum: [1, 2] }],
    ['an enum of numbers', { type: 'number', enum: [1, 2.5] }, { type: 'number', enum: [1, 2.5] }],
    ['a number', { type: 'number' }, { type: 'number' }],
    ['an enum of texts', { type: 'string', enum: ['1'] }, { type: 'string', enum: ['1'] }],
    [
      'members of any name',
      { unevaluatedProperties: { type: 'string' } },
      { additionalProperties: { type: 'string' } },
    ],
    ['unknown members', { unevaluatedProperties: {} }, {}],
    ['no other members', { unevaluatedProperties: { not: {} } }, { additionalProperties: false }],
    ['a union', { anyOf: [], unevaluatedProperties: { not: {} } }, { anyOf: [], unevaluatedProperties: { not: {} } }],
    ['a composition', { allOf: [], unevaluatedProperties: {} }, { allOf: [], unevaluatedProperties: {} }],
    ['closed by a boolean', { unevaluatedProperties: false }, { unevaluatedProperties: false }],
  ])('%s', (_, schema, expected) => {
    expect(finishedSchema(schema)).toEqual(expected);
  });

  it('lists the descriptions of its values in its own description', () => {
    const reported = { enum: [0, 1, 2], 'x-enum-descriptions': ['None yet.', '', 'Done.'] };
    expect(finishedSchema({ ...reported, description: 'A state.' })).toMatchObject({
      description: 'A state.\n- 0: None yet.\n- 2: Done.',
    });
    expect(finishedSchema({ ...reported, 'x-enum-varnames': ['NONE', 'SOME', 'ALL'] })).toMatchObject({
      description: '- 0 NONE: None yet.\n- 2 ALL: Done.',
    });
    expect(finishedSchema({ 'x-enum-descriptions': ['None yet.'] })).not.toHaveProperty('description');
    expect(finishedSchema({ enum: [1], 'x-enum-descriptions': 'text' })).not.toHaveProperty('description');
  });

  it('has no examples by status, which are moved to answers', () => {
    expect(finishedSchema({ 'x-examples-by-status': {}, type: 'object' })).toEqual({ type: 'object' });
  });
});

describe('an operation', () => {
  it('has no empty list of parameters', () => {
    expect(operationOf(documentOf({ parameters: [] }))).not.toHaveProperty('parameters');
    expect(finishedParameter({})).toEqual({ name: 'p', in: 'query', schema: {} });
  });

  it.each<[Record<string, string[]>[] | undefined, Record<string, string[]>[] | undefined]>([
    [[{}], []],
    [[{}, {}], []],
    [
      [{}, { bearer: [] }],
      [{}, { bearer: [] }],
    ],
    [[{ bearer: [] }], [{ bearer: [] }]],
    [undefined, undefined],
  ])('with the security %j has %j', (security, expected) => {
    expect(operationOf(documentOf({ ...(security && { security }) }))?.security).toEqual(expected);
  });
});

describe('a parameter', () => {
  it('allows annotations next to its schema', () => {
    const allows = { allowReserved: true, allowEmptyValue: true };
    expect(finishedParameter({ 'x-allows': allows, schema: { type: 'string', 'x-allows': allows } })).toEqual({
      name: 'p',
      in: 'query',
      schema: { type: 'string' },
      ...allows,
    });
    for (const none of [null, 'text']) {
      expect(finishedParameter({ 'x-allows': none })).toEqual({ name: 'p', in: 'query', schema: {} });
    }
  });

  it.each<[Schema, boolean]>([
    [{ type: 'string' }, false],
    [{ type: 'array' }, true],
    [{ type: 'object' }, true],
    [{ $ref: '#/components/schemas/List' }, true],
    [{ $ref: '#/components/schemas/Text' }, false],
  ])('of %j states how it explodes: %s', (schema, stated) => {
    const parameter = finishedParameter(
      { explode: false, schema },
      { List: { type: 'array' }, Text: { type: 'string' } },
    );
    expect(Object.hasOwn(parameter ?? {}, 'explode')).toBe(stated);
  });
});

describe('the examples of a refusal', () => {
  const schemas = {
    Refusal: { 'x-examples-by-status': { 401: { unknown: { code: 401 } }, 404: { gone: { code: 404 } }, 500: 'text' } },
    Bare: { 'x-examples-by-status': null },
    Text: { 'x-examples-by-status': 'text' },
  };

  function examplesOf(status: string, media: Partial<MediaType> = {}, security: Record<string, string[]>[] = []) {
    const schema = { $ref: '#/components/schemas/Refusal' };
    const responses = { [status]: { description: '', content: { 'application/json': { schema, ...media } } } };
    return operationOf(documentOf({ responses, security }, schemas))?.responses[status]?.content?.['application/json'];
  }

  const gone = { gone: { summary: 'gone', value: { code: 404 } } };
  const own = { own: { value: { code: 4 } } };

  it('are those of the model, before those of the operation', () => {
    expect(examplesOf('404')?.examples).toEqual(gone);
    expect(Object.keys(examplesOf('404', { examples: own })?.examples ?? {})).toEqual(['gone', 'own']);
  });

  it.each<[string, string, Partial<MediaType>]>([
    ['the answer has an example', '404', { example: {} }],
    ['the model has none of the status', '400', {}],
    ['the model has a text', '500', {}],
    ['the model has null', '404', { schema: { $ref: '#/components/schemas/Bare' } }],
    ['the model says nothing', '404', { schema: { $ref: '#/components/schemas/Text' } }],
  ])('are kept unchanged where %s', (_, status, media) => {
    expect(examplesOf(status, media)).not.toHaveProperty('examples');
  });

  it('of credentials are omitted when none is needed and there are others', () => {
    const unknown = { unknown: { summary: 'unknown', value: { code: 401 } } };
    expect(examplesOf('401', { examples: own })?.examples).toEqual(own);
    expect(examplesOf('401', { examples: own }, [{ bearer: [] }])?.examples).toEqual({ ...unknown, ...own });
    expect(examplesOf('401')?.examples).toEqual(unknown);
    expect(examplesOf('404', { examples: own })?.examples).toEqual({ ...gone, ...own });
  });

  it('are in answers of any content, and answers may have none', () => {
    expect(() => finish(documentOf({ responses: { 204: { description: '' } } }))).not.toThrow();
  });
});
