/** Whether a list holds all items of the value of a parameter: a wider list shows them. */

import type { CheckContext } from '../../core/context.ts';
import { inconclusive, type Judgement } from '../../core/judgement.ts';
import { pagedListOf } from '../../discovery/pages.ts';
import { sharedInput } from '../../discovery/paths.ts';
import { type ApiModel, operationOf } from '../../model/document/api.ts';
import { declaredAt } from '../../model/document/lists.ts';
import type { Input } from '../../model/input.ts';
import type { JsonObject } from '../../model/values/json.ts';
import { isNamed } from '../../model/values/same.ts';
import { namedBy } from '../unknown.ts';
import { judgeWhole } from '../whole.ts';
import type { BelongsTo } from './declared.ts';

/** The aspect of it; undefined where no wider list is known. */
export function completeAspect({ rules, member }: BelongsTo): string | undefined {
  return rules.find(({ aspect }) => aspect === `${member}-complete`)?.aspect;
}

/** Everything by which the operation chooses is of the input, as far as the input names it. */
function isOfAll(api: ApiModel, id: string, input: Input): (item: JsonObject) => boolean {
  const named = declaredAt(api, id, 'belongs-to').map(({ parameter, member }) => ({
    member,
    name: namedBy(operationOf(api, id), input, parameter),
  }));
  return (item) => named.every(({ member, name }) => name === undefined || isNamed(item[member], name));
}

/** The inputs of the wider list. */
function wideInput(api: ApiModel, { operation, of = operation, parameter }: BelongsTo, input: Input): Input {
  const shared = sharedInput(operationOf(api, of), input);
  const { [parameter]: _named, ...query } = shared.query;
  return of === operation ? { ...shared, query } : shared;
}

/** Judges one of the inputs; null where nothing of it is known, or the list is too long. */
async function judgeOne(declared: BelongsTo, ctx: CheckContext, input: Input): Promise<Judgement | null> {
  const { operation: id, of = id } = declared;
  const { api } = ctx.suite;
  const [list, wider] = [pagedListOf(api, id), pagedListOf(api, of)];
  if (list === null || wider === null) return null;
  const sending = { credentials: 'given', intent: 'open' } as const;
  return judgeWhole(ctx, {
    own: { ...sending, list, input },
    wide: { ...sending, list: wider, input: wideInput(api, declared, input) },
    isOf: isOfAll(api, id, input),
    isWithin: true,
  });
}

/**
 * @param found inputs that name an item: the first that a wider list shows, and the last one.
 * @param words inputs with each word that the parameter takes, if it takes one of a few.
 */
export async function judgeComplete(
  declared: BelongsTo,
  ctx: CheckContext,
  found: readonly Input[],
  words: readonly Input[],
): Promise<Judgement> {
  const judged: Judgement[] = [];
  let request: Input | undefined;
  for (const input of [...words, ...found]) {
    if (judged.length > 0 && found.includes(input)) break;
    const judgement = await judgeOne(declared, ctx, input);
    if (judgement !== null) judged.push(judgement);
    request = input;
  }
  const last = found.at(-1);
  const further = last === undefined || last === request ? null : await judgeOne(declared, ctx, last);
  if (further !== null) judged.push(further);
  const noun = pagedListOf(ctx.suite.api, declared.operation)?.noun ?? 'items';
  const hint = `put a few ${noun} of one ${declared.parameter} into the data, and end lists with an empty page instead of an error`;
  const nothing = inconclusive(`${declared.of} returned no ${noun} that a complete list could be compared with`, hint);
  return judged.find(({ verdict }) => verdict === 'broken') ?? judged[0] ?? nothing;
}
