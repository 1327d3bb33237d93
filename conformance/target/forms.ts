/** What the JSON Schema of a target file is made of. */

export const text = { type: 'string', minLength: 1 };

/** Texts by name. */
export const texts = { type: 'object', additionalProperties: text };

/** An object with these members and no others. */
export function objectWith(properties: object, ...required: readonly string[]) {
  return { type: 'object', ...(required.length === 0 ? {} : { required }), additionalProperties: false, properties };
}
