/** Reads that wait: until the turn is processed, or until their timeout ends. */
import { type Exchange, isSuccess, outcomeText } from '../../../model/exchange.ts';
import { blocked, blockedBy, broken, inconclusive, pass, unsupported } from '../../judgement.ts';
import type { Judgement, Scene } from '../../rule.ts';
import { conversationRule, type Say } from '../../shared/conversation.ts';
import { objectOf } from '../../shared/data.ts';
import { readTurnCall } from '../calls.ts';
import { type Asks, bodyOfKnown, finishTurn, postTurn, sayTurn, startConversation, type Turn } from '../dialogue.ts';
import { assistantKnown } from '../known.ts';
import { isProcessed } from '../turn-views.ts';

/** What depends on time is tried so often before it is held against a server. */
const ATTEMPTS = 3;

const HINT = 'name a turn that takes the server 200 ms or longer as known.slow_turn in the target file';

/** About 100 ms and about 10 s, as servers write them. The syntax is not shown. */
const usualForms = [
  { short: '100ms', long: '10s' },
  { short: '0.1s', long: '10s' },
  { short: '0.1', long: '10' },
  { short: '100', long: '10000' },
] as const;

type TimeoutForm = { readonly short: string; readonly long: string };

/** The forms to try, the likeliest first. */
function timeoutForms(scene: Scene): readonly TimeoutForm[] {
  const { timeouts } = assistantKnown(scene);
  return timeouts === undefined ? usualForms : [timeouts];
}

function isTimeout({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' && outcome.status === 408;
}

/** Says no to the request itself: neither to who asks, nor to how often. */
function isRefusal(exchange: Exchange): boolean {
  const { outcome } = exchange;
  if (isTimeout(exchange) || isSuccess(exchange) || outcome.kind === 'failure') return false;
  return ![401, 403, 429].includes(outcome.status);
}

/** Posts the slow turn of the target in a conversation of its own; null, and says why, when that does not go. */
export function* postSlowTurn(scene: Scene, say: Say, label: string): Asks<Turn | null> {
  const { slow_turn: known } = assistantKnown(scene);
  if (known === undefined) {
    say(inconclusive('no turn is known that takes its time', HINT));
    return null;
  }
  const started = yield* startConversation(scene, say, { label: `start, ${label}`, bot: known.bot_id });
  return started === null ? null : yield* postTurn(scene, say, started.id, label, bodyOfKnown(known));
}

const BLOCK = { block_until_response: 'true' };

function* read(scene: Scene, turn: Turn, query: Readonly<Record<string, string>>, label: string): Asks<Exchange> {
  return yield readTurnCall(scene, turn.conversation, turn.id, query, { label, intent: 'open' });
}

/** Whether a read shows a turn that is processed; null when it shows none. */
function shown(exchange: Exchange): boolean | null {
  const turn = objectOf(exchange);
  return turn === null ? null : isProcessed(turn);
}

function waited(exchange: Exchange): Judgement {
  const done = shown(exchange);
  if (done === true) return pass;
  if (done === null && !isTimeout(exchange)) return blockedBy(exchange);
  const actual = done === null ? outcomeText(exchange) : 'a turn without a response and without an error';
  return broken({ expected: 'the turn when it is processed', actual, about: 'blocking read', exchange });
}

export const blockUntilResponse = conversationRule('assistant.turns.block-until-response', () => [
  {
    id: 'a turn',
    operation: 'readTurn',
    *talk(scene, say) {
      const started = yield* startConversation(scene, say, { label: 'start' });
      if (started === null) return;
      for (const label of ['first', 'second']) {
        const turn = yield* postTurn(scene, say, started.id, label);
        if (turn === null) return;
        const exchange = yield* read(scene, turn, BLOCK, `${label}, waited for`);
        say(waited(exchange));
        // It is read again until it is done: the next one may be refused before that.
        if (shown(exchange) === false) yield* finishTurn(scene, say, turn, `${label}, at last`);
      }
    },
  },
  {
    id: 'a slow turn',
    operation: 'readTurn',
    *talk(scene, say) {
      if (assistantKnown(scene).slow_turn === undefined) return;
      const turn = yield* postSlowTurn(scene, say, 'slow');
      if (turn !== null) say(waited(yield* read(scene, turn, BLOCK, 'waited for')));
    },
  },
]);

/** What came of a blocking read with a short timeout of a slow turn. */
type Came = 'timeout' | 'refused' | 'late' | 'early' | 'nothing';

function cameOf(exchange: Exchange): Came {
  if (isTimeout(exchange)) return 'timeout';
  if (isRefusal(exchange)) return 'refused';
  const done = shown(exchange);
  if (done === null) return 'nothing';
  return done ? 'late' : 'early';
}

const beyond = {
  late: 'the turn when it was processed, which takes longer than the timeout',
  early: 'a turn that is not processed',
} as const;

/** Whether a form of timeouts is accepted, once nothing is to be waited for. */
function* isAccepted(scene: Scene, turn: Turn, { short }: TimeoutForm): Asks<boolean> {
  yield* finishTurn(scene, () => undefined, turn, 'at last');
  return isSuccess(yield* read(scene, turn, { ...BLOCK, timeout: short }, `processed, timeout ${short}`));
}

/** A slow turn that was read with a short timeout. */
interface Tried {
  readonly turn: Turn;
  readonly exchange: Exchange;
  readonly came: Came;
}

/** Tries a form of timeouts on a slow turn. What came late is tried again: the machine may have stood still. */
function* tryForm(scene: Scene, say: Say, { short }: TimeoutForm): Asks<Tried | null> {
  let tried: Tried | null = null;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const turn = yield* postSlowTurn(scene, say, `slow, ${short}`);
    if (turn === null) return null;
    if (isProcessed(turn.posted)) {
      say(unsupported('posting a turn is answered when the turn is processed, so that no read need wait'));
      return null;
    }
    const exchange = yield* read(scene, turn, { ...BLOCK, timeout: short }, `timeout ${short}`);
    tried = { turn, exchange, came: cameOf(exchange) };
    if (tried.came !== 'late') break;
  }
  return tried;
}

/** Finds the form of timeouts that ends a wait; null, and says what is wrong, when none does. */
function* formThatEndsWaits(scene: Scene, say: Say): Asks<TimeoutForm | null> {
  let last: Exchange | undefined;
  for (const form of timeoutForms(scene)) {
    const tried = yield* tryForm(scene, say, form);
    if (tried === null) return null;
    const { turn, exchange, came } = tried;
    if (came === 'timeout') {
      say(pass);
      yield* readAtLast(scene, say, turn, form);
      return form;
    }
    if (came === 'nothing') {
      say(blockedBy(exchange));
      return null;
    }
    // A refused form may be one that this server does not know; the others were understood, or passed over.
    if (came !== 'refused' || (yield* isAccepted(scene, turn, form))) last = exchange;
  }
  say(last === undefined ? noForm : neverEnds(last));
  return null;
}

const noForm = inconclusive(
  'no usual form of a timeout is accepted',
  'say how this server writes a timeout as known.timeouts in the target file',
);

function neverEnds(exchange: Exchange): Judgement {
  const came = cameOf(exchange);
  const actual = came === 'late' || came === 'early' ? beyond[came] : outcomeText(exchange);
  return broken({ expected: 'HTTP status 408', actual, about: '408', exchange });
}

/** A wait with time enough is answered with the turn. */
function* readAtLast(scene: Scene, say: Say, turn: Turn, { long }: TimeoutForm): Asks<void> {
  const exchange = yield* read(scene, turn, { ...BLOCK, timeout: long }, `timeout ${long}`);
  say(inTime(exchange));
  // What is done is done: no wait, no 408.
  const again = yield* read(scene, turn, { ...BLOCK, timeout: long }, `processed, timeout ${long}`);
  if (!isTimeout(exchange)) say(inTime(again));
}

function inTime(exchange: Exchange): Judgement {
  if (!isTimeout(exchange)) return isSuccess(exchange) ? pass : blockedBy(exchange);
  const expected = 'the turn, which is processed before the timeout ends';
  return broken({ expected, actual: outcomeText(exchange), about: 'too early', exchange });
}

export const timeout408 = conversationRule('assistant.turns.timeout-408', () => [
  {
    id: 'a slow turn',
    operation: 'readTurn',
    *talk(scene, say) {
      const form = yield* formThatEndsWaits(scene, say);
      if (form === null) return;
      const started = yield* startConversation(scene, say, { label: 'start' });
      if (started === null) return;
      const done = yield* sayTurn(scene, say, started.id, 'quick');
      if (done === null) return;
      // Short as it is, the turn is there already.
      const exchange = yield* read(scene, done.posted, { ...BLOCK, timeout: form.short }, 'quick, short timeout');
      if (shown(done.finished.exchange) === true) say(inTime(exchange));
    },
  },
]);

function neverTimeout(exchange: Exchange): Judgement {
  if (isTimeout(exchange)) {
    const expected = 'the turn as it is, since the read does not block';
    return broken({ expected, actual: outcomeText(exchange), about: '408', exchange });
  }
  // How a timeout is written is open, so one that is refused is no 408 either.
  return isSuccess(exchange) || isRefusal(exchange) ? pass : blockedBy(exchange);
}

/** Whether a read with a timeout alone waited: just before it the turn was not processed, and in its answer it is. */
function* seemsToWait(scene: Scene, say: Say, attempt: number): Asks<Exchange | null> {
  const turn = yield* postSlowTurn(scene, say, `slow ${attempt}`);
  if (turn === null) return null;
  let waitedFor: Exchange | null = null;
  for (const { short, long } of timeoutForms(scene).slice(0, 2)) {
    const before = yield* read(scene, turn, {}, `plain, before ${long}`);
    const exchange = yield* read(scene, turn, { timeout: long }, `timeout ${long} alone`);
    const off = { block_until_response: 'false', timeout: short };
    say(neverTimeout(exchange));
    say(neverTimeout(yield* read(scene, turn, { timeout: short }, `timeout ${short} alone`)));
    say(neverTimeout(yield* read(scene, turn, off, `not blocking, timeout ${short}`)));
    if (shown(before) === false && shown(exchange) === true) waitedFor = exchange;
  }
  return waitedFor;
}

export const timeoutAlone = conversationRule('assistant.turns.timeout-alone', () => [
  {
    id: 'any turn',
    operation: 'readTurn',
    *talk(scene, say) {
      const started = yield* startConversation(scene, say, { label: 'start' });
      const turn = started === null ? null : yield* postTurn(scene, say, started.id, 'quick');
      if (turn === null) return;
      for (const { short } of timeoutForms(scene)) {
        const judgement = neverTimeout(yield* read(scene, turn, { timeout: short }, `quick, timeout ${short} alone`));
        // That a quick turn meets no 408 says little.
        if (judgement.verdict !== 'pass') say(judgement);
      }
    },
  },
  {
    id: 'a slow turn',
    operation: 'readTurn',
    *talk(scene, say) {
      let waitedFor: Exchange | null = null;
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        waitedFor = yield* seemsToWait(scene, say, attempt);
        if (waitedFor === null) return;
      }
      if (waitedFor === null) return say(blocked('no turn was read'));
      const expected = 'the turn as it is at once, since the read does not block';
      say(broken({ expected, actual: 'the turn when it was processed', about: 'waits', exchange: waitedFor }));
    },
  },
]);
