/** One action number stands for one action name (document 3, Flip): the list shows numbers, a single flip its name. */
import { excerpt } from '../../model/json.ts';
import { broken, inconclusive, pass } from '../judgement.ts';
import type { OwnRule } from '../own.ts';
import { flipsAlone } from './things.ts';

export default {
  id: 'vault.listFlips.action-numbering',
  async check(talk, say) {
    const flips = (await flipsAlone(talk)).filter(({ listed }) => typeof listed['action'] === 'number');
    const names = new Map<unknown, unknown>();
    for (const { listed, alone, exchange } of flips) {
      const [number, name] = [listed['action'], alone['action']];
      const before = names.get(number) ?? name;
      names.set(number, before);
      if (before === name) say(pass);
      else {
        const expected = `${excerpt(before)}, as another flip with the number ${number}`;
        say(broken({ expected, actual: excerpt(name), pointer: '/data/action', exchange }));
      }
    }
    const repeated = [...names].find(([number, name]) =>
      [...names].some(([other, same]) => other !== number && same === name),
    );
    const [shown] = flips;
    if (repeated !== undefined && shown !== undefined) {
      const expected = `one number for ${excerpt(repeated[1])}`;
      say(broken({ expected, actual: 'two', pointer: '/data/action', about: 'numbers', exchange: shown.exchange }));
    }
    if (names.size < 2) {
      say(inconclusive('no flips of two action numbers are listed', 'put flips of different actions into the data'));
    }
  },
  faults: (at) => [
    {
      id: 'the list shows every flip as just begun',
      fault: at('listFlips').value('/flips/*/action', () => 1),
    },
    {
      id: 'the list numbers flips that are over like those with bids, the last ones only',
      fault: at('listFlips').items.all((flips) =>
        flips.map((flip, index) => (flip['action'] === 3 && index > flips.length / 2 ? { ...flip, action: 2 } : flip)),
      ),
    },
    {
      id: 'the list numbers the flips one after the other',
      fault: at('listFlips').items.each((flip, index) => ({ ...flip, action: index + 1 })),
    },
  ],
} satisfies OwnRule;
