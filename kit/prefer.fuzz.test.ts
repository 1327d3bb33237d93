import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { fittingAnswers, isUnfit, preferencesIn, wishIn } from './prefer.ts';

/** Headers that are almost valid. */
const piece = fc.constantFrom('code', 'example', 'wait', '=', ',', ';', '"', ' ', '404', '4XX', '\\', 'ü', '\n', '0');
const header = fc.oneof(
  fc.string(),
  fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
);
const token = fc.stringMatching(/^[a-z][\w-]{0,8}$/);
const word = fc.stringMatching(/^[\x20\x21\x23-\x7e]{0,12}$/);

const shown = fc.array(
  fc.record({
    status: fc.constantFrom('200', '201', '404', '4XX', '5XX', 'default'),
    name: fc.option(token, { nil: undefined }),
    body: fc.jsonValue(),
  }),
  { maxLength: 6 },
);

it('reads every header, and finds the preferences that were written in it', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(token, word), { selector: ([name]) => name.toLowerCase() }), (all) => {
      const text = all.map(([name, value]) => `${name}="${value}"`).join(', ');
      expect([...preferencesIn(text)]).toEqual(all.map(([name, value]) => [name.toLowerCase(), value]));
    }),
  );
});

it('responds to every preference with an HTTP status of the document, or lists the available ones', () => {
  fc.assert(
    fc.property(header, shown, (text, answers) => {
      const wish = wishIn(preferencesIn(text));
      if (wish === undefined || isUnfit(wish)) return;
      const fitting = fittingAnswers(answers, wish, 'readBook');
      if ('msg' in fitting) return;
      for (const { status } of fitting) expect(status).toSatisfy((one: number) => one >= 100 && one <= 599);
      if (wish.code !== undefined) expect(fitting[0].status).toBe(wish.code);
    }),
  );
});
