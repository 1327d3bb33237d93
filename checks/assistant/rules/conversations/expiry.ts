/** A conversation can be read until its expired_at, and not afterwards. Both times come from the server. */
import {
  blockedBy,
  broken,
  type CheckContext,
  inconclusive,
  type Judgement,
  type OwnRule,
  objectOf,
  orNull,
  pass,
  serverTimeOf,
} from '@wallet-services/conformance/core';
import { once } from '@wallet-services/conformance/discovery';
import {
  type Exchange,
  excerpt,
  isObject,
  isSuccess,
  type JsonObject,
  objectsOf,
  outcomeText,
  parseInstant,
  valueAt,
} from '@wallet-services/conformance/model';
import {
  type At,
  isSuccessful,
  type MatchedRequest,
  type Mutation,
  type Reply,
  successOf,
  together,
} from '@wallet-services/conformance/mutation';
import { readConversation, startConversation } from '../../conversation.ts';
import { assistantKnown } from '../../known.ts';
import { done } from '../../mutants.ts';
import { isEmptyError, readTurn, reportTurn, responseOf, tryTurn, viewOf } from '../../turn.ts';

/** The longest wait for an expiry, in milliseconds. */
const LONGEST_WAIT = 1_500;

/** The allowed difference of clocks within a server. */
const MARGIN = 60;

const HINT =
  'set known.expired_conversation in the target file to an expired conversation, or let conversations expire within a second';

/** The time of the end in an answer, in milliseconds since 1970; null if it cannot be read. */
function endOf(exchange: Exchange): number | null {
  const expiredAt = objectOf(exchange)?.['expired_at'];
  const end = typeof expiredAt === 'string' ? parseInstant(expiredAt) : null;
  return end === null ? null : Number(end / 1_000_000n);
}

/** The lifetime of a conversation from the time of the answer, in milliseconds; null when a time cannot be read. */
export function lifeLeft(exchange: Exchange): number | null {
  const [ts, end] = [serverTimeOf(exchange), endOf(exchange)];
  return ts === null || end === null ? null : end - ts;
}

const GONE = 'a refusal, since the conversation was deleted at its expired_at';

/** @param isThere whether an answer is expected, or a rejection. */
function judged(exchange: Exchange, isThere: boolean, expected: string): Judgement {
  const { outcome } = exchange;
  if (outcome.kind === 'failure' || outcome.status >= 500 || outcome.status === 429) return blockedBy(exchange);
  if (isSuccess(exchange) === isThere) return pass;
  return broken({ expected, actual: outcomeText(exchange), about: isThere ? 'early' : 'expired', exchange });
}

/**
 * The longest time since the end of a readable conversation with a recent turn, in milliseconds: the time until its
 * deletion is open.
 */
const LONG_AGO = 600_000;

function ended(exchange: Exchange): readonly Judgement[] {
  const left = lifeLeft(exchange);
  if (left === null || left > -LONG_AGO) return [];
  const expected = 'a time in the future, since the conversation can still be read';
  const actual = excerpt(objectOf(exchange)?.['expired_at']);
  return [broken({ expected, actual, pointer: '/data/expired_at', about: 'ended', exchange })];
}

/**
 * The allowed difference between two of a server's clocks, in milliseconds: no event may shorten the life of a
 * conversation by more.
 */
const APART = 60_000;

function sooner(first: Exchange, later: Exchange): readonly Judgement[] {
  const [reported, end] = [endOf(first), endOf(later)];
  if (reported === null || end === null || end > reported - APART) return [];
  const expected = `no end before ${excerpt(objectOf(first)?.['expired_at'])}, as it was returned when it began`;
  const actual = excerpt(objectOf(later)?.['expired_at']);
  return [broken({ expected, actual, pointer: '/data/expired_at', about: 'sooner', exchange: later })];
}

function isShort(left: number | null): left is number {
  return left !== null && left <= LONGEST_WAIT;
}

/**
 * Starts a conversation and continues it, once: `left` is its remaining life in milliseconds, null where a time cannot
 * be read; `reads` are from before a turn was posted, `after` is from after one, null if no turn was answered. @throws
 * Stopped when none is started.
 */
export const living = once(async (ctx: CheckContext) => {
  const { id, exchange } = await startConversation(ctx, 'living');
  const left = lifeLeft(exchange);
  const read = (label: string, pauseMs: number) => readConversation(ctx, id, label, { pauseMs });
  // The pause is long enough for times with milliseconds to differ.
  const [first, again] = [await read('read at once', 0), await read('read again', 25)];
  const later = await read('later', isShort(left) ? Math.floor(Math.max(left, 0) * 0.6) : 120);
  const refusals: Judgement[] = [];
  // What counts as an update is open, so turns are only posted to a conversation with time left.
  const posted = isShort(left) ? null : await orNull(reportTurn(ctx, id, 'post'), (why) => void refusals.push(why));
  const after = posted === null ? null : await read('after a turn', 0);
  return { created: exchange, left, reads: [first, again, later] as const, after, refusals };
});

/** Writes an end some milliseconds from now, and does not delete conversations then. */
function endingIn(at: At, milliseconds: number): Mutation {
  const end = () => new Date(Date.now() + milliseconds).toISOString();
  return together(...['createConversation', 'readConversation'].map((id) => at(id).value('/data/expired_at', end)));
}

/** A faulty server that responds to requests for a deleted conversation with the last one that was read. */
function undead(at: At, isMeant: (request: MatchedRequest) => boolean = () => true): Mutation {
  return at('readConversation').remembering<JsonObject>(async (last, request, next) => {
    const reply = await next(request);
    const data = valueAt(successOf(reply), '/data');
    if (isObject(data)) last.value = data;
    const own = { id: request.inputs['conversation_id'], expired_at: '2024-01-01T00:00:00Z' };
    const isGone = reply.kind === 'reply' && reply.status === 404 && isMeant(request);
    return isGone && last.value !== undefined ? done({ ...last.value, ...own }) : reply;
  });
}

/** A faulty server on which a deleted conversation can be read again after a turn was posted to it. */
function revived(at: At): Mutation {
  return () => {
    const posted = new Set<string | undefined>();
    const noted = at('createTurn').noting(({ inputs }) => void posted.add(inputs['conversation_id']));
    return together(
      noted,
      undead(at, ({ inputs }) => posted.has(inputs['conversation_id'])),
    )();
  };
}

const gone: OwnRule = {
  id: 'assistant.readConversation.expiry',
  async check(ctx, report) {
    const { left, reads, refusals, after } = await living(ctx);
    const { expired_conversation: known } = assistantKnown(ctx.suite);
    if (known !== undefined) {
      const [alive] = reads;
      if (!isSuccess(alive)) return report(blockedBy(alive));
      // A conversation consists of turns: if turn ids count from 1, its first turn is deleted with it.
      const first = await readTurn(ctx, { conversation: known, id: '1' }, {}, 'a turn of the expired one');
      const { turn = null } = viewOf(first, 'read') ?? {};
      if (turn !== null && isEmptyError(turn['error']) && responseOf(turn) !== '') report(judged(first, false, GONE));
      // The answer to a turn that is posted to it is open; the turn does not restore it.
      await tryTurn(ctx, known, 'too late', {}, { intent: 'open' });
      const exchange = await readConversation(ctx, known, 'the expired one');
      report(judged(exchange, false, GONE));
    }
    if (!isShort(left)) {
      report(...refusals, ...(after === null ? [] : ended(after)));
      return report(inconclusive('no conversation expires during the check', HINT));
    }
    const started = await startConversation(ctx, 'ending');
    // This conversation may have a longer lifetime than the first one.
    const end = lifeLeft(started.exchange);
    if (!isShort(end)) return report(inconclusive('not every conversation expires during the check', HINT));
    await readConversation(ctx, started.id, 'after the end', { pauseMs: Math.max(end, 0) + MARGIN });
    // The time from the end until the deletion is open.
    const read = () => readConversation(ctx, started.id, 'after the end, again');
    report(judged(await ctx.until(read, (one) => !isSuccess(one)), false, GONE));
  },
  mutants: (at) => ({
    'a conversation can be read after it has expired': undead(at),
    'the turns of a conversation that has expired can be read': at('readTurn').remembering<Reply>(
      async (last, request, next) => {
        const reply = await next(request);
        if (isSuccessful(reply)) last.value = reply;
        return last.value !== undefined && request.inputs['turn_id'] === '1' ? last.value : reply;
      },
    ),
    'a turn brings a conversation back that has expired': revived(at),
    'a conversation outlives its expired_at': endingIn(at, 150),
    'expired_at has lost its UTC offset': endingIn(at, -8 * 3_600_000),
    'expired_at has lost its UTC offset once the conversation went on': at('readConversation').value(
      '/data',
      (conversation) =>
        isObject(conversation) && objectsOf(conversation['history']).length > 0
          ? { ...conversation, expired_at: new Date(Date.now() - 8 * 3_600_000).toISOString() }
          : conversation,
    ),
  }),
};

/** Deletes conversations after an event. */
function forgetting<Kept>(at: At, when: (kept: Map<string, Kept>, conversation: string, operation: string) => boolean) {
  return () => {
    const kept = new Map<string, Kept>();
    const places = ['readConversation', 'createTurn', 'readTurn'].map((id) =>
      at(id).refused(({ inputs }) => when(kept, inputs['conversation_id'] ?? '', id), 404),
    );
    return together(...places)();
  };
}

const there: OwnRule = {
  id: 'assistant.readConversation.before-expiry',
  async check(ctx, report) {
    const { created, left, reads, refusals, after } = await living(ctx);
    if (left !== null && left <= MARGIN) return report(inconclusive('a new conversation has already expired', HINT));
    const expected = `success, since the conversation expires ${left === null ? 'later' : `${Math.round(left / 1000)} s after it was created`}`;
    for (const one of [...reads, ...(after === null ? [] : [after])]) report(judged(one, true, expected));
    report(...sooner(created, reads[0]), ...refusals);
  },
  mutants: (at) => ({
    'a conversation ends sooner than was returned when it began': at('createConversation').value(
      '/data/expired_at',
      (end) => new Date(Date.parse(String(end)) + 8 * 3_600_000).toISOString(),
    ),
    'a conversation can be read once': forgetting<true>(at, (read, id, operation) => {
      const isAgain = operation === 'readConversation' && read.has(id);
      if (operation === 'readConversation') read.set(id, true);
      return isAgain;
    }),
    'a conversation is gone after a tenth of a second': forgetting<number>(at, (seen, id) => {
      const first = seen.get(id) ?? Date.now();
      seen.set(id, first);
      return Date.now() - first > 100;
    }),
    'a conversation is gone when its turn is answered': forgetting<true>(at, (posted, id, operation) => {
      if (operation === 'createTurn') posted.set(id, true);
      return posted.has(id) && operation === 'readConversation';
    }),
  }),
};

export default [gone, there];
