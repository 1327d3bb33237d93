/** What is known of the inputs of a service of which there is nothing but the document. */
import { alternativesOf } from '../../generate/keywords.ts';
import { operationOf, type Parameter } from '../../model/api.ts';
import type { OpenApiDocument } from '../../model/document.ts';
import type { InputProfile } from './profile.ts';

/** Any text fits, as far as the document says: it may be a cursor, or a name, that this server does not know. */
function isFree(document: OpenApiDocument, { schema }: Parameter): boolean {
  return alternativesOf(document, schema).some(
    ({ type, format, pattern, enum: names }) =>
      type !== 'boolean' && type !== 'integer' && type !== 'number' && [format, pattern, names].every((one) => !one),
  );
}

export const stranger: InputProfile = {
  isCertain({ operation: id, path }, { api }) {
    const operation = operationOf(api, id ?? '');
    const { parameters, body } = operation;
    if (operation.path.includes('{') || body !== null || parameters.some(({ required }) => required)) return false;
    const sent = new URL(path, 'http://localhost').searchParams;
    return !parameters.some((one) => (one.in === 'header' || sent.has(one.name)) && isFree(api.document, one));
  },
};
