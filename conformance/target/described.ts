/** Adds descriptions of members to a JSON Schema. */
import { eachObject, isObject } from '../model/values/json.ts';

/** A schema with a description of each member, by its name; a member with a description keeps it. */
export function described<Schema>(schema: Schema, meanings: Readonly<Record<string, string>>): Schema {
  return eachObject(schema, (object) => {
    const { properties } = object;
    if (!isObject(properties)) return object;
    const members = Object.entries(properties).map(([name, inner]) => {
      const description = Object.hasOwn(meanings, name) ? meanings[name] : undefined;
      return [name, description === undefined ? inner : { description, ...Object(inner) }];
    });
    return { ...object, properties: Object.fromEntries(members) };
  }) as Schema;
}
