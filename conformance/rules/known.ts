/** What a target file may say of the data of each service. */
import { type ContractService, isServiceName, type ServiceName } from '../model/document/services.ts';
import { mapOf, objectWith } from '../target/forms.ts';
import { assistantKnownSchema } from './assistant/known.ts';
import { commentKnownSchema } from './comment/known.ts';
import { lendingKnownSchema } from './lending/known.ts';
import { swapKnownSchema } from './swap/known.ts';

const schemas: Readonly<Partial<Record<ContractService, { readonly [keyword: string]: unknown }>>> = {
  lending: lendingKnownSchema,
  comment: commentKnownSchema,
  swap: swapKnownSchema,
  assistant: assistantKnownSchema,
};

const textOrNumber = { anyOf: [{ type: 'string' }, { type: 'number' }] };

const texts = mapOf({ type: 'string' });

const input = objectWith({ path: texts, query: texts, headers: texts, body: {} });

/** Inputs with which an operation can be asked, by operationId, one or several: they are sent as they are. */
const inputs = mapOf({ anyOf: [input, { type: 'array', items: input }] });

/** What requests may choose, by what is chosen: parameters with their values. */
const choices = mapOf({ type: 'array', items: { ...mapOf(textOrNumber), minProperties: 1 } });

/** What a list must hold as the caller's, by the operationId of the list. */
const own = mapOf({ type: 'array', items: textOrNumber });

/** The JSON Schema of `known` of a service. */
export function knownSchema(service: ServiceName): object {
  const schema = (isServiceName(service) ? schemas[service] : undefined) ?? objectWith({});
  return { ...schema, properties: { ...Object(schema['properties']), inputs, choices, own } };
}
