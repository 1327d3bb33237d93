/** Operations that move a number by one, which another operation reads: `moves`. */

import type { CheckContext } from '../../core/context.ts';
import type { Family } from '../../core/family.ts';
import {
  blockedBy,
  broken,
  inconclusive,
  type Judgement,
  OTHER_CLIENTS_HINT,
  pass,
  passIf,
  REFUSED_HINT,
} from '../../core/judgement.ts';
import { type Fresh, opposite, takesAway } from '../../discovery/fresh.ts';
import { hasOther, neededBy } from '../../discovery/paths.ts';
import { send } from '../../discovery/send.ts';
import { freshBody } from '../../discovery/texts.ts';
import { fresh } from '../../discovery/things.ts';
import { demandOf } from '../../generate/demands.ts';
import { exampleInput } from '../../generate/inputs.ts';
import { type Operation, operationOf } from '../../model/document/api.ts';
import { type CredentialUse, type Exchange, isSuccess, successJson } from '../../model/exchange.ts';
import { noInput } from '../../model/input.ts';
import { excerpt, sameJson } from '../../model/values/json.ts';
import { valueAt } from '../../model/values/pointer.ts';
import { sameReported } from '../../model/values/same.ts';
import { movesCandidates } from './candidates.ts';
import { besides, keptBy, type Moves, numberAt, raisersBeside, readingPath, reportedBeside } from './declared.ts';
import { followMoves } from './follow.ts';
import { listedOtherwise, listerOf, sortedPage } from './listed.ts';
import { movesMutants } from './mutants.ts';

/** Another client may interfere, but rarely each time: this many of the run's own items must have a wrong number. */
const TIMES = 3;

/** The caller of the operation: a second one must count as well. */
function movers({ suite }: CheckContext, operation: Operation): readonly CredentialUse[] {
  return hasOther(suite, operation) ? ['given', 'other'] : ['given'];
}

interface Moved {
  /** The number in the response; null if it has none. */
  readonly number: number | null;
  readonly exchange: Exchange;
}

const NOTHING_TO_LOWER = 'the suite could not raise the number first that the request lowers';

/** One change by one caller: the problems of the numbers afterwards. */
function judgeMove(
  { at, by, pointer, read }: Moves,
  before: number,
  answer: Exchange,
  first: Moved,
  last: Moved,
): Judgement {
  const expected = before + by;
  const side = by > 0 ? 'more' : 'less';
  const breach = { expected: `${expected}, one ${side} than before` };
  if (last.number !== expected)
    return broken({ ...breach, actual: excerpt(last.number), pointer, exchange: last.exchange });
  const reported = at === undefined ? null : numberAt(answer, at);
  // If the effect shows a moment later, the response may still have the number before it.
  const isLate = reported === before && first.number === before;
  const isRight = reported === null || reported === expected || isLate;
  return passIf(isRight, { ...breach, actual: excerpt(reported), pointer: at ?? '', against: read, exchange: answer });
}

/** Another member of the item that differs from before; null if none does. */
function changedBeside(
  { suite: { api } }: CheckContext,
  declared: Moves,
  before: Moved,
  exchange: Exchange,
): Judgement | null {
  for (const pointer of besides(api, declared)) {
    const [was, now] = [before.exchange, exchange].map((one) => valueAt(successJson(one), pointer));
    const expected = `${excerpt(was)}, as before: ${declared.operation} changes another number`;
    if (!sameJson(was, now)) return broken({ expected, actual: excerpt(now), pointer, exchange });
  }
  return null;
}

/** Another number of the item that is lower in the response than when it was read before; null if none is. */
function lowerBeside(
  { suite: { api } }: CheckContext,
  declared: Moves,
  before: Moved,
  answer: Exchange,
): Judgement | null {
  for (const [read, reported] of reportedBeside(api, declared)) {
    const [was, now] = [numberAt(before.exchange, read), numberAt(answer, reported)];
    const expected = `${was}, as ${declared.read} returned before`;
    const place = { pointer: reported, against: declared.read, about: 'beside' };
    if (was !== null && now !== null && now < was)
      return broken({ expected, actual: excerpt(now), ...place, exchange: answer });
  }
  return null;
}

/** Raises the other numbers of an item of the suite, so that they are not zero. */
async function raiseBeside(ctx: CheckContext, declared: Moves, { input, isOwn }: Fresh): Promise<void> {
  const { suite } = ctx;
  for (const operation of isOwn && declared.at !== undefined ? raisersBeside(suite.api, declared) : []) {
    const body = freshBody(suite, operation, exampleInput(operation, 'required').body, declared.operation, 'beside');
    const whole = { ...noInput, path: input.path, body };
    await send(ctx, operation, whole, `beside what ${declared.operation} moves`);
  }
}

/** The members that are declared to stay, in the response and in a later reading. */
function judgeKept(declared: Moves, before: Moved, answer: Exchange, after: Exchange): Judgement {
  for (const { read, reported } of keptBy(declared)) {
    const was = valueAt(successJson(before.exchange), read);
    for (const [exchange, pointer] of [
      [answer, reported],
      [after, read],
    ] as const) {
      const now = pointer === null ? undefined : valueAt(successJson(exchange), pointer);
      if (pointer === null || now === undefined || sameReported(was, now)) continue;
      const expected = `${excerpt(was)}, as ${declared.read} returned before`;
      const against = declared.read;
      return broken({ expected, actual: excerpt(now), pointer, against, about: 'kept', exchange });
    }
  }
  return pass;
}

/** One item, and the callers that can change its number. */
async function preparedFor(ctx: CheckContext, declared: Moves, { input, isOwn }: Fresh, isAgain = false) {
  const { operation: id, by, read, pointer } = declared;
  const { api } = ctx.suite;
  const label = `the number that ${id} moves`;
  const schemes = Object.keys(ctx.suite.target.credentials);
  /**
   * Reads the number with the credentials of the change, since the number may depend on them even if none are required.
   */
  const reading = async (credentials: CredentialUse): Promise<Moved> => {
    const path = readingPath(api, declared, input);
    const exchange = await send(ctx, read, { ...noInput, path }, label, { intent: 'valid', credentials, schemes });
    return { exchange, number: numberAt(exchange, pointer) };
  };
  const move = (operation: string, credentials: CredentialUse) =>
    send(ctx, operation, input, `${operation} (${credentials})`, { credentials });
  /** Whether the server accepts a request without the required members of its body. */
  const isTakenEmpty = async () => {
    if (demandOf(api.document, operationOf(api, id), 'body') !== 'must') return false;
    return isSuccess(await send(ctx, id, { ...input, body: {} }, `${id} with nothing`, { intent: 'invalid' }));
  };
  const back = opposite(api, declared)?.id ?? null;
  const raising = by < 0 ? back : null;
  const [first = 'given', ...others] = movers(ctx, operationOf(api, id));
  // The caller's own change exists already and can be undone; a caller who may not make it has nothing to undo.
  const acting = [first];
  for (const credentials of others) {
    const moved = back === null || (isOwn && by > 0) ? null : await move(back, credentials);
    if (raising === null || (moved !== null && isSuccess(moved))) acting.push(credentials);
  }
  if (takesAway(api, operationOf(api, id))) acting.length = 1;
  // If no operation undoes the change, each request by the same caller counts.
  else if (back === null) acting.push(first);
  const least = raising === null ? 0 : acting.length;
  // Creating the item may change the number as well, a moment later: after a first problem, the check waits for that.
  const probe = () => reading(first);
  if (isAgain) await ctx.until(probe, () => false);
  const before = await ctx.until(probe, ({ number }) => (number ?? least) >= least);
  return { acting, before, least, reading, isTakenEmpty, move: (credentials: CredentialUse) => move(id, credentials) };
}

/** Moves the number of one item, one caller after the other, until a judgement fails. */
async function moveAll(
  ctx: CheckContext,
  declared: Moves,
  thing: Fresh,
  isAgain: boolean,
  report: Report,
): Promise<Judgement> {
  const { input } = thing;
  await raiseBeside(ctx, declared, thing);
  const { acting, before, least, reading, move, isTakenEmpty } = await preparedFor(ctx, declared, thing, isAgain);
  if ((before.number ?? least) < least) return inconclusive(NOTHING_TO_LOWER, REFUSED_HINT);
  // A rejected request changes nothing.
  let { number, exchange } = (await isTakenEmpty()) ? await reading('given') : before;
  let passed: Judgement | null = null;
  const lister = listerOf(ctx.suite.api, declared);
  const thingInput = { ...input, path: { ...input.path, ...readingPath(ctx.suite.api, declared, input) } };
  // A server that cached the order of the list must show the new one.
  const sorted = lister && (await sortedPage(ctx, lister, thingInput));
  const listed = async (reported: number) =>
    lister && (await listedOtherwise(ctx, lister, thingInput, reported, sorted));
  for (const credentials of acting) {
    if (number === null) return blockedBy(exchange);
    const answer = await move(credentials);
    // The server decides who may change it, and how often.
    if (!isSuccess(answer)) return passed ?? blockedBy(answer);
    const seen: Moved[] = [];
    const expected: number = number + declared.by;
    const remember = async () => {
      const one = await reading(credentials);
      seen.push(one);
      return one;
    };
    const last = await ctx.until(remember, (one) => one.number === expected);
    report(judgeKept(declared, before, answer, last.exchange));
    const judgement = judgeMove(declared, number, answer, seen[0] ?? last, last);
    if (judgement.verdict !== 'pass') return judgement;
    const beside = changedBeside(ctx, declared, before, last.exchange) ?? lowerBeside(ctx, declared, before, answer);
    if (beside !== null) return beside;
    passed = judgement;
    ({ number, exchange } = last);
  }
  if (passed === null || number === null) return blockedBy(exchange);
  const reported = number;
  const probe = () => listed(reported);
  const otherwise = await ctx.until(probe, (breach) => breach === null);
  return otherwise === null ? passed : broken(otherwise);
}

type Report = (kept: Judgement) => void;

/** All callers move the number at once: no change may be lost. */
async function moveAtOnce(ctx: CheckContext, declared: Moves, thing: Fresh, isAgain: boolean): Promise<Judgement> {
  const { acting, before, reading, move } = await preparedFor(ctx, declared, thing, isAgain);
  if (before.number === null || acting.length < 2) return pass;
  const taken = (await Promise.all(acting.map(move))).filter(isSuccess).length;
  const expected = before.number + declared.by * taken;
  const isThere = ({ number }: Moved) => number === null || number * declared.by >= expected * declared.by;
  const last = await ctx.until(() => reading('given'), isThere);
  if (isThere(last)) return pass;
  const [wanted, pointer] = [`${expected}, after ${taken} concurrent requests`, declared.pointer];
  return broken({ expected: wanted, actual: excerpt(last.number), pointer, exchange: last.exchange });
}

/** Moves the numbers of two items of one caller: the change of the first must not prevent that of the second. */
async function moveEach(
  ctx: CheckContext,
  declared: Moves,
  { input, isOwn }: Fresh,
  isAgain: boolean,
): Promise<Judgement> {
  const { operation: id, by, pointer } = declared;
  const second = isOwn ? await fresh(ctx, id, { name: `${id} moves another` }) : null;
  if (second === null || !second.isOwn) return pass;
  const { before, reading, move } = await preparedFor(ctx, declared, second, isAgain);
  const first = await send(ctx, id, input, `${id} of another`);
  if (before.number === null || !isSuccess(first) || !isSuccess(await move('given'))) return pass;
  const wanted = before.number + by;
  const isThere = ({ number }: Moved) => number === null || number <= wanted;
  const last = await ctx.until(() => reading('given'), isThere);
  if (isThere(last)) return pass;
  const expected = `${wanted}, although another one was changed just before`;
  return broken({ expected, actual: excerpt(last.number), pointer, exchange: last.exchange });
}

const restless = inconclusive('other clients changed it during the check', OTHER_CLIENTS_HINT);

/** Whether the number of an existing item keeps changing while the suite does not change it. */
async function isMovedByOthers(ctx: CheckContext, declared: Moves, { input, isOwn }: Fresh): Promise<boolean> {
  const { api } = ctx.suite;
  const { operation, read, pointer, parameter } = declared;
  const named = neededBy(operationOf(api, operation));
  if (isOwn && named.length > 0 && (parameter === undefined || named.includes(parameter))) return false;
  const path = readingPath(api, declared, input);
  const probe = async () => numberAt(await send(ctx, read, { ...noInput, path }, 'whether others move it'), pointer);
  // An earlier effect may show a moment later.
  await ctx.until(probe, () => false);
  const first = await probe();
  return (await ctx.until(probe, (number) => number !== first)) !== first;
}

export default {
  name: 'moves',
  // The new item would be in lists that other checks read meanwhile.
  alone: () => true,
  async check(declared, ctx, report) {
    const { operation: id } = declared;
    const moving = async (name: string, judge: typeof moveAll, isAgain: boolean): Promise<Judgement> => {
      // Another item is created, so that one is left after the removal.
      if (takesAway(ctx.suite.api, operationOf(ctx.suite.api, id)))
        await fresh(ctx, id, { name: `${id} leaves ${name}` });
      const thing = await fresh(ctx, id, { name: `${id} moves ${name}` });
      if (thing !== null) {
        const judgement = await judge(ctx, declared, thing, isAgain, keep);
        return judgement.verdict === 'broken' && (await isMovedByOthers(ctx, declared, thing)) ? restless : judgement;
      }
      return inconclusive(`the suite could not create anything for ${id} to act on`, REFUSED_HINT);
    };
    let judgement: Judgement = pass;
    let kept: Judgement | null = null;
    const keep: Report = (one) => {
      if (kept?.verdict !== 'broken') kept = one;
    };
    for (const [name, judge] of [
      ['', moveAll],
      ['at once ', moveAtOnce],
      ...(declared.by < 0 ? ([['each ', moveEach]] as const) : []),
    ] as const) {
      if (judgement.verdict !== 'pass') break;
      const isWrong = () => [judgement, judge === moveAll ? kept : null].some((one) => one?.verdict === 'broken');
      for (let time = 1; time === 1 || (time <= TIMES && isWrong()); time += 1) {
        if (judge === moveAll) kept = null;
        judgement = await moving(`${name}${time}`, judge, time > 1);
      }
    }
    report('count', judgement);
    if (declared.keeps !== undefined) report('kept', kept ?? judgement);
  },
  follow: followMoves,
  candidates: movesCandidates,
  mutants: movesMutants,
} satisfies Family<Moves>;
