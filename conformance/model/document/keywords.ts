/** Values of keywords that JSON Schema and OpenAPI give no meaning; a validator takes many of them without an error. */
import { KEYWORD_VALUES, type KeywordValues } from '@wallet-services/kit/keywords';
import { isObject, type JsonObject } from '../values/json.ts';

const MARK: KeywordValues = [(value) => typeof value === 'boolean', 'true or false'];

const VALUES: Readonly<Record<string, KeywordValues>> = {
  ...KEYWORD_VALUES,
  readOnly: MARK,
  writeOnly: MARK,
  discriminator: [
    (value) => isObject(value) && typeof value['propertyName'] === 'string',
    'an object with the name of a member in propertyName',
  ],
};

/** The keywords of a schema that have such a value, each with what it should be. */
export function wrongKeywordsOf(schema: JsonObject): readonly (readonly [keyword: string, expected: string])[] {
  return Object.entries(VALUES).flatMap(([keyword, [isAllowed, expected]]) =>
    schema[keyword] === undefined || isAllowed(schema[keyword]) ? [] : [[keyword, expected] as const],
  );
}
