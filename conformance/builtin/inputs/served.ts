/** Whether an operation exists at all: a server that lacks it responds as for any unknown path. */

import { pick } from '../../core/answers.ts';
import type { CheckContext } from '../../core/context.ts';
import { broken, type Judgement } from '../../core/judgement.ts';
import type { Mutant } from '../../core/mutant.ts';
import { chooserOf } from '../../discovery/choices.ts';
import { foundBeside } from '../../discovery/sources.ts';
import { inputsOf } from '../../discovery/things.ts';
import { callOf, strayCall } from '../../model/call.ts';
import type { ApiModel, Operation } from '../../model/document/api.ts';
import { type Exchange, outcomeText } from '../../model/exchange.ts';
import { type Input, noInput } from '../../model/input.ts';
import { mutationsAt } from '../../mutation/language/at.ts';
import { answerForm } from '../open/words.ts';

/** The statuses of a missing operation: not found, method not allowed, not implemented. */
const ABSENT = new Set([404, 405, 501]);

/** Statuses about the caller, or about the rate of requests. */
const ABOUT_CALLER = new Set([401, 403, 408, 429]);

/**
 * Requests that a server with the operation is unlikely to reject all. `isNamed`: the server, or the target, lists the
 * ids in the requests, so that a reading request cannot be wrong. `isUnobservable`: the items were created for the
 * request, and are shown nowhere, so that the server may have lost them.
 */
async function trialOf(ctx: CheckContext, operation: Operation, example: Input) {
  const { api, target } = ctx.suite;
  const isPath = operation.path.includes('{');
  const isChosen = chooserOf(api, operation.id) !== null;
  if (!isPath && !isChosen) return { inputs: [example, noInput], isNamed: false, isUnobservable: false };
  const isKnown = target.known['choices'] !== undefined || (await foundBeside(ctx, operation)).length > 0;
  if (!isPath && !isKnown) return { inputs: [], isNamed: false, isUnobservable: false };
  const found = await inputsOf(ctx, operation.id);
  const named = isPath ? found.filter(({ item, isMade }) => item !== null || isMade) : found;
  const isUnobservable = operation.method !== 'GET' && named.every(({ isMade }) => isMade);
  return { inputs: pick(named).map(({ input }) => input), isNamed: true, isUnobservable };
}

/** Whether an answer may come from a server without the operation. */
function meansAbsent({ outcome }: Exchange, isRead: boolean): boolean {
  if (outcome.kind !== 'answer') return false;
  const { status } = outcome;
  return ABSENT.has(status) || (isRead && status >= 400 && status < 500 && !ABOUT_CALLER.has(status));
}

/** The words of a response, without paths and numbers, such as times, which differ from request to request. */
function wordsOf({ outcome }: Exchange): string {
  return outcome.kind === 'answer' ? outcome.body.text.replaceAll(/[\w.:-]*\/[^\s"']*|\d+/g, '') : outcome.message;
}

/**
 * Whether a 404 is in words of the operation's own: it exists, and rejects the state of an item that exists, such as one
 * that is to be restored and was never deleted.
 */
function isOwn404(exchange: Exchange, stray: Exchange): boolean {
  const { outcome } = exchange;
  return outcome.kind === 'answer' && outcome.status === 404 && wordsOf(exchange) !== wordsOf(stray);
}

/** @returns a breach, when an operation does not exist; null when it does, or when that is unknown */
export async function judgeServed(ctx: CheckContext, operation: Operation, example: Exchange, input: Input) {
  const { id, method, isDraft } = operation;
  const isRead = method === 'GET';
  if (isDraft || !meansAbsent(example, isRead)) return null;
  const { inputs, isNamed, isUnobservable } = await trialOf(ctx, operation, input);
  const stray = { ...strayCall('/no-such-path', 'unknown path'), method };
  const mayBeState = isNamed && !isRead && ctx.suite.profile.isStrict === true;
  const nowhere = isNamed && !mayBeState ? null : await ctx.send(stray);
  let absent: Judgement | null = null;
  for (const [place, one] of inputs.entries()) {
    const call = callOf(operation, one, { label: `whether ${id} exists, ${place}`, intent: 'open' });
    const exchange = await ctx.send({ ...call, isProbe: true });
    if (!meansAbsent(exchange, isRead && isNamed)) return null;
    if (nowhere !== null && (mayBeState ? isOwn404(exchange, nowhere) : answerForm(exchange) !== answerForm(nowhere)))
      return null;
    const expected = isUnobservable
      ? 'success for what was just created, if the server kept it'
      : 'the operation, since the documents list it';
    const actual = `${outcomeText(exchange)}, for every request`;
    absent = broken({ expected, actual, ...(isUnobservable ? {} : { isAbsent: true }), exchange });
  }
  return absent;
}

/** Servers that lack an operation, or reject all of its requests. @param kills rule that must find them */
export function absentMutants(api: ApiModel, kills: string): readonly Mutant[] {
  const at = mutationsAt(api);
  const nowhere = (path: string, template: string) =>
    path
      .split('/')
      .slice(0, 1 - template.split('/').length)
      .join('/');
  return api.operations
    .filter(({ isDraft, otherBody }) => !isDraft && otherBody === null)
    .flatMap(({ id, method, path }) => [
      {
        id: `${id} is not there`,
        kills,
        operation: id,
        mutation: at(id).request((request) => ({ ...request, path: `${nowhere(request.path, path)}/no-such-path` })),
      },
      ...(method === 'GET' && path.includes('{')
        ? [{ id: `${id} refuses all that there is`, kills, operation: id, mutation: at(id).refused() }]
        : []),
    ]);
}
