/** Reads change nothing, and no documented path accepts a write: `read-only`. */

import type { CheckContext } from '../../core/context.ts';
import { aspectOf, type Family } from '../../core/family.ts';
import { broken, type Judgement, pass } from '../../core/judgement.ts';
import { send } from '../../discovery/send.ts';
import { inputsOf } from '../../discovery/things.ts';
import { type Operation, operationOf } from '../../model/document/api.ts';
import type { Declaration, Declared } from '../../model/document/behaviour.ts';
import { declaredAt, declaredOf, itemsIn, listOf } from '../../model/document/lists.ts';
import { type Exchange, isSuccess, outcomeText, successJson } from '../../model/exchange.ts';
import type { Input } from '../../model/input.ts';
import { isNamed } from '../../model/values/same.ts';
import { isDenied } from '../unknown.ts';
import { readingOf, unobservable } from '../visited.ts';
import { followReadOnly } from './follow.ts';
import { readOnlyMutants } from './mutants.ts';
import { changesEvenly, type Quantities, quantitiesOf, restless } from './quantities.ts';
import { writesTaken } from './writes.ts';

/** A request that is sent several times. */
interface Subject {
  readonly operation: Operation;
  readonly input: Input;
  readonly label: string;
}

/**
 * The pauses before the readings of a suspicious value, in milliseconds: first none, then irregular ones, so that a
 * periodic change by other clients does not match them.
 */
const PAUSES = { first: [0, 0, 0, 0, 0, 400], second: [0, 150, 0, 250, 50, 400] } as const;

/** The number of suspicions that are examined. */
const MOST = 3;

/** Members of responses that contain the time. */
function clocksOf({ suite }: CheckContext): ReadonlySet<string> {
  return new Set(declaredOf(suite.api, 'envelope').map(({ time = '' }) => time));
}

/** The declaration of the list with the items that an operation reads, if there is one. */
function listFor({ suite }: CheckContext, id: string): Declared<'one-of'> | undefined {
  return declaredAt(suite.api, id, 'one-of')[0];
}

async function subjectsOf(ctx: CheckContext): Promise<readonly Subject[]> {
  const subjects: Subject[] = [];
  for (const operation of readingOf(ctx.suite.api)) {
    const found = await inputsOf(ctx, operation.id);
    // Two items of a list are read: an effect on both is not a coincidence.
    const some = found.slice(0, listFor(ctx, operation.id) === undefined ? 1 : 2);
    for (const [place, { input }] of some.entries())
      subjects.push({ operation, input, label: `${operation.id} ${place}` });
  }
  return subjects;
}

function read(
  ctx: CheckContext,
  { operation, input, label }: Subject,
  time: string,
  pauseMs?: number,
): Promise<Exchange> {
  return send(ctx, operation, input, `${label}, ${time}`, pauseMs === undefined ? {} : { pauseMs });
}

function quantitiesIn(ctx: CheckContext, exchanges: readonly Exchange[]): readonly Quantities[] {
  const clocks = clocksOf(ctx);
  return exchanges.map((exchange) => quantitiesOf(successJson(exchange), clocks));
}

/**
 * Whether a quantity changes with each reading, and not between them: evenly from reading to reading, and no more in a
 * much longer pause. Writes of other clients, and values that follow the clock, behave differently.
 */
async function grows(ctx: CheckContext, subject: Subject, places: readonly string[], trial: keyof typeof PAUSES) {
  const exchanges: Exchange[] = [];
  for (const [time, pause] of PAUSES[trial].entries())
    exchanges.push(await read(ctx, subject, `${trial}, in a row ${time + 1}`, pause));
  const readings = quantitiesIn(ctx, exchanges);
  return { places: places.filter((place) => changesEvenly(readings, place)), last: exchanges.at(-1) };
}

async function judgeGrowth(
  ctx: CheckContext,
  subject: Subject,
  places: readonly string[],
): Promise<readonly Judgement[]> {
  const first = await grows(ctx, subject, places, 'first');
  if (first.places.length === 0) return [];
  const second = await grows(ctx, subject, first.places, 'second');
  const { last } = second;
  return second.places.slice(0, 1).map((place) =>
    broken({
      expected: 'the same value as before, since the suite only read',
      actual: `${place} changes by the same amount at each read, and only then`,
      about: `growth in ${subject.operation.id}`,
      ...(last === undefined ? {} : { exchange: last }),
    }),
  );
}

/** An item that can be read once and is rejected afterwards, twice in a row, and a third time for another item. */
async function judgeGone(ctx: CheckContext, operation: Operation, exchanges: readonly (readonly Exchange[])[]) {
  const isGone = ([first, ...rest]: readonly Exchange[]) =>
    first !== undefined && isSuccess(first) && rest.every(isDenied);
  if (exchanges.length < 2 || !exchanges.every(isGone)) return [];
  const [, , third] = await inputsOf(ctx, operation.id);
  const last = exchanges.at(-1)?.at(-1);
  const expected = 'success, as at the first read';
  if (third !== undefined) {
    const subject = { operation, input: third.input, label: `${operation.id} another` };
    const again = [await read(ctx, subject, 'time 1'), await read(ctx, subject, 'time 2')];
    if (!isGone(again)) return [];
  }
  return last === undefined ? [] : [broken({ expected, actual: outcomeText(last), about: 'refused', exchange: last })];
}

interface Shown {
  readonly subject: Subject;
  readonly exchanges: readonly Exchange[];
}

/** Reads everything twice, and a third time what differs. */
async function readTwice(ctx: CheckContext, subjects: readonly Subject[]): Promise<readonly Shown[]> {
  const first: Exchange[] = [];
  for (const subject of subjects) first.push(await read(ctx, subject, 'time 1'));
  const all: Shown[] = [];
  for (const [place, subject] of subjects.entries()) {
    const exchanges = [...first.slice(place, place + 1), await read(ctx, subject, 'time 2')];
    const isSame = exchanges.every(isSuccess) && restless(quantitiesIn(ctx, exchanges)).length === 0;
    all.push({ subject, exchanges: isSame ? exchanges : [...exchanges, await read(ctx, subject, 'time 3')] });
  }
  return all;
}

/** An item of a list that was read and is no longer in the list, while everything that was not read still is. */
function judgeUnlisted(ctx: CheckContext, { operation }: Subject, all: readonly Shown[]): readonly Judgement[] {
  const from = listFor(ctx, operation.id);
  const list = from === undefined ? null : listOf(ctx.suite.api, { id: from.list });
  const shown = all.find(({ subject }) => subject.operation.id === from?.list);
  if (from === undefined || list === null || shown === undefined) return [];
  const ids = (exchange: Exchange | undefined) =>
    (itemsIn(list, successJson(exchange)) ?? []).map((item) => item[from.member ?? 'id']);
  const [before, after] = [ids(shown.exchanges[0]), ids(shown.exchanges.at(-1))];
  const lost = before.filter((id) => !after.some((other) => String(other) === String(id)));
  const reading = all.filter(({ subject }) => subject.operation.id === operation.id);
  const named = reading.map(({ subject }) => subject.input.path[from.parameter] ?? '');
  const isRead = (id: unknown) => named.some((text) => isNamed(id, text));
  // Items that other clients add at the beginning push the last ones off the page.
  if (after.some((id) => !before.includes(id)) && before.slice(-lost.length).every((id) => lost.includes(id)))
    return [];
  // Other clients remove any items, not only those that were read here.
  if (named.length < 2 || lost.length < named.length || !lost.every(isRead) || after.length === 0) return [];
  const exchange = shown.exchanges.at(-1);
  const actual = `${lost.join(' and ')} disappeared after they were read`;
  const breach = { expected: 'the same list as before', actual, pointer: list.items, about: 'list' };
  return [broken(exchange === undefined ? breach : { ...breach, exchange })];
}

async function judgeReading(ctx: CheckContext, all: readonly Shown[]): Promise<readonly Judgement[]> {
  const judgements: Judgement[] = [];
  const moving = all.flatMap(({ subject, exchanges }) => {
    const places = exchanges.every(isSuccess) ? restless(quantitiesIn(ctx, exchanges)) : [];
    return places.length === 0 ? [] : [{ subject, places }];
  });
  for (const { subject, places } of moving.slice(0, MOST))
    judgements.push(...(await judgeGrowth(ctx, subject, places)));
  for (const id of new Set(all.map(({ subject }) => subject.operation.id))) {
    const own = all.filter(({ subject }) => subject.operation.id === id);
    if (listFor(ctx, id) === undefined) continue;
    const seen = own.map(({ exchanges }) => exchanges);
    judgements.push(...(await judgeGone(ctx, operationOf(ctx.suite.api, id), seen)));
    judgements.push(...own.slice(0, 1).flatMap(({ subject }) => judgeUnlisted(ctx, subject, all)));
  }
  return judgements;
}

export default {
  name: 'read-only',
  // Reads of other conversations in parallel would count, too.
  alone: () => true,
  async check(declared, ctx, report) {
    const subjects = await subjectsOf(ctx);
    const all = await readTwice(ctx, subjects);
    const judgements = await judgeReading(ctx, all);
    const exchanges = all.flatMap((one) => one.exchanges);
    const aspect = aspectOf(declared);
    if (!exchanges.some(isSuccess))
      report(aspect, unobservable(exchanges, 'no request succeeded', 'put something that can be read into the data'));
    else report(aspect, ...(judgements.length === 0 ? [pass] : judgements));
    report(aspect, ...(await writesTaken(ctx)));
  },
  follow: followReadOnly,
  mutants: readOnlyMutants,
} satisfies Family<Declaration>;
