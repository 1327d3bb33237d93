import { INTERNAL, oddDocuments, plainDocument } from '@wallet-services/kit/testing/odd';
import { expect, it } from 'vitest';
import { UsageError } from '../error.ts';
import { compareDocuments } from '../http/compare.ts';
import { callsOf, curlOf } from '../meaning/request.ts';
import { readDocument } from './document.ts';

const read = async (document: object) => (await readDocument('odd.json', JSON.stringify(document))).document;

it('a document with any odd value is compared, or rejected in a sentence', async () => {
  const plain = await read(plainDocument);
  for (const [place, document] of oddDocuments()) {
    try {
      const odd = await read(document);
      const both = [
        { name: '', base: plain, head: odd },
        { name: '', base: odd, head: plain },
      ];
      for (const one of both) expect(JSON.stringify(compareDocuments([one])), place).not.toMatch(INTERNAL);
      for (const call of callsOf(odd)) expect(curlOf(odd, call, new Set()) ?? '', place).not.toMatch(INTERNAL);
    } catch (error) {
      expect(error, place).toBeInstanceOf(UsageError);
      expect((error as UsageError).message, place).not.toMatch(INTERNAL);
    }
  }
});
