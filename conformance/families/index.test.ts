import { expect, onTestFinished, test, vi } from 'vitest';
import { demanded, exchange, smallSuite } from '../testing/api.ts';
import { familyOf, rulesOfDeclaration } from './index.ts';

test('judges an exchange once for all rules of a declaration', () => {
  const suite = smallSuite({
    operations: {
      readFlip: {
        request: 'GET /flip',
        behaviour: [
          {
            family: 'moment',
            at: '/made_at',
            unit: 'iso',
            past: true,
            rules: [demanded('made_at'), demanded('made_at-past')],
          },
        ],
      },
    },
  });
  const { api } = suite;
  const moment = familyOf({ family: 'moment' });
  if (moment?.watch === undefined) throw new Error('the family does not watch');
  const watch = vi.spyOn(moment, 'watch');
  onTestFinished(() => watch.mockRestore());
  const rules = api.declarations.flatMap((declared) => rulesOfDeclaration(declared, api));
  const read = exchange(suite, 'readFlip', [200, { made_at: 'yesterday' }]);
  const verdicts = rules.map((rule) => rule.watch?.(read, suite).map(({ verdict }) => verdict));
  expect(verdicts).toEqual([['broken'], []]);
  expect(watch).toHaveBeenCalledTimes(1);
  const another = exchange(suite, 'readFlip', [200, { made_at: '2021-08-17T11:14:49Z' }]);
  expect(rules.map((rule) => rule.watch?.(another, suite).map(({ verdict }) => verdict))).toEqual([['pass'], ['pass']]);
});
