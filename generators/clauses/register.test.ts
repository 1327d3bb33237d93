import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { citationOf, readRegister } from './register.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clauses-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

const write = (file: string, ...lines: readonly string[]) => writeFile(join(folder, file), lines.join('\n'));

test('reads clauses with their section, and names their places by service', async () => {
  await write(
    'shop.yaml',
    '- document: 2',
    '  section: Endpoints, Shop',
    '  clauses:',
    '    - id: shop.list',
    '      place: GET /items',
    '      kind: operation',
    '      text: The items are listed.',
    '      schema: [list, other/list]',
  );
  const register = await readRegister(folder);
  const [clause] = register?.clauses ?? [];
  expect(clause).toMatchObject({ service: 'shop', visible: true, schema: ['shop/list', 'other/list'], rules: [] });
  expect(clause && citationOf(clause)).toBe('document 2, Endpoints, Shop, GET /items');
  expect(register?.own).toEqual({ schema: [], rules: [], questions: [] });
});

test.each([
  ['a clause without a kind', ['- document: 1', '  section: A', '  clauses:', '    - {id: shop.a, text: B}'], /kind/],
  ['a document that does not exist', ['- {document: 4, section: A, clauses: []}'], /document/],
  ['a member that is misspelled', ['- {document: 1, section: A, clause: []}'], /additional/],
])('names the file of %s', async (_, lines, problem) => {
  await write('shop.yaml', ...lines);
  await expect(readRegister(folder)).rejects.toThrow(/spec\/clauses\/shop\.yaml/);
  await expect(readRegister(folder)).rejects.toThrow(problem);
});

test('a contract may have no register', async () => {
  expect(await readRegister(join(folder, 'none'))).toBeNull();
});

test('the register of this contract has an id for each statement', async () => {
  const register = await readRegister(fileURLToPath(new URL('../../spec/clauses', import.meta.url)));
  const ids = register?.clauses.map(({ id }) => id) ?? [];
  expect(ids.length).toBeGreaterThan(700);
  expect(new Set(ids).size).toBe(ids.length);
});
