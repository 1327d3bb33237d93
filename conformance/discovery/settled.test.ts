import { describe, expect, test } from 'vitest';
import type { Sequence } from './sequence.ts';
import { type Problem, settled } from './settled.ts';

const list = (keys: string): Sequence => {
  const all = keys.split(' ');
  return { pages: [], keys: all, places: new Map(all.map((key, place) => [key, place])), ended: true, refusal: null };
};

const problem = (id: string): Problem => ({ aspect: `aspect of ${id}`, id, breach: { expected: '', actual: id } });

/** Missing items are problems. */
const problemsOf = (traversed: Sequence, whole: Sequence) =>
  whole.keys.filter((key) => !traversed.places.has(key)).map(problem);

/** Settles what is read in turn: the whole list, and the traversal; the last reading recurs. */
async function settle(wholes: readonly string[], traversals: readonly string[], isStill?: () => boolean) {
  const read = { wholes: 0, traversals: 0 };
  const next = (from: readonly string[], place: number) => list(from[Math.min(place, from.length - 1)] ?? '');
  const result = await settled({
    whole: next(wholes, 0),
    traversed: next(traversals, 0),
    problemsOf,
    wholeAgain: async () => next(wholes, ++read.wholes),
    again: async () => next(traversals, ++read.traversals),
    ...(isStill === undefined ? {} : { isStill }),
  });
  return { problems: result.problems.map(({ id }) => id), doubtful: result.doubtful, read };
}

const nothing = { problems: [], doubtful: [] };

describe('a list that stays as it is', () => {
  test('is read once where nothing is wrong', async () => {
    expect(await settle(['a b'], ['a b'])).toEqual({ ...nothing, read: { wholes: 0, traversals: 0 } });
  });

  test('is reported after three rounds, each with one reading more', async () => {
    expect(await settle(['a b'], ['a'])).toEqual({
      problems: ['b'],
      doubtful: [],
      read: { wholes: 1 + 2 + 3, traversals: 2 },
    });
  });

  test('is not reported if the problem does not recur', async () => {
    expect(await settle(['a b'], ['a', 'a', 'a b'])).toMatchObject(nothing);
  });

  test('is reported for the problem that recurs', async () => {
    expect(await settle(['a b c'], ['a b', 'a c', 'a', 'a b c'])).toMatchObject(nothing);
    expect(await settle(['a b c'], ['a b', 'a', 'a c', 'a'])).toMatchObject({ problems: ['b', 'c'] });
  });
});

describe('a list that changes', () => {
  test('explains a problem that only one of the readings has', async () => {
    expect(await settle(['a b', 'a'], ['a'])).toEqual({ ...nothing, read: { wholes: 1, traversals: 0 } });
  });

  test('leaves a problem in doubt after six rounds', async () => {
    const changing = ['b c', 'b d', 'b e', 'b f', 'b g', 'b h', 'b i', 'b j'];
    expect(await settle(changing, ['x'])).toEqual({
      problems: [],
      doubtful: ['aspect of b'],
      read: { wholes: 6, traversals: 5 },
    });
  });

  test('delays a problem until it was met three times in calm rounds', async () => {
    expect(await settle(['a b', 'a b c', 'a b'], ['a'])).toMatchObject({ problems: ['b'], read: { traversals: 4 } });
  });

  test('may count as calm', async () => {
    const changing = ['b c', 'b d', 'b e', 'b f', 'b g', 'b h', 'b i'];
    expect(await settle(changing, ['x'], () => true)).toMatchObject({ problems: ['b'], read: { traversals: 2 } });
    expect(await settle(['a b'], ['a'], () => false)).toMatchObject({ problems: [], doubtful: ['aspect of b'] });
  });
});
