/** The oldest event of a flip is its FlipKick (document 3, Flip event): the auction begins with it. */
import { excerpt } from '../../model/values/json.ts';
import { broken, inconclusive, pass } from '../judgement.ts';
import type { OwnRule } from '../rule.ts';
import { flipsAlone, timed } from './things.ts';

export default {
  id: 'vault.listFlipEvents.begins-with-kick',
  async check(talk, say) {
    for (const { events, exchange } of await flipsAlone(talk)) {
      const [first, ...more] = timed(events);
      const oldest = [first, ...more].flatMap((one) => (one?.time === first?.time ? [one?.action] : []));
      const expected = 'FlipKick as the oldest event';
      if (oldest.includes('FlipKick')) say(pass);
      else if (first !== undefined) say(broken({ expected, actual: excerpt(first.action), about: 'kick', exchange }));
    }
    say(inconclusive('no response contained events of a flip', 'put flips with a few events into the data'));
  },
  faults: (at) => ({
    'the events of a flip lack its begin': at('listFlipEvents').items.all((events) =>
      events.filter(({ action }) => action !== 'FlipKick'),
    ),
    'the begin of a flip is told as a bid': at('listFlipEvents').value('/data/events/*/action', (action) =>
      action === 'FlipKick' ? 'FlipBid' : action,
    ),
  }),
} satisfies OwnRule;
