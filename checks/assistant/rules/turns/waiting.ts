/** A read waits for the turn with block_until_response, and does not wait without it (document 3, Endpoints). */
import {
  blockedBy,
  broken,
  type CheckContext,
  type Judgement,
  type OwnRule,
  objectOf,
  pass,
  type Report,
  warn,
} from '@wallet-services/conformance/core';
import { type Exchange, isSuccess, outcomeText } from '@wallet-services/conformance/model';
import {
  type At,
  answersAsBefore,
  callerIn,
  type MatchedRequest,
  type Mutation,
  named,
} from '@wallet-services/conformance/mutation';
import { startConversation } from '../../conversation.ts';
import { assistantKnown } from '../../known.ts';
import { BLOCK, finishTurn, isEmptyError, type Posted, postAlone, postTurn, readTurn, responseOf } from '../../turn.ts';
import { cameOtherwise, isLimited, isRefused, isTimeout, shown } from '../../turns/reads.ts';
import { ATTEMPTS, asItIsWhenLate, postSlowTurn, SLOW, timeoutForms } from '../../turns/slow.ts';

type When = (block: string | null, timeout: string | null) => boolean;

/** Changes the parameters of reads with, or without, certain ones. */
function readsAs(at: At, when: When, members: Readonly<Record<string, string>>): Mutation {
  return at('readTurn').query(({ query }) =>
    when(query.get('block_until_response'), query.get('timeout')) ? members : {},
  );
}

function waited(exchange: Exchange): Judgement {
  const done = shown(exchange);
  if (done === true) return pass;
  if (done === null && !isTimeout(exchange)) return blockedBy(exchange);
  return cameOtherwise('the processed turn', 'blocking read', exchange);
}

/** Whether a processed turn has no result: neither a response nor an error. */
function isSilent(exchange: Exchange): boolean {
  const turn = shown(exchange) === true ? objectOf(exchange) : null;
  return turn !== null && responseOf(turn) === '' && isEmptyError(turn['error']);
}

/** Two reads that wait for one slow turn at once: both are answered. */
interface TwoReads {
  readonly slow: Posted;
  readonly answers: readonly Exchange[];
}

/** Reads a slow turn twice at once; where the server limits its rate, another turn, since the first one is over. */
async function readTwice(ctx: CheckContext, attempt = 1): Promise<TwoReads> {
  const label = attempt === 1 ? 'slow' : `slow ${attempt}`;
  const slow = await postSlowTurn(ctx, label);
  await readTurn(ctx, slow, {}, `${label}, at once`);
  // A read without an answer is not repeated, since the repeat would be the only read.
  const once = { patient: false };
  const both = ['one', 'another'].map((who) => readTurn(ctx, slow, BLOCK, `${label}, waited for by ${who}`, once));
  const answers = await Promise.all(both);
  return attempt < ATTEMPTS && answers.some(isLimited) ? readTwice(ctx, attempt + 1) : { slow, answers };
}

const blocks: OwnRule = {
  id: 'assistant.readTurn.block-until-response',
  async check(ctx, report) {
    const started = await startConversation(ctx, 'blocking');
    const silent: Exchange[] = [];
    for (const label of ['first', 'second']) {
      const turn = await postTurn(ctx, started.id, label);
      const exchange = await readTurn(ctx, turn, BLOCK, `${label}, waited for`);
      report(waited(exchange));
      if (isSilent(exchange)) silent.push(exchange);
      // It is read until it is processed: the next one may be rejected before that.
      if (shown(exchange) === false) await finishTurn(ctx, turn, label);
    }
    // One empty answer is allowed; a bot that never responds is unusual.
    const [, again] = silent;
    const expected = 'a response or an error in a processed turn';
    if (again !== undefined) report(warn({ expected, actual: 'neither', pointer: '/data/response', exchange: again }));
    if (assistantKnown(ctx.suite).slow_turn === undefined) return;
    const { slow, answers } = await readTwice(ctx);
    const readPlain = (when: string) => readTurn(ctx, slow, {}, `slow, ${when}`);
    const reported = answers.find(shown);
    for (const one of answers) {
      // The answer to the other read shows that the server is not slow.
      const isForgotten = reported !== undefined && one.outcome.kind === 'failure';
      const expected = 'the turn in both of two concurrent waiting reads';
      const actual = `one of them: ${outcomeText(one)}`;
      report(isForgotten ? broken({ expected, actual, about: 'forgotten', exchange: reported }) : waited(one));
    }
    // A turn that was read while it was processed must change later.
    if (reported === undefined) return;
    const readAtLast = () => readPlain('at last');
    report(waited(await ctx.until(readAtLast, (one) => shown(one) !== false)));
  },
  mutants: (at) => {
    const cut = asItIsWhenLate(
      at('readTurn').when(({ query }) => query.get('block_until_response') === 'true'),
      '100ms',
    );
    const isUntimed = (block: string | null, timeout: string | null) => block !== null && timeout === null;
    /** A faulty server that does not answer a read while another one waits for the same turn. */
    const forgetful: Mutation = () => {
      const waiting = new Set<string>();
      return at('readTurn').instead(async (request, next) => {
        const turn = request.query.has('block_until_response') ? request.path : '';
        if (turn !== '' && waiting.has(turn)) await new Promise((resolve) => setTimeout(resolve, 2 * SLOW));
        waiting.add(turn);
        const reply = await next(request);
        waiting.delete(turn);
        return reply;
      })();
    };
    const who = (request: MatchedRequest) => `${callerIn(at.api, request)} ${request.path}`;
    const mutants = {
      'a turn stays as it was read first': answersAsBefore(at('readTurn'), who),
      'a read is answered for ever as it was first': answersAsBefore(
        at('readTurn'),
        (request) => `${who(request)}?${request.query}`,
      ),
      'of two callers that wait for a turn, one gets it': forgetful,
      'no turn has a response': at('readTurn').value('/data/response', () => ''),
      'block_until_response is passed over': at('readTurn').query({ block_until_response: undefined }),
      'a read waits for a tenth of a second at most': cut,
      'a read without a timeout is answered with 408': readsAs(at, isUntimed, { timeout: '100ms' }),
    };
    return named(mutants, { timeoutMs: SLOW });
  },
};

function neverTimeout(exchange: Exchange): Judgement {
  if (isTimeout(exchange)) return cameOtherwise('the current turn, since the read does not block', '408', exchange);
  // The form of a timeout is open, so a rejected one is not a 408 either.
  return isSuccess(exchange) || isRefused(exchange) ? pass : blockedBy(exchange);
}

/** Judges that a timeout without block_until_response has no effect. */
async function judgeAlone(ctx: CheckContext, turn: Posted, short: string): Promise<Judgement> {
  const exchange = await readTurn(ctx, turn, { timeout: short }, `quick, timeout ${short} alone`);
  if (!isRefused(exchange)) return neverTimeout(exchange);
  const beside = await readTurn(ctx, turn, { ...BLOCK, timeout: short }, `quick, timeout ${short}, waited for`);
  if (!isSuccess(beside)) return pass;
  return cameOtherwise('the turn, since the same timeout is accepted with block_until_response', 'refused', exchange);
}

/** Whether the second read took more than twice as long as the third, which had nothing to wait for. */
function tookLonger(...[first, second, third]: readonly [Exchange, Exchange, Exchange]): boolean {
  const at = ({ receivedAt = 0 }: Exchange) => receivedAt;
  return at(second) - at(first) > 2 * (at(third) - at(second));
}

/** A read with only a timeout that waited: just before it the turn was not processed, and in its answer it is. */
async function waitedFor(ctx: CheckContext, report: Report, attempt: number): Promise<Exchange | null> {
  const turn = await postSlowTurn(ctx, `slow ${attempt}`);
  let found: Exchange | null = null;
  for (const { short, long } of timeoutForms(ctx.suite).slice(0, 2)) {
    const off = { block_until_response: 'false', timeout: short };
    // Both are sent at once, so that they read an unprocessed turn, whichever of them waits.
    const [before, other] = await Promise.all([
      readTurn(ctx, turn, { timeout: short }, `timeout ${short} alone`),
      readTurn(ctx, turn, off, `not blocking, timeout ${short}`),
    ]);
    const exchange = await readTurn(ctx, turn, { timeout: long }, `timeout ${long} alone`);
    const after = await readTurn(ctx, turn, {}, `plain, after ${long}`);
    report(...[before, other, exchange, after].map(neverTimeout));
    if (shown(before) === false && shown(exchange) === true && tookLonger(before, exchange, after)) found = exchange;
  }
  return found;
}

const alone: OwnRule = {
  id: 'assistant.readTurn.timeout-alone',
  async check(ctx, report) {
    const turn = await postAlone(ctx, 'quick', {});
    for (const { short } of timeoutForms(ctx.suite)) {
      const judgement = await judgeAlone(ctx, turn, short);
      // A quick turn without a 408 proves little.
      if (judgement.verdict !== 'pass') report(judgement);
    }
    let found: Exchange | null = null;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      found = await waitedFor(ctx, report, attempt);
      if (found === null) return;
    }
    if (found !== null)
      report(cameOtherwise('the current turn at once, since the read does not block', 'waits', found));
  },
  mutants: (at) => {
    const blocksWhen = (when: When) => readsAs(at, when, BLOCK);
    const isAlone = ({ query }: MatchedRequest) => query.has('timeout') && !query.has('block_until_response');
    const mutants = {
      'a timeout alone is refused': at('readTurn').refused(isAlone),
      'every read waits': blocksWhen(() => true),
      'a timeout alone makes a read wait': blocksWhen((block, timeout) => timeout !== null && block === null),
      'a read that does not block is answered with 408 in the end': blocksWhen(
        (block, timeout) => timeout !== null && block === 'false',
      ),
      'a long timeout alone makes a read wait': blocksWhen(
        (block, timeout) => block === null && timeout !== null && !timeout.endsWith('ms'),
      ),
    };
    return named(mutants, { timeoutMs: SLOW });
  },
};

export default [blocks, alone];
