/** The input profile of a service that is known by its document alone. */

import type { InputProfile } from '../../core/context.ts';
import { freshText, guessedTexts } from '../../discovery/texts.ts';
import { alternativesOf } from '../../generate/keywords.ts';
import { type ApiModel, operationOf, type Parameter } from '../../model/document/api.ts';
import type { OpenApiDocument } from '../../model/document/document.ts';
import type { HttpCall } from '../../model/exchange.ts';
import { isObject } from '../../model/values/json.ts';

/** Whether any text is valid by the document, which may mean a cursor, or a name, that this server does not know. */
function isFree(document: OpenApiDocument, { schema }: Parameter): boolean {
  return alternativesOf(document, schema).some(
    ({ type, format, pattern, enum: names }) =>
      type !== 'boolean' && type !== 'integer' && type !== 'number' && [format, pattern, names].every((one) => !one),
  );
}

/**
 * Whether a request only comes from the document's example, or from a schema: it may name items that the server does
 * not have. A request without ids is certain.
 */
export function isMadeUp({ operation: id, path, isNamed }: HttpCall, api: ApiModel): boolean {
  if (id === null || isNamed === true) return false;
  const { path: template, parameters, body } = operationOf(api, id);
  if (template.includes('{') || body !== null || parameters.some(({ required }) => required)) return true;
  const sent = new URL(path, 'http://localhost').searchParams;
  return parameters.some((one) => (one.in === 'header' || sent.has(one.name)) && isFree(api.document, one));
}

export const standalone: InputProfile = {
  isStrict: true,
  // A server may take the name of a new item once: each request has names of its own.
  refresh(operation, base, variant, suite) {
    const { input, name: why, place } = variant;
    const [sent, known] = [input.body, base.body];
    if (!isObject(sent) || !isObject(known)) return variant;
    const same = guessedTexts(suite, operation).filter(
      (name) => place !== `body/${name}` && sent[name] === known[name],
    );
    if (same.length === 0) return variant;
    const texts = same.map((name) => [name, freshText(suite, operation.id, name, why)]);
    return { ...variant, input: { ...input, body: { ...sent, ...Object.fromEntries(texts) } } };
  },
  // An id that the server returned does not mean that it accepts the rest of the request.
  isCertain: (call, { api }) => !isMadeUp({ ...call, isNamed: false }, api),
};
