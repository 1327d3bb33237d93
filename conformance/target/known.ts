/** What a target file may say of the data of each service. */
import { mapOf, objectWith } from './forms.ts';

const textOrNumber = { anyOf: [{ type: 'string' }, { type: 'number' }] };

const texts = mapOf({ type: 'string' });

const input = objectWith({ path: texts, query: texts, headers: texts, body: {} });

/** Inputs with which an operation can be asked, by operationId, one or several: they are sent as they are. */
const inputs = mapOf({ anyOf: [input, { type: 'array', items: input }] });

/** What requests may choose, by what is chosen: parameters with their values. */
const choices = mapOf({ type: 'array', items: { ...mapOf(textOrNumber), minProperties: 1 } });

/** What a list must hold as the caller's, by the operationId of the list. */
const own = mapOf({ type: 'array', items: textOrNumber });

/** The JSON Schema of `known` of a service. @param more what its checks read beside what is known of any API */
export function knownSchema(more: object = objectWith({})): object {
  const { properties } = more as { readonly properties?: object };
  return { ...more, properties: { ...properties, inputs, choices, own } };
}
