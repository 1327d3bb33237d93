/** JSON data, looked into without trusting it. */

/** A JSON object. */
export interface JsonObject {
  readonly [member: string]: unknown;
}

/** Whether a value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
