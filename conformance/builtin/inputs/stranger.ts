/** What is known of the inputs of a service of which there is nothing but the document. */

import type { InputProfile } from '../../core/context.ts';
import { alternativesOf } from '../../generate/keywords.ts';
import { type ApiModel, operationOf, type Parameter } from '../../model/document/api.ts';
import type { OpenApiDocument } from '../../model/document/document.ts';
import type { HttpCall } from '../../model/exchange.ts';

/** Any text fits, as far as the document says: it may be a cursor, or a name, that this server does not know. */
function isFree(document: OpenApiDocument, { schema }: Parameter): boolean {
  return alternativesOf(document, schema).some(
    ({ type, format, pattern, enum: names }) =>
      type !== 'boolean' && type !== 'integer' && type !== 'number' && [format, pattern, names].every((one) => !one),
  );
}

/**
 * Whether a request was made up by the document's example alone, or by a schema: it may name what the server does not
 * have. One that names nothing is certain.
 */
export function isMadeUp({ operation: id, path, isNamed }: HttpCall, api: ApiModel): boolean {
  if (id === null || isNamed === true) return false;
  const { path: template, parameters, body } = operationOf(api, id);
  if (template.includes('{') || body !== null || parameters.some(({ required }) => required)) return true;
  const sent = new URL(path, 'http://localhost').searchParams;
  return parameters.some((one) => (one.in === 'header' || sent.has(one.name)) && isFree(api.document, one));
}

export const stranger: InputProfile = {
  isStrict: true,
  // That the server named what is asked for does not mean that it takes the rest.
  isCertain: (call, { api }) => !isMadeUp({ ...call, isNamed: false }, api),
};
