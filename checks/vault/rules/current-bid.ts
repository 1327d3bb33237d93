/** The bidding of a flip equals that of its newest event (document 3, Flip: "current bid amount"). */
import { broken, type Judgement, type OwnRule, pass, unsupported, warn } from '@wallet-services/conformance/core';
import { excerpt, sameValue } from '@wallet-services/conformance/model';
import { answersTheFirstPath } from '@wallet-services/conformance/mutation';
import { type Flip, flipsAlone, timed } from '../things.ts';

/** The fault of a flip in comparison with its newest event; null if the event does not show the bidding. */
function judged({ alone, events, exchange }: Flip): Judgement | null {
  const all = timed(events);
  const newest = all.filter(({ time }) => time === all.at(-1)?.time);
  const { action, bid } = alone;
  const breach = (expected: string, member: string) => {
    const against = 'listFlipEvents';
    return { expected, actual: excerpt(alone[member]), pointer: `/data/${member}`, against, about: member, exchange };
  };
  const wrong = (expected: string, member: string) => broken(breach(expected, member));
  const isAll = (name: string) => newest.length > 0 && newest.every((event) => event.action === name);
  // No document demands that each bid has an event.
  if (isAll('FlipKick') && action === 'FlipBid') return warn(breach('FlipKick, like its newest event', 'action'));
  if (!isAll('FlipBid')) return null;
  if (action === 'FlipKick') return wrong('FlipBid, like its newest event', 'action');
  if (action !== 'FlipBid' || newest.some((event) => sameValue(event.bid, bid))) return pass;
  return wrong(`${excerpt(newest[0]?.bid)}, the bid of its newest event`, 'bid');
}

/** The wrong members of a flip; empty for a correct one. */
function reported(judgement: Judgement): string {
  if (judgement.verdict !== 'broken' && judgement.verdict !== 'warn') return '';
  const { exchange, pointer, actual } = judgement.breach;
  return `${exchange?.url} ${pointer} ${actual}`;
}

export default {
  id: 'vault.readFlip.current-bid',
  async check(ctx, report) {
    const first = (await flipsAlone(ctx)).flatMap((flip) => judged(flip) ?? []);
    if (first.length === 0) return report(unsupported('no flip has a bid as its newest event'));
    if (first.every(({ verdict }) => verdict === 'pass')) return report(pass);
    // Another user may have bid between the two answers, but hardly twice: a lasting difference is a fault.
    const again = (await flipsAlone(ctx, 'again')).flatMap((flip) => judged(flip) ?? []);
    const stays = again.filter(
      (one) => reported(one) !== '' && first.some((other) => reported(one) === reported(other)),
    );
    report(...(stays.length > 0 ? stays : [pass]));
  },
  mutants: (at) => ({
    'the bid of a flip is that of its first event': at('readFlip').value('/data/bid', () => '0'),
    'every flip has the events of the one that was asked for first': answersTheFirstPath(at('listFlipEvents')),
    'every flip is just begun': at('readFlip').value('/data/action', () => 'FlipKick'),
  }),
} satisfies OwnRule;
