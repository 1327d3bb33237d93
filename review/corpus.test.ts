/** Compares real pairs of documents in the folder that REVIEW_CORPUS names: `NAME/old.* NAME/new.*`. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compareContracts } from './compare.ts';
import type { Contract } from './contract/contract.ts';
import { readDocument } from './contract/document.ts';
import { isGrave } from './finding.ts';

const folder = process.env['REVIEW_CORPUS'];
const names = folder === undefined ? [] : (await readdir(folder)).toSorted();
if (folder === undefined) console.warn('review: REVIEW_CORPUS is not set: no real pair of documents is compared');

async function contract(name: string, side: 'old' | 'new'): Promise<Contract> {
  const path = join(folder ?? '', name);
  const file = (await readdir(path)).find((one) => one.startsWith(`${side}.`)) ?? '';
  const bytes = await readFile(join(path, file));
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  const { document } = await readDocument(file, text);
  return {
    label: file,
    documents: new Map([['', document]]),
    protos: new Map(),
    rules: [],
    questions: [],
    version: '1',
  };
}

describe.runIf(names.length > 0)('a real pair', () => {
  it.each(names)('has places for what breaks, nothing unclaimed, and nothing to say of itself: %s', async (name) => {
    const [old, now] = [await contract(name, 'old'), await contract(name, 'new')];
    const findings = await compareContracts(old, now);
    // Texts of examples are also reported at their pointers, as documentation.
    const unclaimed = findings.filter(({ kind, subject }) => kind === 'not-compared' && subject.startsWith('#/'));
    expect(unclaimed.map(({ subject }) => subject)).toEqual([]);
    const lost = findings.filter(
      ({ sides, places, kind }) =>
        isGrave(sides.clients.class) && places.length === 0 && !/^(server-|scheme-)/.test(kind),
    );
    expect(lost.map(({ subject, change }) => `${subject}: ${change}`)).toEqual([]);
    expect(await compareContracts(old, old)).toEqual([]);
    expect(await compareContracts(now, structuredClone(now))).toEqual([]);
  });
});

describe('the corpus', () => {
  it('is a folder of pairs when it is configured', () => {
    expect(folder === undefined || names.length > 0).toBe(true);
  });
});
