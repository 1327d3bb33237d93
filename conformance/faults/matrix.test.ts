import { expect, test } from 'vitest';
import { openContract } from '../model/document/contract.ts';
import { serviceNames } from '../model/document/services.ts';
import { faultsOf } from './index.ts';
import { goodRows, readMatrix } from './matrix.ts';

const matrix = await readMatrix();

test.each(serviceNames)(
  'has every faulty and every correct server of %s: npm run teeth -- --new adds them',
  async (name) => {
    const { api } = await openContract().service(name);
    const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort();
    expect(lines(matrix.filter(({ service }) => service === name))).toEqual(lines(goodRows(name, await faultsOf(api))));
  },
);
