/** What a turn with a response looks like: status 2, and no error. */
import type { Exchange } from '../../../model/exchange.ts';
import { excerpt } from '../../../model/json.ts';
import { within } from '../../../model/pointer.ts';
import { broken, inconclusive, passUnless } from '../../judgement.ts';
import type { Judgement } from '../../rule.ts';
import { BOT_HINT } from '../dialogue.ts';
import { isEmptyError, postedIn, responseOf, type TurnView, viewsOf, viewsOfPosted } from '../turn-views.ts';
import { talkRule } from './talk.ts';

const noResponse = inconclusive('no turn has a response', BOT_HINT);

function placeOf({ exchange }: TurnView): string {
  return exchange.call.kind === 'http' ? (exchange.call.operation ?? '') : '';
}

export const statusWithResponse = talkRule('assistant.turns.status-with-response', 'readTurn', (exchanges) => {
  const answered = exchanges.flatMap(viewsOf).filter(({ turn }) => responseOf(turn) !== '');
  if (answered.length === 0) return [noResponse];
  return passUnless(
    answered
      .filter(({ turn }) => turn['status'] !== 2)
      .map((view) =>
        broken({
          expected: '2, since the turn has a response',
          actual: excerpt(view.turn['status']),
          pointer: within(view.pointer, 'status'),
          about: `status in ${placeOf(view)}`,
          exchange: view.exchange,
        }),
      ),
  );
});

/** Every view of the turns that got a response: nothing went wrong in them, before or after. */
function viewsOfGood(exchanges: readonly Exchange[]): readonly TurnView[] {
  return postedIn(exchanges)
    .map((posted) => viewsOfPosted(posted, exchanges))
    .filter((views) => views.some(({ turn }) => responseOf(turn) !== ''))
    .flat();
}

export const errorEmpty = talkRule('assistant.turns.error-empty', 'readTurn', (exchanges): readonly Judgement[] => {
  const views = viewsOfGood(exchanges);
  if (views.length === 0) return [noResponse];
  return passUnless(
    views
      .filter(({ turn }) => !isEmptyError(turn['error']))
      .map((view) =>
        broken({
          expected: 'no error, since the turn has a response',
          actual: excerpt(view.turn['error']),
          pointer: within(view.pointer, 'error'),
          about: `error in ${placeOf(view)}`,
          exchange: view.exchange,
        }),
      ),
  );
});
