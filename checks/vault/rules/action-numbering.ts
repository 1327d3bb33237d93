/** One action number belongs to one action name (document 3, Flip): the list shows numbers, a single flip its name. */
import { broken, inconclusive, type Judgement, type OwnRule, pass } from '@wallet-services/conformance/core';
import { excerpt, sameJson } from '@wallet-services/conformance/model';
import { type Flip, flipsAlone, flipsThatStay } from '../things.ts';

/** Flips with the number of another flip but another name, or with its name but another number. */
function wrongIn(flips: readonly Flip[]): readonly Judgement[] {
  const pairs = flips.map(({ listed, alone, exchange }) => ({
    number: listed['action'],
    name: alone['action'],
    exchange,
  }));
  return pairs.flatMap(({ number, name, exchange }, index) => {
    const other = pairs.slice(0, index).find((one) => sameJson(one.number, number) !== sameJson(one.name, name));
    if (other === undefined) return [];
    const expected = `one number for each name: another flip has ${excerpt(other.name)} with ${excerpt(other.number)}`;
    const actual = `${excerpt(name)} with ${excerpt(number)}`;
    return [broken({ expected, actual, pointer: '/data/action', about: 'numbers', exchange })];
  });
}

export default {
  id: 'vault.listFlips.action-numbering',
  async check(ctx, report) {
    const isNumbered = ({ listed }: Flip) => typeof listed['action'] === 'number';
    const first = (await flipsAlone(ctx)).filter(isNumbered);
    if (first.length === 0) return report(inconclusive('no flips are listed', 'put flips into the data'));
    // A flip may have continued between the list and its own answer: a flip that did not continue is listed with the
    // same number afterwards.
    const wrong = wrongIn(first).length === 0 ? [] : wrongIn((await flipsThatStay(ctx)).filter(isNumbered));
    report(...(wrong.length === 0 ? [pass] : wrong));
  },
  mutants: (at) => ({
    'the list shows every flip as just begun': at('listFlips').value('/flips/*/action', () => 1),
    'the list numbers flips that are over like those with bids, the last ones only': at('listFlips').items.all(
      (flips) =>
        flips.map((flip, index) => (flip['action'] === 3 && index > flips.length / 2 ? { ...flip, action: 2 } : flip)),
    ),
    'the list numbers the flips one after the other': at('listFlips').items.each((flip, index) => ({
      ...flip,
      action: index + 1,
    })),
  }),
} satisfies OwnRule;
