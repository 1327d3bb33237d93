/** Where the payload of an answer stands. */
import type { ApiModel } from '../model/document/api.ts';
import { within } from '../model/values/pointer.ts';

/** Pointer of the one thing that an operation answers with: what the envelope carries. */
export function payloadOf(api: ApiModel, operation: string): string {
  const [envelope] = api.declarations.filter(({ family }) => family === 'envelope');
  const except = envelope?.['except'];
  const isBare = envelope === undefined || (Array.isArray(except) && except.includes(operation));
  return isBare ? '' : within('', String(envelope['payload']));
}
