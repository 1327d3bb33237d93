/** Ids as clients write them. */
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Document } from './document.ts';

/**
 * Reads an id that a client wrote.
 *
 * @param name of the parameter or member, for the refusal
 * @returns the id in the case that ids are stored in
 * @throws Refusal 400 when the text is not a UUID
 */
export type IdReader = (name: string, text: string) => string;

/**
 * A reader of ids in the form that a document gives them. Over HTTP the form has been checked before; over RPC an id
 * comes as any text.
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
