/** The oldest event of a flip is its FlipKick (document 3, Flip event): the auction begins with it. */
import { excerpt } from '../../model/json.ts';
import { parseInstant } from '../../model/time.ts';
import { broken, inconclusive, pass } from '../judgement.ts';
import type { OwnRule } from '../own.ts';
import { flipsAlone } from './things.ts';

export default {
  id: 'vault.listFlipEvents.begins-with-kick',
  async check(talk, say) {
    for (const { events, exchange } of await flipsAlone(talk)) {
      const timed = events.flatMap(({ created_at: text, action }) => {
        const time = typeof text === 'string' ? parseInstant(text) : null;
        return time === null ? [] : [{ time, action }];
      });
      const [first] = timed.map(({ time }) => time).toSorted((left, right) => (left < right ? -1 : 1));
      const oldest = timed.filter(({ time }) => time === first).map(({ action }) => action);
      if (oldest.includes('FlipKick')) say(pass);
      else if (oldest.length > 0) {
        say(broken({ expected: 'FlipKick as the oldest event', actual: excerpt(oldest[0]), about: 'kick', exchange }));
      }
    }
    say(inconclusive('no events of flips were seen', 'put flips with a few events into the data'));
  },
  faults: (at) => [
    {
      id: 'the events of a flip lack its begin',
      fault: at('listFlipEvents').items.all((events) => events.filter(({ action }) => action !== 'FlipKick')),
    },
    {
      id: 'the begin of a flip is told as a bid',
      fault: at('listFlipEvents').value('/data/events/*/action', (action) =>
        action === 'FlipKick' ? 'FlipBid' : action,
      ),
    },
  ],
} satisfies OwnRule;
