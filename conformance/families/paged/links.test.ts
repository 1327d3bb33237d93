/** Lists whose pages lead to the next one by its address. */
import { describe, expect, test } from 'vitest';
import { smallSuite } from '../../testing/api.ts';
import { books, byLink, type ListChoices, listServer } from '../../testing/list-server.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

const places = [
  ['/links/next', 'body'],
  ['Link', 'Link'],
  ['next-page', 'Next-Page'],
] as const;

describe.each(places)('the next page is at %s', (place, link) => {
  const open = () => smallSuite(byLink(place));
  const server = (choices: ListChoices = {}) => listServer(() => books(13), { link, ...choices });

  test.each<ListChoices>([
    {},
    { cursor: 'opaque', standard: 3, maximum: 4 },
    { cursor: 'count' },
    { cursor: 'page', standard: 3, maximum: 3 },
    { silent: true },
  ])('a correct server passes: %o', async (choices) => {
    const pass = ['pass'];
    const whole = { first: pass, continues: pass, 'at-most': pass, filled: pass };
    expect(await reportedOfServer(open, server(choices))).toEqual(whole);
  });

  test('each faulty server is detected', async () => {
    const outcomes = await outcomesOf(open, () => server());
    const missed = outcomes.filter(({ verdicts }) => !verdicts.includes('broken')).map(({ id }) => id);
    expect(missed).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(12);
  });

  test('a list that ends early is detected where no link is shown', async () => {
    const reported = await reportedOfServer(
      open,
      listServer(() => books(13), {}),
    );
    expect(reported['continues']).toContain('broken');
  });
});
