import { expect, test } from 'vitest';
import { loadApi, loadLedger } from '../../model/load.ts';
import { notObserved, swapObservers } from './index.ts';

test('each open question of swap is observed, or says why it is not', async () => {
  const { questions } = await loadApi('swap', await loadLedger());
  const told = [...swapObservers.map(({ id }) => id), ...Object.keys(notObserved)];
  expect([...told].sort()).toEqual(questions.map(({ id }) => id).sort());
});
