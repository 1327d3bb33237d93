import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { familyOf } from '../families/index.ts';
import { serviceNames } from '../model/document/services.ts';
import { openContract } from '../run/contract.ts';
import { contractFor } from '../run/document.ts';
import { mutationsAt } from './language/at.ts';

const cinema = await contractFor({
  document: fileURLToPath(new URL('../examples/cinema/openapi.yaml', import.meta.url)),
});
const contract = openContract();
const apis = await Promise.all([
  ...serviceNames.map(async (name) => (await contract.service(name)).api),
  ...cinema.services.map(async (name) => (await cinema.service(name)).api),
]);

test('each mutant of a family names an aspect that some declaration has', () => {
  const key = (family: string, aspect: string) => `conformance/families/${family}/: ${aspect}`;
  const declared = new Set<string>();
  const killed = new Set<string>();
  for (const api of apis) {
    for (const one of api.declarations.filter(({ rules }) => rules.length > 0)) {
      for (const { aspect } of one.rules) declared.add(key(one.family, aspect));
      for (const { kills } of familyOf(one)?.mutants(one, mutationsAt(api)) ?? []) killed.add(key(one.family, kills));
    }
  }
  expect(killed.size).toBeGreaterThan(50);
  expect([...killed].filter((one) => !declared.has(one))).toEqual([]);
});
