import { isMultiple } from '@wallet-services/kit/multiple';
import { describe, expect, it } from 'vitest';
import { numberRecipe } from './numbers.ts';

describe('numberRecipe', () => {
  it.each([
    [{ type: 'integer' }, 0, 1_000_000],
    [{ type: 'integer', minimum: 7 }, 7, 1_000_000],
    [{ type: 'integer', minimum: 2_000_000 }, 2_000_000, 3_000_000],
    [{ type: 'integer', maximum: 9 }, 0, 9],
    [{ type: 'integer', maximum: -4 }, -1_000_004, -4],
    [{ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 5 }, 1, 4],
    [{ type: 'integer', minimum: 0, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: true }, 1, 4],
    [{ type: 'integer', minimum: 3, exclusiveMinimum: 0, maximum: 4, exclusiveMaximum: 9 }, 3, 4],
    [{ type: 'number', minimum: 2, maximum: 3 }, 2, 3],
    [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 1e-6, 1 - 1e-6],
  ])('of %j is from %d to %d', ({ type, ...limits }, minimum, maximum) => {
    expect(numberRecipe({ type, ...limits }, 0)).toEqual({ type, minimum, maximum });
  });

  it.each([
    [{ multipleOf: 0.1, maximum: 0.3 }, [0, 0.1, 0.2, 0.3]],
    [{ multipleOf: 0.1, exclusiveMinimum: 0, exclusiveMaximum: 0.3 }, [0.1, 0.2]],
    [{ multipleOf: 5, minimum: 7, maximum: 24 }, [10, 15, 20]],
    [{ multipleOf: 5, minimum: -5, maximum: 5, exclusiveMinimum: true }, [0, 5]],
  ])('of %j lists %j', (schema, values) => {
    expect(numberRecipe({ type: 'number', ...schema }, 0)).toEqual({ enum: values });
  });

  it('takes multiples of a large number, too', () => {
    const { enum: values = [] } = numberRecipe({ type: 'integer', multipleOf: 7_654_321 }, 1);
    expect([values.length, values[0], values[1]]).toEqual([20, 7_654_321, 15_308_642]);
  });

  it('has the limits alone where no multiple is within them', () => {
    const schema = { type: 'integer', multipleOf: 5, minimum: 6, exclusiveMaximum: 10 };
    expect(numberRecipe(schema, 0)).toEqual({ type: 'integer', minimum: 6, maximum: 9 });
  });

  it('takes a few multiples from a wide range', () => {
    const { enum: values = [] } = numberRecipe({ type: 'number', multipleOf: 0.01, minimum: 0, maximum: 100 }, 0);
    expect([values.length, values[0], values.at(-1)]).toEqual([20, 0, 100]);
    expect(values.filter((value) => !isMultiple(Number(value), 0.01))).toEqual([]);
  });
});
