/** A wait that takes longer than its timeout is answered with HTTP status 408 (document 3, Endpoints). */
import {
  blockedBy,
  type CheckContext,
  inconclusive,
  type Judgement,
  type OwnRule,
  orNull,
  pass,
  type Report,
  stop,
  unsupported,
} from '@wallet-services/conformance/core';
import { type Exchange, isSuccess, valueAt } from '@wallet-services/conformance/model';
import { jsonReply, named, successOf } from '@wallet-services/conformance/mutation';
import { BLOCK, finishTurn, isEmptyError, isProcessed, type Posted, postAlone, readTurn } from '../../turn.ts';
import { someFailed } from '../../turns/failing.ts';
import { cameOtherwise, isRefused, isTimeout, shown } from '../../turns/reads.ts';
import { ATTEMPTS, asItIsWhenLate, postSlowTurn, SLOW, type TimeoutForm, timeoutForms } from '../../turns/slow.ts';

function read(
  ctx: CheckContext,
  turn: Pick<Posted, 'conversation' | 'id'>,
  timeout: string,
  label = '',
): Promise<Exchange> {
  return readTurn(ctx, turn, { ...BLOCK, timeout }, `${label} timeout ${timeout}`.trim());
}

/** The least part of a timeout that must have passed: clocks are coarse. */
const MOST_OF_IT = 0.8;

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000 };

/** The milliseconds of a timeout with a unit; 0 for any other, since its length depends on the server. */
function lengthOf(timeout: string): number {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(timeout) ?? [];
  return count === undefined ? 0 : Number(count) * (UNITS[unit] ?? 0);
}

/** Reads a slow turn with a short timeout. A late answer is tried again: the machine may have paused. */
async function tryForm(ctx: CheckContext, { short }: TimeoutForm) {
  for (let attempt = 1; ; attempt += 1) {
    const turn = await postSlowTurn(ctx, `slow, ${short}, ${attempt}`);
    if (isProcessed(turn.post.turn)) {
      stop(unsupported('the server responds to a posted turn only when it is processed, so no read has to wait'));
    }
    const began = Date.now();
    const exchange = await read(ctx, turn, short);
    const isEarly = isTimeout(exchange) && Date.now() - began < lengthOf(short) * MOST_OF_IT;
    if (shown(exchange) !== true || attempt === ATTEMPTS) return { turn, exchange, isEarly };
  }
}

/** The message for a turn that does not exist any more. */
const GONE = new Set([404, 410]);

function inTime(exchange: Exchange): Judgement {
  const { outcome } = exchange;
  // A wait only reads: the turn existed when it began.
  if (outcome.kind === 'answer' && GONE.has(outcome.status)) {
    return cameOtherwise('the turn, even after a read of it timed out', 'gone', exchange);
  }
  if (!isTimeout(exchange)) return isSuccess(exchange) ? pass : blockedBy(exchange);
  return cameOtherwise('the turn, since it is processed before the timeout', 'too early', exchange);
}

/**
 * Reads the turn with a timeout that suffices, which must return it, and once more: a processed turn never causes a
 * 408.
 */
async function readAtLast(ctx: CheckContext, report: Report, turn: Posted, { long }: TimeoutForm): Promise<void> {
  const exchange = await read(ctx, turn, long);
  report(inTime(exchange));
  const again = await read(ctx, turn, long, 'processed,');
  if (!isTimeout(exchange)) report(inTime(again));
}

/** Finds the form of timeouts that ends a wait; null, with a report of the fault, when none does. @throws Stopped */
async function formThatEndsWaits(ctx: CheckContext, report: Report): Promise<TimeoutForm | null> {
  let last: Exchange | null = null;
  for (const form of timeoutForms(ctx.suite)) {
    const { turn, exchange, isEarly } = await tryForm(ctx, form);
    if (isTimeout(exchange)) {
      report(isEarly ? cameOtherwise('no 408 before the timeout has passed', 'early', exchange) : pass);
      await readAtLast(ctx, report, turn, form);
      return form;
    }
    if (shown(exchange) === null && !isRefused(exchange)) stop(blockedBy(exchange));
    // A rejected form may be unknown to this server: is it accepted when there is nothing to wait for?
    if (isRefused(exchange)) await orNull(finishTurn(ctx, turn, 'at last'));
    const isKnown = !isRefused(exchange) || isSuccess(await read(ctx, turn, form.short, 'processed,'));
    if (isKnown) last = exchange;
  }
  const hint = 'set known.timeouts in the target file to the form in which this server takes timeouts';
  if (last === null) report(inconclusive('the server accepts no usual form of a timeout', hint));
  else report(cameOtherwise('HTTP status 408', '408', last));
  return null;
}

export default {
  id: 'assistant.readTurn.timeout-408',
  async check(ctx, report) {
    const form = await formThatEndsWaits(ctx, report);
    if (form === null) return;
    const quick = await postAlone(ctx, 'quick', {});
    const done = await finishTurn(ctx, quick, 'quick');
    // The timeout is short, but the turn is already processed.
    const exchange = await read(ctx, quick, form.short, 'quick,');
    if (shown(done.exchange) === true) report(inTime(exchange));
    // A turn that failed is processed, too.
    const failed = await someFailed(ctx);
    if (failed !== undefined) {
      const turn = { conversation: String(failed.turn['conversation_id']), id: String(failed.turn['id']) };
      report(inTime(await read(ctx, turn, form.short, 'failed,')));
    }
  },
  mutants: (at) => {
    const rewritten = (from: RegExp, to: string) =>
      at('readTurn').query(({ query }) => ({ timeout: (query.get('timeout') ?? '10s').replace(from, to) }));
    const onceOnly = at('readTurn').remembering<Set<string>>((known, request, next) => {
      const key = `${request.path} ${request.query.get('timeout')}`;
      known.value ??= new Set();
      if (request.query.has('timeout') && known.value.has(key)) return jsonReply(408, { code: 408, msg: 'late' });
      known.value.add(key);
      return next(request);
    });
    const forgets = at('readTurn').remembering<Set<string>>(async (gone, request, next) => {
      if (gone.value?.has(request.path) === true) return jsonReply(404, { code: 404, msg: 'no such turn' });
      const reply = await next(request);
      if (reply.kind === 'reply' && reply.status === 408) gone.value = (gone.value ?? new Set()).add(request.path);
      return reply;
    });
    const mutants = {
      'a turn is given up when a wait for it ends': forgets,
      'a turn that failed is answered with 408 when a timeout is given': at('readTurn')
        .when(({ query }) => query.has('timeout'))
        .reply((given) =>
          isEmptyError(valueAt(successOf(given), '/data/error')) ? given : jsonReply(408, { code: 408, msg: 'late' }),
        ),
      'a wait ends long before its timeout': rewritten(/^(\d+)ms$/, '20ms'),
      'a timeout is passed over': at('readTurn').query({ timeout: undefined }),
      'a timeout in milliseconds counts seconds': rewritten(/ms/, 's'),
      'a timeout in seconds counts milliseconds': rewritten(/(\d)s$/, '$1ms'),
      'a wait that ends too early is answered with 504': at('readTurn').reply((given) =>
        given.status === 408 ? { ...given, status: 504 } : given,
      ),
      'a wait that ends too early is answered with the turn as it is': asItIsWhenLate(at('readTurn')),
      'a turn that was processed is answered with 408 when a timeout is given': onceOnly,
    };
    return named(mutants, { timeoutMs: SLOW });
  },
} satisfies OwnRule;
