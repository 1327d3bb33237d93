import { expect, it } from 'vitest';
import { triedOf, type Verdict } from './trial.ts';

const listed: Verdict = { aspect: 'listed', verdict: 'holds', why: '' };
const readable: Verdict = { aspect: 'readable', verdict: 'broken', why: 'expected it to be found' };
const evidence = async () => new Map([['listed', { answers: 3, different: 3, mutant: 'it is not listed' }]]);

it('proposes the aspects that hold, without those that are refuted', async () => {
  expect(await triedOf([listed, readable], evidence)).toMatchObject({ outcome: 'holds', omit: ['readable'] });
});

it('proposes nothing where the essential aspect is refuted', async () => {
  expect(await triedOf([listed, readable], evidence, 'readable')).toEqual({
    outcome: 'broken',
    why: 'expected it to be found',
  });
});
