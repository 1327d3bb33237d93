import { expect, it } from 'vitest';
import { rangeOf } from './range.ts';

const [LOWEST, HIGHEST] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

it.each<[object, [number, number, boolean, boolean]]>([
  [{}, [LOWEST, HIGHEST, false, false]],
  [{ minimum: 1, maximum: 5 }, [1, 5, false, false]],
  [{ exclusiveMinimum: 1, exclusiveMaximum: 5 }, [1, 5, true, true]],
  [{ minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false }, [1, 5, true, false]],
  [{ exclusiveMinimum: true, exclusiveMaximum: true }, [LOWEST, HIGHEST, false, false]],
  [{ minimum: 1, exclusiveMinimum: 3, maximum: 9, exclusiveMaximum: 5 }, [3, 5, true, true]],
  [{ minimum: 3, exclusiveMinimum: 1, maximum: 5, exclusiveMaximum: 9 }, [3, 5, false, false]],
  [{ minimum: 3, exclusiveMinimum: 3 }, [3, HIGHEST, true, false]],
  [{ minimum: '3', maximum: null }, [LOWEST, HIGHEST, false, false]],
])('of %j is %j', (schema, [least, most, isWithoutLeast, isWithoutMost]) => {
  expect(rangeOf({ ...schema })).toEqual({ least, most, isWithoutLeast, isWithoutMost });
});
