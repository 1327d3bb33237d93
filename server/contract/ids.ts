/** Reads ids that clients send. */
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Document } from './document.ts';

/**
 * Reads an id that a client sent.
 *
 * @param name of the parameter or member, for the error message
 * @returns the id in the case in which ids are stored
 * @throws Refusal 400 when the text is not a UUID
 */
export type IdReader = (name: string, text: string) => string;

/**
 * Creates a reader of ids in the document's format. Over HTTP the format has been validated before; over RPC an id
 * can be any text.
 */
export function idReader(document: Document): IdReader {
  const pattern = document.components.schemas['Uuid']?.pattern;
  if (pattern === undefined) throw new Error('the document has no form of a Uuid');
  const uuid = new RegExp(pattern, 'u');
  return (name, text) => {
    if (!uuid.test(text)) throw new Refusal(400, `${name} is not a UUID`);
    return text.toLowerCase();
  };
}
