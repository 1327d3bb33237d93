/** A wait that takes longer than its timeout is answered with HTTP status 408 (document 3, Endpoints). */
import { jsonReply } from '../../../fault/proxy/reply.ts';
import { type Exchange, isSuccess, outcomeText } from '../../../model/exchange.ts';
import { blockedBy, broken, inconclusive, pass, unsupported } from '../../judgement.ts';
import { named, type OwnRule } from '../../own.ts';
import type { Judgement, Say, Talk } from '../../rule.ts';
import { startConversation } from '../conversation.ts';
import { BLOCK, finishTurn, isProcessed, type Posted, readTurn, sayTurn } from '../turn.ts';
import { isRefused, isTimeout, postSlowTurn, SLOW, shown, type TimeoutForm, timeoutForms } from './slow.ts';

/** What depends on time is tried so often before it is held against a server. */
const ATTEMPTS = 3;

function read(talk: Talk, turn: Posted, timeout: string, label = ''): Promise<Exchange> {
  return readTurn(talk, turn, { ...BLOCK, timeout }, `${label} timeout ${timeout}`.trim());
}

/** What came of a blocking read with a short timeout of a slow turn. */
type Came = 'timeout' | 'refused' | 'late' | 'early' | 'nothing';

function cameOf(exchange: Exchange): Came {
  if (isTimeout(exchange)) return 'timeout';
  if (isRefused(exchange)) return 'refused';
  const done = shown(exchange);
  if (done === null) return 'nothing';
  return done ? 'late' : 'early';
}

const beyond = {
  late: 'the turn when it was processed, which takes longer than the timeout',
  early: 'a turn that is not processed',
} as const;

/** A slow turn that was read with a short timeout. */
interface Tried {
  readonly turn: Posted;
  readonly exchange: Exchange;
  readonly came: Came;
}

/** Tries a form of timeouts on a slow turn. What came late is tried again: the machine may have stood still. */
async function tryForm(talk: Talk, say: Say, { short }: TimeoutForm): Promise<Tried | null> {
  for (let attempt = 1; ; attempt += 1) {
    const turn = await postSlowTurn(talk, `slow, ${short}, ${attempt}`, say);
    if (turn === null) return null;
    if (isProcessed(turn.post.turn)) {
      say(unsupported('posting a turn is answered when the turn is processed, so that no read need wait'));
      return null;
    }
    const exchange = await read(talk, turn, short);
    const came = cameOf(exchange);
    if (came !== 'late' || attempt === ATTEMPTS) return { turn, exchange, came };
  }
}

/** A refused form may be one that this server does not know; is it accepted once nothing is to be waited for? */
async function isAccepted(talk: Talk, turn: Posted, { short }: TimeoutForm): Promise<boolean> {
  await finishTurn(talk, turn, 'at last');
  return isSuccess(await read(talk, turn, short, 'processed,'));
}

function inTime(exchange: Exchange): Judgement {
  if (!isTimeout(exchange)) return isSuccess(exchange) ? pass : blockedBy(exchange);
  const expected = 'the turn, which is processed before the timeout ends';
  return broken({ expected, actual: outcomeText(exchange), about: 'too early', exchange });
}

/** A wait with time enough is answered with the turn; and what is done is done: no wait, no 408. */
async function readAtLast(talk: Talk, say: Say, turn: Posted, { long }: TimeoutForm): Promise<void> {
  const exchange = await read(talk, turn, long);
  say(inTime(exchange));
  const again = await read(talk, turn, long, 'processed,');
  if (!isTimeout(exchange)) say(inTime(again));
}

function neverEnds(exchange: Exchange): Judgement {
  const came = cameOf(exchange);
  const actual = came === 'late' || came === 'early' ? beyond[came] : outcomeText(exchange);
  return broken({ expected: 'HTTP status 408', actual, about: '408', exchange });
}

/** Finds the form of timeouts that ends a wait; null, and says what is wrong, when none does. */
async function formThatEndsWaits(talk: Talk, say: Say): Promise<TimeoutForm | null> {
  let last: Exchange | null = null;
  for (const form of timeoutForms(talk.scene)) {
    const tried = await tryForm(talk, say, form);
    if (tried === null) return null;
    const { turn, exchange, came } = tried;
    if (came === 'timeout') {
      say(pass);
      await readAtLast(talk, say, turn, form);
      return form;
    }
    if (came === 'nothing') {
      say(blockedBy(exchange));
      return null;
    }
    if (came !== 'refused' || (await isAccepted(talk, turn, form))) last = exchange;
  }
  const hint = 'say how this server writes a timeout as known.timeouts in the target file';
  say(last === null ? inconclusive('no usual form of a timeout is accepted', hint) : neverEnds(last));
  return null;
}

export default {
  id: 'assistant.readTurn.timeout-408',
  async check(talk, say) {
    const form = await formThatEndsWaits(talk, say);
    const started = form === null ? null : await startConversation(talk, 'quick', {}, say);
    const done = started === null ? null : await sayTurn(talk, started.id, 'quick', {}, say);
    if (form === null || done === null) return;
    // Short as it is, the turn is there already.
    const exchange = await read(talk, done, form.short, 'quick,');
    if (shown(done.read.exchange) === true) say(inTime(exchange));
  },
  faults: (at) => {
    const rewritten = (from: RegExp, to: string) =>
      at('readTurn').query(({ query }) => ({ timeout: (query.get('timeout') ?? '10s').replace(from, to) }));
    const asItIs = at('readTurn').instead(async (asked, next) => {
      const reply = await next(asked);
      const isLate = reply.kind === 'reply' && reply.status === 408;
      return isLate ? next({ ...asked, query: new URLSearchParams() }) : reply;
    });
    const onceOnly = at('readTurn').remembering<Set<string>>((known, asked, next) => {
      const key = `${asked.path} ${asked.query.get('timeout')}`;
      known.value ??= new Set();
      if (asked.query.has('timeout') && known.value.has(key)) return jsonReply(408, { code: 408, msg: 'late' });
      known.value.add(key);
      return next(asked);
    });
    const faults = {
      'a timeout is passed over': at('readTurn').query({ timeout: undefined }),
      'a timeout in milliseconds counts seconds': rewritten(/ms/, 's'),
      'a timeout in seconds counts milliseconds': rewritten(/(\d)s$/, '$1ms'),
      'a wait that ends too early is answered with 504': at('readTurn').reply((given) =>
        given.status === 408 ? { ...given, status: 504 } : given,
      ),
      'a wait that ends too early is answered with the turn as it is': asItIs,
      'a turn that was processed is answered with 408 when a timeout is given': onceOnly,
    };
    return named(faults, { timeoutMs: SLOW });
  },
} satisfies OwnRule;
