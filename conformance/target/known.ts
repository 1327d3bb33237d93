/** The data of each service that a target file may contain. */
import { mapOf, objectWith } from './forms.ts';

const textOrNumber = { anyOf: [{ type: 'string' }, { type: 'number' }] };

const texts = mapOf({ type: 'string' });

const input = objectWith({ path: texts, query: texts, headers: texts, body: {} });

/** Valid inputs of operations, by operationId, one or several: they are sent unchanged. */
const inputs = mapOf({ anyOf: [input, { type: 'array', items: input }] });

/** The choices of requests, by subject: parameters with their values. */
const choices = mapOf({ type: 'array', items: { ...mapOf(textOrNumber), minProperties: 1 } });

/** The items that a list must contain as the caller's, by the operationId of the list. */
const own = mapOf({ type: 'array', items: textOrNumber });

/**
 * The JSON Schema of `known` of a service. @param more the members that its checks read in addition to those of any API
 */
export function knownSchema(more: object = objectWith({})): object {
  const { properties } = more as { readonly properties?: object };
  return { ...more, properties: { ...properties, inputs, choices, own } };
}
