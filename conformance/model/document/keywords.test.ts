import { expect, test } from 'vitest';
import { wrongKeywordsOf } from './keywords.ts';

test.each([
  [{ minLength: 1, required: ['name'], readOnly: true, discriminator: { propertyName: 'kind' } }, []],
  [{ minLength: 1.5, maxLength: '9' }, ['minLength', 'maxLength']],
  [{ multipleOf: 0, required: true }, ['multipleOf', 'required']],
  [{ readOnly: 'yes', writeOnly: null }, ['readOnly', 'writeOnly']],
  [{ discriminator: 'kind' }, ['discriminator']],
])('of %o, it is %j', (schema, wrong) => {
  expect(wrongKeywordsOf(schema).map(([keyword]) => keyword)).toEqual(wrong);
});
