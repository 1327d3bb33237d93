/** The answer to an action carries it encrypted (document 2, Endpoints, Swap service). */
import { bodyOf, type Request } from '../../fault/proxy/reply.ts';
import { excerpt, isObject } from '../../model/json.ts';
import { broken, pass } from '../judgement.ts';
import type { OwnRule } from '../own.ts';
import type { Judgement } from '../rule.ts';
import { actionsTried, refusedAction, type Tried } from './actions.ts';

/** Shorter actions may stand in any text by chance; they are only held against the whole of it. */
const TELLING_LENGTH = 12;

/** How a text shows an action to whoever reads it; null when it does not. */
function readable(text: string, action: string): string | null {
  const readings = {
    'as it was sent': text,
    'in base64': Buffer.from(text, 'base64').toString(),
    'in hexadecimal': Buffer.from(text.replace(/^0x/i, ''), 'hex').toString(),
  };
  const shows = (plain: string) => plain === action || (action.length >= TELLING_LENGTH && plain.includes(action));
  return Object.entries(readings).find(([, plain]) => shows(plain))?.[0] ?? null;
}

function judge({ action, exchange, data }: Tried): Judgement {
  const shown = data?.['action'];
  const at = { expected: 'encrypted action data', pointer: '/data/action', exchange };
  if (typeof shown !== 'string' || shown.trim() === '') {
    const actual = shown === undefined ? 'it is missing' : excerpt(shown);
    return broken({ ...at, actual, about: 'nothing' });
  }
  const how = readable(shown.trim(), action);
  return how === null ? pass : broken({ ...at, actual: `the action of the request, ${how}`, about: 'readable' });
}

function sent(request: Request): string {
  const body = bodyOf(request);
  return isObject(body) ? String(body['action']) : '';
}

export default {
  id: 'swap.createAction.encrypted',
  async check(talk, say) {
    const tried = await actionsTried(talk);
    const answered = tried.filter(({ data }) => data !== null);
    const [refused] = tried;
    if (answered.length === 0 && refused !== undefined) return say(refusedAction(refused.exchange, talk.scene));
    say(...answered.map(judge));
  },
  faults: (at) => {
    const { value } = at('createAction');
    return [
      { id: 'an action is answered as it was sent', fault: value('/data/action', (_, asked) => sent(asked)) },
      {
        id: 'an action is encoded, but not encrypted',
        fault: value('/data/action', (_, asked) => Buffer.from(sent(asked)).toString('base64url')),
      },
      {
        id: 'an action is written in hexadecimal, but not encrypted',
        fault: value('/data/action', (_, asked) => Buffer.from(sent(asked)).toString('hex')),
      },
      {
        id: 'an action without a payment is empty',
        fault: value('/data/action', (action, { body }) => (/"amount"/.test(body) ? action : '')),
      },
    ];
  },
} satisfies OwnRule;
