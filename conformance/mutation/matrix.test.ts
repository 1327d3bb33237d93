import { expect, test } from 'vitest';
import { serviceNames } from '../model/document/services.ts';
import { openContract } from '../run/contract.ts';
import { goodRows, readMatrix } from './matrix.ts';
import { testServersOf } from './mutants.ts';

const matrix = await readMatrix();

test.each(serviceNames)(
  'has every faulty and every correct server of %s: npm run mutants -- --new adds them',
  async (name) => {
    const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort();
    expect(lines(matrix.filter(({ service }) => service === name))).toEqual(
      lines(goodRows(name, await testServersOf(await openContract().service(name)))),
    );
  },
);
