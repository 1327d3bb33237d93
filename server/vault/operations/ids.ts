/** Ids as clients write them. */
import { Refusal } from '@wallet-services/contract/vault';
import type { Document } from '../../contract/index.ts';

/** Reads an id: in the case that ids are stored in. */
export type IdReader = (text: string) => string;

/**
 * A reader of ids in the form that the document gives them. Over HTTP the form has been checked before; over RPC an
 * id comes as any text.
 *
 * @returns a function that throws Refusal 400 when a text is not a UUID
 */
export function idReader(document: Document): IdReader {
  const pattern = document.components.schemas['Uuid']?.pattern;
  if (pattern === undefined) throw new Error('the document has no form of a Uuid');
  const uuid = new RegExp(pattern, 'u');
  return (text) => {
    if (!uuid.test(text)) throw new Refusal(400, `${JSON.stringify(text.slice(0, 64))} is not a UUID`);
    return text.toLowerCase();
  };
}
