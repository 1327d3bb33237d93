/** Compares pairs of whole documents in both directions. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseText } from '@wallet-services/kit/document';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../contract/document.ts';
import { arrayOf, objectOf } from '../json.ts';
import { compareDocuments } from './compare.ts';

const file = fileURLToPath(new URL('../cases/base/pairs.yaml', import.meta.url));
const pairs = arrayOf(parseText(file, await readFile(file, 'utf8'))).map(objectOf);

async function findings(from: unknown, to: unknown): Promise<readonly string[]> {
  const [base, head] = [await readDocument('old', String(from)), await readDocument('new', String(to))];
  return compareDocuments([{ name: '', base: base.document, head: head.document }])
    .map(({ sides, kind, subject, member }) =>
      [sides.clients.class, sides.servers.class, kind, subject, member].filter((word) => word !== '').join(' '),
    )
    .toSorted();
}

describe('a pair of documents', () => {
  it.each(pairs)('is judged as declared: $name', async ({ old: before, new: after, expect: expected }) => {
    expect(await findings(before, after)).toEqual(expected);
  });

  it.each(pairs)('is judged as declared, in the other direction: $name', async ({ old: before, new: after, back }) => {
    expect(await findings(after, before)).toEqual(back);
  });
});
