import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { serviceNames } from '../model/services.ts';
import { faults } from './index.ts';
import { type Matrix, mutantId } from './matrix.ts';

const matrix: Matrix = JSON.parse(await readFile(new URL('./matrix.json', import.meta.url), 'utf8'));

const HOW = 'npm run teeth writes it anew';

test('the committed matrix has every faulty server, and each is found out', () => {
  const written = serviceNames.flatMap((service) =>
    faults[service].mutants.map(({ id, kills }) => [mutantId(service, id), kills]),
  );
  expect(
    matrix.mutants.map(({ id, kills }) => [id, kills]),
    HOW,
  ).toEqual(written);
  expect(
    matrix.mutants.filter(({ rules }) => rules.length === 0),
    HOW,
  ).toEqual([]);
});

test('the committed matrix has every correct server that chooses otherwise, and blames none', () => {
  const written = serviceNames.flatMap((service) => faults[service].twins.map(({ id }) => mutantId(service, id)));
  expect(
    matrix.twins.map(({ service, title }) => mutantId(service, title)),
    HOW,
  ).toEqual(written);
  expect(matrix.twins.every(({ passed }) => passed)).toBe(true);
});
