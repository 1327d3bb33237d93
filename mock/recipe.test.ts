import { describe, expect, it } from 'vitest';
import { recipeOf, revived, type Schema } from './recipe.ts';

const decimal: Schema = { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$', examples: ['1250.75'] };
const time: Schema = { type: 'string', format: 'date-time', examples: ['2021-08-17T11:14:49.123456789Z'] };
const nothing: Schema = { type: 'null' };

describe('recipeOf', () => {
  it('takes the values of the examples, each once', () => {
    expect(recipeOf(decimal, ['0.5', '12', '0.5'])).toEqual({ enum: ['0.5', '12'] });
  });

  it("takes the schema's own examples when no example has a value", () => {
    expect(recipeOf(time, [])).toEqual({ enum: ['2021-08-17T11:14:49.123456789Z'] });
  });

  it('keeps all values of an enum', () => {
    expect(recipeOf({ type: 'string', enum: ['topn', 'avg'] }, ['avg'])).toEqual({ enum: ['topn', 'avg'] });
  });

  it.each([3.5, 'x', null, [1], { a: 1 }])('keeps the constant %j', (value) => {
    const { enum: values = [] } = recipeOf({ type: 'number', const: value }, [7]);
    expect(values.map(revived)).toEqual([value]);
  });

  it('keeps the limits of a list', () => {
    const limits = { minItems: 1, maxItems: 2, uniqueItems: true };
    const items = { type: 'boolean' };
    expect(recipeOf({ type: 'array', items, ...limits }, [])).toEqual({ type: 'array', items, ...limits });
  });

  it.each(['number', 'integer'])('makes a %s that may be null a branch of its own', (type) => {
    const limits = { minimum: 1, maximum: 2 };
    const number = { type, ...limits };
    expect(recipeOf({ type: [type, 'null'], ...limits }, [])).toEqual({
      anyOf: [number, number, number, { type: 'null' }],
    });
  });

  it('bounds numbers without examples, and leaves other schemas unchanged', () => {
    expect(recipeOf({ type: 'integer' }, [])).toEqual({ type: 'integer', minimum: 0, maximum: 1_000_000 });
    expect(recipeOf({ type: 'number', minimum: 2, maximum: 3 }, [])).toEqual({
      type: 'number',
      minimum: 2,
      maximum: 3,
    });
    expect(recipeOf({ type: 'string', pattern: '^a+$' }, [])).toEqual({ type: 'string', pattern: '^a+$' });
  });

  it('generates a new id for the object', () => {
    const schema = { type: 'object', required: ['id', 'name'], properties: { id: { type: 'integer' }, name: decimal } };
    expect(recipeOf(schema, [{ id: 1, name: '7' }])).toEqual({
      type: 'object',
      properties: { id: { type: 'integer', minimum: 1, maximum: 1_000_000 }, name: { enum: ['7'] } },
      additionalProperties: false,
    });
  });

  it('has the optional members of an object all together or not at all', () => {
    const properties = { a: decimal, b: decimal, c: decimal };
    const recipe = recipeOf({ type: 'object', required: ['a'], properties }, [{ a: '1', b: '2', c: '3' }]);
    const members = recipe.anyOf?.map((branch) => Object.keys(branch.properties ?? {}));
    expect(members).toEqual([['a', 'b', 'c'], ['a']]);
  });

  it('collects the entries of all lists in the examples', () => {
    const schema = { anyOf: [{ type: 'array', items: decimal }, nothing] };
    const list = { type: 'array', items: { enum: ['1', '2', '3'] } };
    expect(recipeOf(schema, [['1', '2'], null, ['3']])).toEqual({ anyOf: [list, list, list, nothing] });
  });

  it('turns a tuple into the form of draft-07, place by place', () => {
    const schema = { type: 'array', prefixItems: [{ type: 'integer' }, decimal], minItems: 2, maxItems: 2 };
    const shown = [
      [1628985600, '45981.4'],
      [1629072000, '47020.15'],
    ];
    expect(recipeOf(schema, shown)).toEqual({
      type: 'array',
      items: [{ enum: [1628985600, 1629072000] }, { enum: ['45981.4', '47020.15'] }],
    });
  });

  it('keeps an object without known members whole, empty or not', () => {
    const { enum: shown = [] } = recipeOf({ type: 'object' }, [{}, { limit: 3 }]);
    expect(shown.map(revived)).toEqual([{}, { limit: 3 }]);
    expect(recipeOf({ type: 'object' }, []).enum?.map(revived)).toEqual([{}]);
  });

  it('passes objects as texts, which the library cannot change', () => {
    expect(recipeOf({ type: 'object' }, [{ limit: 3 }]).enum).toEqual([expect.any(String)]);
  });

  it('gives each branch the objects that have its members', () => {
    const asset = { type: 'object', required: ['symbol'], properties: { symbol: decimal } };
    const collateral = { type: 'object', required: ['gem'], properties: { gem: decimal } };
    const recipe = recipeOf({ anyOf: [asset, collateral] }, [{ symbol: '1' }, { gem: '2' }]);
    const values = new Set(recipe.anyOf?.map((branch) => JSON.stringify(branch.properties)));
    expect([...values]).toEqual(['{"symbol":{"enum":["1"]}}', '{"gem":{"enum":["2"]}}']);
  });

  it('reads numbers from decimal strings when the examples have only those', () => {
    const recipe = recipeOf({ anyOf: [{ type: 'number' }, decimal] }, ['0.03', '12']);
    expect(recipe.anyOf).toContainEqual({ enum: [0.03, 12] });
    expect(recipe.anyOf).toContainEqual({ enum: ['0.03', '12'] });
  });
});
