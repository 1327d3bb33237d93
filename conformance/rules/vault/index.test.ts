import { expect, test } from 'vitest';
import { loadLedger } from '../../model/load.ts';
import { notObserved, vaultObservers } from './index.ts';

test('every open question of vault is observed, or said to show nothing', async () => {
  const { questions } = await loadLedger();
  const asked = questions.filter(({ service }) => service === 'vault').map(({ id }) => id);
  const told = [...vaultObservers.map(({ id }) => id), ...Object.keys(notObserved)];
  expect(told.toSorted()).toEqual(asked.toSorted());
});
