/** A turn in which nothing went wrong has no error: neither when it is posted nor later (document 3, Turn). */
import { inconclusive, passUnless } from '../../judgement.ts';
import { named, type OwnRule } from '../../own.ts';
import { chat } from '../chat.ts';
import { processedPlaces, turnsIn } from '../faults.ts';
import { isEmptyError, responseOf, viewsOf, wrong } from '../turn.ts';

const NO_RESPONSE = 'name a bot that answers as known.bot_id in the target file';

export default {
  id: 'assistant.readTurn.error-empty',
  async check(talk, say) {
    const { said, histories, refusals } = await chat(talk);
    say(...refusals);
    const good = said
      .map((turn) => viewsOf(turn, ...histories))
      .filter((views) => views.some(({ turn }) => responseOf(turn) !== ''));
    if (good.length === 0) return say(inconclusive('no turn has a response', NO_RESPONSE));
    const failed = good.flat().filter(({ turn }) => !isEmptyError(turn['error']));
    say(...passUnless(failed.map((view) => wrong(view, 'error', 'no error, since the turn has a response'))));
  },
  faults: (at) =>
    named({
      'an answered turn says that it went well': turnsIn(at, processedPlaces, (turn) => ({
        ...turn,
        error: { code: 0, message: 'ok' },
      })),
      'a posted turn has an error code': turnsIn(at, ['post'], (turn) => ({ ...turn, error: { code: 1 } })),
      'every turn of the history has an error code': turnsIn(at, ['history'], (turn) => ({
        ...turn,
        error: { code: 4, message: '' },
      })),
    }),
} satisfies OwnRule;
