/** Forms of members that come over RPC; over HTTP they have been checked before. */
import { Refusal } from '@wallet-services/contract/swap';
import type { Document } from '../../contract/index.ts';

/** @returns the id in the case that ids are stored in; throws Refusal 400 when the text is no UUID */
export type IdReader = (name: string, text: string) => string;

/** A reader of ids in the form that the document gives them. */
export function idReader(document: Document): IdReader {
  const pattern = document.components.schemas['Uuid']?.pattern;
  if (pattern === undefined) throw new Error('the document has no form of a Uuid');
  const uuid = new RegExp(pattern, 'u');
  return (name, text) => {
    if (!uuid.test(text)) throw new Refusal(400, `${name} is not a UUID`);
    return text.toLowerCase();
  };
}
