/** Values of keywords that a validator takes without an error, though JSON Schema and OpenAPI give them no meaning. */
import { isObject, type JsonObject } from '../values/json.ts';

type Test = readonly [keywords: readonly string[], isAllowed: (value: unknown) => boolean, expected: string];

const TESTS: readonly Test[] = [
  [
    ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains'],
    (value) => typeof value !== 'number' || (Number.isInteger(value) && value >= 0),
    'a whole number from 0',
  ],
  [['multipleOf'], (value) => typeof value !== 'number' || value > 0, 'a number above 0'],
  [
    ['required'],
    (value) => !Array.isArray(value) || value.every((name) => typeof name === 'string'),
    'a list of names',
  ],
  [['readOnly', 'writeOnly'], (value) => typeof value === 'boolean', 'true or false'],
  [
    ['discriminator'],
    (value) => isObject(value) && typeof value['propertyName'] === 'string',
    'an object with the name of a member in propertyName',
  ],
];

/** The keywords of a schema that have such a value, each with what it should be. */
export function wrongKeywordsOf(schema: JsonObject): readonly (readonly [keyword: string, expected: string])[] {
  return TESTS.flatMap(([keywords, isAllowed, expected]) =>
    keywords
      .filter((keyword) => schema[keyword] !== undefined && !isAllowed(schema[keyword]))
      .map((keyword) => [keyword, expected] as const),
  );
}
