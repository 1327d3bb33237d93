import { expect, test } from 'vitest';
import { wrongKeywordsOf } from './keywords.ts';

test.each([
  [{ minLength: 1, required: ['name'], readOnly: true, discriminator: { propertyName: 'kind' } }, []],
  [{ maximum: 1, exclusiveMinimum: true, multipleOf: 0.01 }, []],
  [{ minLength: 1.5, maxLength: '9' }, ['minLength', 'maxLength']],
  [{ multipleOf: 0, required: true }, ['multipleOf', 'required']],
  [{ readOnly: 'yes', writeOnly: null }, ['readOnly', 'writeOnly']],
  [{ discriminator: 'kind' }, ['discriminator']],
  // YAML has numbers that JSON does not have.
  [{ maximum: Number.NaN, exclusiveMinimum: Number.NaN }, ['maximum', 'exclusiveMinimum']],
  [{ minimum: Number.NEGATIVE_INFINITY, multipleOf: Number.POSITIVE_INFINITY }, ['minimum', 'multipleOf']],
  [{ minLength: Number.POSITIVE_INFINITY }, ['minLength']],
])('of %o, it is %j', (schema, wrong) => {
  expect(
    wrongKeywordsOf(schema)
      .map(([keyword]) => keyword)
      .toSorted(),
  ).toEqual(wrong.toSorted());
});
