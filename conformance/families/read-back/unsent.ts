/** What a change leaves out: it stays as it was. */

import type { CheckContext } from '../../core/context.ts';
import { blockedBy, broken, inconclusive, type Judgement, pass } from '../../core/judgement.ts';
import { sharedInput } from '../../discovery/paths.ts';
import { send } from '../../discovery/send.ts';
import { operationOf } from '../../model/document/api.ts';
import { resolved } from '../../model/document/document.ts';
import { type Exchange, isSuccess, successJson } from '../../model/exchange.ts';
import type { Input } from '../../model/input.ts';
import { excerpt, isObject, type JsonObject, sameJson } from '../../model/values/json.ts';
import { valueAt } from '../../model/values/pointer.ts';
import { withAll } from '../echoes/bodies.ts';
import { type ReadBack, readAt, reportedAs } from './declared.ts';

/** The number of changes that are tried. */
const MOST = 4;

/** Changes that leave out something that is kept: what has to be sent, alone and with one more member. */
function partsOf(body: unknown, required: readonly string[], keeps: readonly string[]): readonly JsonObject[] {
  const sent = Object.entries(isObject(body) ? body : {});
  const [needed, free] = [true, false].map((is) => sent.filter(([name]) => required.includes(name) === is));
  const parts = [[], ...(free ?? []).map((one) => [one])].map((more) =>
    Object.fromEntries([...(needed ?? []), ...more]),
  );
  const isPart = (part: JsonObject) => Object.keys(part).length > 0 && keeps.some((name) => !Object.hasOwn(part, name));
  return parts.filter(isPart).slice(0, MOST);
}

/** A change of some members, and the readings before and after it. */
interface Change {
  readonly sent: JsonObject;
  readonly exchanges: readonly [before: Exchange, change: Exchange, after: Exchange];
}

/** Changes all that can be changed, and then a part of it. */
async function change(
  ctx: CheckContext,
  { operation, read = '' }: ReadBack,
  whole: Input,
  everything: unknown,
  sent: JsonObject,
): Promise<Change> {
  const { api } = ctx.suite;
  const reader = sharedInput(operationOf(api, read), whole);
  const named = Object.keys(sent).join(', ');
  const all = await send(ctx, operation, { ...whole, body: everything }, `change all, then ${named}`);
  // A made-up value may name nothing.
  if (!isSuccess(all)) await send(ctx, operation, whole, `change what is known, then ${named}`);
  const before = await send(ctx, read, reader, `before a change of ${named}`);
  const changed = await send(ctx, operation, { ...whole, body: sent }, `change ${named}`);
  return { sent, exchanges: [before, changed, await send(ctx, read, reader, `after a change of ${named}`)] };
}

/** The first member that is not as it was, though it was not sent. */
function moved(ctx: CheckContext, declared: ReadBack, { sent, exchanges: [before, , after] }: Change) {
  const { api } = ctx.suite;
  const { read = '', keeps = [] } = declared;
  for (const name of keeps.filter((one) => !Object.hasOwn(sent, one))) {
    const pointer = `${readAt(api, declared)}${reportedAs(api, declared, `/${name}`, read) ?? `/${name}`}`;
    const [was, is] = [before, after].map((exchange) => valueAt(successJson(exchange), pointer));
    const expected = `${excerpt(was)}, as before, since it was not sent`;
    if (!sameJson(was, is)) return { expected, actual: excerpt(is), pointer, against: declared.operation };
  }
  return null;
}

/** Each part alone; what others change meanwhile is another member the next time. */
export async function judgeKept(ctx: CheckContext, declared: ReadBack, input: Input): Promise<readonly Judgement[]> {
  const { api } = ctx.suite;
  const operation = operationOf(api, declared.operation);
  const { required = [], properties = {} } = resolved(api.document, operation.body?.schema ?? {});
  const body = withAll(ctx.suite, operation, Object.keys(properties), input.body) ?? input.body;
  const judgements: Judgement[] = [];
  for (const part of partsOf(body, required, declared.keeps ?? [])) {
    const first = await change(ctx, declared, input, body, part);
    const refused = first.exchanges.find((exchange) => !isSuccess(exchange));
    const wrong = refused === undefined ? moved(ctx, declared, first) : null;
    const again = wrong && (await change(ctx, declared, input, body, part));
    const still = again && moved(ctx, declared, again);
    if (refused !== undefined) judgements.push(blockedBy(refused));
    else if (again === null || still?.pointer !== wrong?.pointer || still === null) judgements.push(pass);
    else judgements.push(broken({ ...still, about: 'kept', exchange: again.exchanges[2] }));
  }
  const decided = judgements.filter(({ verdict }) => verdict !== 'blocked');
  const nothing = inconclusive(`${declared.operation} has nothing that can be left out`);
  return decided.length > 0 ? decided : judgements.length > 0 ? judgements : [nothing];
}
