import { expect, test } from 'vitest';
import { loadApi, loadLedger } from '../../model/load.ts';
import { assistantObservers, assistantRules, notObserved } from './index.ts';

test('every documented rule has a check, and every open question is observed or says why not', async () => {
  const { rules, questions } = await loadApi('assistant', await loadLedger());
  const sorted = (ids: readonly string[]) => [...ids].sort();
  expect(sorted(assistantRules.map(({ id }) => id))).toEqual(sorted(rules.map(({ id }) => id)));
  const answered = [...assistantObservers.map(({ id }) => id), ...Object.keys(notObserved)];
  expect(sorted(answered)).toEqual(sorted(questions.map(({ id }) => id)));
});
