/** Reads of one of the items that another operation lists: `one-of`. */

import { isAnswerOf } from '../../core/answers.ts';
import type { CheckContext } from '../../core/context.ts';
import type { Family } from '../../core/family.ts';
import {
  type Breach,
  blockedBy,
  broken,
  inconclusive,
  inputsHint,
  type Judgement,
  pass,
  unsupported,
  warn,
} from '../../core/judgement.ts';
import { pagedListOf } from '../../discovery/pages.ts';
import { send } from '../../discovery/send.ts';
import { type Found, inputsOf } from '../../discovery/things.ts';
import { operationOf } from '../../model/document/api.ts';
import { sentPath } from '../../model/document/requests.ts';
import { isSuccess, outcomeText } from '../../model/exchange.ts';
import { excerpt } from '../../model/values/json.ts';
import { within } from '../../model/values/pointer.ts';
import { isNamed } from '../../model/values/same.ts';
import { sendAsCaller } from '../caller.ts';
import { differences } from '../differences.ts';
import { inputOfNothing, isDenied } from '../unknown.ts';
import { type OneOf, readIn } from './declared.ts';
import { followOneOf } from './follow.ts';
import { lasting, listedNow, type Thing } from './listed.ts';
import { oneOfMutants } from './mutants.ts';
import { varied } from './varied.ts';

/** The number of differing items that are compared with the list again. */
const MOST_DIFFERING = 2;

async function readSome(ctx: CheckContext, declared: OneOf, found: readonly Found[]): Promise<readonly Thing[]> {
  const { operation: id, parameter } = declared;
  const named = ({ input }: Found) => input.path[parameter] ?? '';
  const read = (one: Found, label: string) => send(ctx, id, one.input, label, one.certain ? { intent: 'valid' } : {});
  const things: Thing[] = [];
  for (const [place, one] of found.entries()) {
    const exchange = await read(one, `${id} ${named(one)}`);
    const other = found[place === 0 ? 1 : 0];
    const again = async (label: string) => {
      // An earlier response may leave data behind in the next one.
      if (other !== undefined) await read(other, `another, ${label}`);
      return read(one, `${id} ${named(one)}, ${label}`);
    };
    const item = one.isMade ? null : one.item;
    things.push({ named: named(one), input: one.input, item, data: readIn(declared, exchange), exchange, again });
  }
  return things;
}

/** An item of the list that is rejected when it is read alone, and again when it is read once more. */
async function missing(ctx: CheckContext, declared: OneOf, thing: Thing): Promise<Judgement[]> {
  const { named, item, exchange } = thing;
  if (item === null || !isDenied(exchange) || (await listedNow(ctx, declared, thing)) === null) return [];
  const repeated = await thing.again('refused before');
  if (!isDenied(repeated)) return [];
  const expected = `${named}, which ${declared.list} returns`;
  return [broken({ expected, actual: outcomeText(repeated), about: 'refused', exchange: repeated })];
}

async function compared(
  ctx: CheckContext,
  declared: OneOf,
  things: readonly Thing[],
  reported: ReadonlySet<string>,
): Promise<readonly Judgement[]> {
  const differing: Thing[] = [];
  let seen = 0;
  for (const thing of things) {
    const item = thing.data === null ? null : (thing.item ?? (await listedNow(ctx, declared, thing)));
    if (item === null || thing.data === null) continue;
    seen += 1;
    if (differences(item, thing.data, '', reported).length > 0) differing.push(thing);
  }
  const breaches: Judgement[] = [];
  for (const thing of differing.slice(0, MOST_DIFFERING)) {
    const isApart = ({ pointer = '' }: Breach) =>
      declared.apart?.some((name) => `${pointer}/`.startsWith(`${declared.at}/${name}/`)) === true;
    for (const breach of await lasting(ctx, declared, thing, reported)) {
      breaches.push(isApart(breach) ? warn(breach) : broken(breach));
    }
  }
  return seen > 0 && breaches.length === 0 ? [pass] : breaches;
}

/** Why nothing was read. */
function unread({ operation: id, when = [] }: OneOf, things: readonly Thing[], hint: string): Judgement {
  const refused = things.find(({ exchange }) => !isSuccess(exchange));
  if (refused !== undefined) return blockedBy(refused.exchange);
  if (things.length === 0) return inconclusive(`the suite knows nothing that ${id} could read`, hint);
  return unsupported(`the response of ${id} has no ${when.join(' or ')}`);
}

export default {
  name: 'one-of',
  watch(declared, exchange, { api }, report) {
    const { operation: id, parameter, member = 'id', at } = declared;
    const { call } = exchange;
    // An id in a wrong form may be read as another one.
    if (!isAnswerOf(exchange, id) || call.kind !== 'http' || call.intent === 'invalid') return;
    const reported = readIn(declared, exchange)?.[member];
    const named = sentPath(api, exchange)[parameter] ?? '';
    if (reported === undefined || named === '') return;
    const breach = {
      expected: `${named}, as in the path`,
      actual: excerpt(reported),
      pointer: within(at, member),
      exchange,
    };
    report('named', isNamed(reported, named) ? pass : broken(breach));
  },
  async check(declared, ctx, report) {
    const { operation: id, list, parameter } = declared;
    const { api } = ctx.suite;
    const noun = pagedListOf(api, list)?.noun ?? 'things';
    const hint = `put ${noun} into the data, or ${inputsHint(id)}`;
    const found = await inputsOf(ctx, id);
    const things = await readSome(ctx, declared, varied(found));
    await sendAsCaller(ctx, id, things.findLast(({ data }) => data !== null)?.input);
    const lost: Judgement[] = [];
    for (const thing of things) lost.push(...(await missing(ctx, declared, thing)));
    const isUnread = lost.length === 0 && things.every(({ data }) => data === null);
    report('named', ...(isUnread ? [unread(declared, things, hint)] : lost));
    // After existing items, so that a server that returns anything has something to return.
    const nothing = inputOfNothing(ctx.suite, operationOf(api, id), parameter, found);
    await send(ctx, id, nothing, `${id} of nothing`);
    const reported = new Set(
      found.flatMap(({ item }) =>
        Object.entries(item ?? {}).flatMap(([name, value]) => (value === null ? [] : [name])),
      ),
    );
    const judgements = await compared(ctx, declared, things, reported);
    const isOther = things.length > 0 && things.every(({ data, exchange }) => data === null && isSuccess(exchange));
    if (judgements.length > 0) report('listed', ...judgements);
    else if (isOther) report('listed', unread(declared, things, hint));
    else report('listed', inconclusive(`none of the ${noun} was seen both in the list and alone`, hint));
  },
  follow: followOneOf,
  mutants: oneOfMutants,
} satisfies Family<OneOf>;
