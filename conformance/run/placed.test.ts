import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { OwnRule } from '../core/rule.ts';
import { rulesIn } from '../core/rules-in.ts';
import { checkPlaced, type Place } from './placed.ts';

const entry = { service: 'vault', text: 'It is so.', source: 'document 3' } as const;
const place: Place = {
  service: 'vault',
  profile: {},
  rules: [{ ...entry, id: 'vault.listFlips.numbering', level: 'must', operation: 'listFlips' }],
  questions: [{ ...entry, id: 'vault.listFlips.order' }],
};

/** The rules of a separate file, in the form that discovery by folder returns. */
async function placed(source: string): Promise<{ readonly file: string; readonly rules: readonly OwnRule[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'rules-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'numbering.ts');
  await writeFile(file, source);
  return { file, rules: await rulesIn(pathToFileURL(`${folder}/`)) };
}

test.each(['vault.listFlips.numbering', 'vault.listFlips.order', 'wire.schema', 'input.valid-accepted'])(
  'accepts a rule of the ledger or of any API: %s',
  async (id) => {
    const { rules } = await placed(`export default { id: '${id}', check: async () => {} };`);
    expect(rules).toHaveLength(1);
    expect(() => checkPlaced(rules, place)).not.toThrow();
  },
);

test('names the file of a rule that is in no ledger', async () => {
  const { file, rules } = await placed(`export default [{ id: 'vault.listFlips.numbring', check: async () => {} }];`);
  expect(() => checkPlaced(rules, place)).toThrow(
    `${file}: vault.listFlips.numbring is in no ledger of vault; correct`,
  );
});

test('names the file of mutants without a rule', async () => {
  const { file, rules } = await placed(`export default { id: 'vault.no-such-rule', mutants: () => ({}) };`);
  expect(() => checkPlaced(rules, place)).toThrow(`${file}: vault.no-such-rule is in no ledger of vault`);
});

test('names the file of mutants of an open question', async () => {
  const { file, rules } = await placed(`export default { id: 'vault.listFlips.order', mutants: () => ({}) };`);
  expect(() => checkPlaced(rules, place)).toThrow(`${file}: vault.listFlips.order is an open question`);
});

test('names the service of a rule that was not found by its place', () => {
  expect(() => checkPlaced([{ id: 'all.no-such-rule' }], place)).toThrow(
    'the checks of vault: all.no-such-rule is in no ledger of vault',
  );
});

test('names the file that exports no rule', async () => {
  await expect(placed('export const rule = 1;')).rejects.toThrow(/numbering\.ts has no rule: export it/);
});
