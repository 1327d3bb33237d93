/** What a target file may say of the data of each service. */
import { type ContractService, isServiceName, type ServiceName } from '../model/document/services.ts';
import { objectWith } from '../target/forms.ts';
import { assistantKnownSchema } from './assistant/known.ts';
import { commentKnownSchema } from './comment/known.ts';
import { lendingKnownSchema } from './lending/known.ts';
import { swapKnownSchema } from './swap/known.ts';

interface KnownSchema {
  readonly properties?: object;
  readonly [keyword: string]: unknown;
}

const nothing: KnownSchema = objectWith({});

const schemas: Readonly<Partial<Record<ContractService, KnownSchema>>> = {
  lending: lendingKnownSchema,
  comment: commentKnownSchema,
  swap: swapKnownSchema,
  assistant: assistantKnownSchema,
};

const textOrNumber = { anyOf: [{ type: 'string' }, { type: 'number' }] };

const texts = { type: 'object', additionalProperties: { type: 'string' } };

const input = objectWith({ path: texts, query: texts, headers: texts, body: {} });

/** Inputs with which an operation can be asked, by operationId, one or several: they are sent as they are. */
const inputs = {
  type: 'object',
  additionalProperties: { anyOf: [input, { type: 'array', items: input }] },
};

/** What requests may choose, by what is chosen: parameters with their values. */
const choices = {
  type: 'object',
  additionalProperties: {
    type: 'array',
    items: {
      type: 'object',
      minProperties: 1,
      additionalProperties: textOrNumber,
    },
  },
};

/** What a list must hold as the caller's, by the operationId of the list. */
const owned = { type: 'object', additionalProperties: { type: 'array', items: textOrNumber } };

/** The JSON Schema of `known` of a service. */
export function knownSchema(service: ServiceName): object {
  const own = (isServiceName(service) ? schemas[service] : undefined) ?? nothing;
  return { ...own, properties: { ...own.properties, inputs, choices, own: owned } };
}
