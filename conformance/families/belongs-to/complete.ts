/** Whether a list holds all of what a parameter names: what a wider list tells of it. */
import { MOST_PAGES, pagedListOf, walkFirst } from '../../find/pages.ts';
import { sharedInput } from '../../find/paths.ts';
import { type Sequence, sequenceOf } from '../../find/sequence.ts';
import { type Asking, wholeOf } from '../../find/subject.ts';
import { type ApiModel, operationOf } from '../../model/api.ts';
import type { Input } from '../../model/call.ts';
import type { JsonObject } from '../../model/json.ts';
import { declaredAt } from '../../model/lists.ts';
import { isNamed } from '../../model/same.ts';
import { broken, inconclusive, pass, unsupported } from '../../rules/judgement.ts';
import type { Judgement, Talk } from '../../rules/rule.ts';
import { namedBy } from '../unknown.ts';
import type { BelongsTo } from './index.ts';

/** The aspect of it; undefined where no wider list is known. */
export function completeAspect({ rules }: BelongsTo): string | undefined {
  return rules[1]?.aspect;
}

/** Everything by which the operation chooses is of the input, as far as the input names it. */
function isOfAll(api: ApiModel, id: string, input: Input): (item: JsonObject) => boolean {
  const named = declaredAt(api, id, 'belongs-to').map(({ parameter, member }) => ({
    member: String(member),
    name: namedBy(operationOf(api, id), input, String(parameter)),
  }));
  return (item) => named.every(({ member, name }) => name === undefined || isNamed(item[member], String(name)));
}

/** What the wider list is asked with. */
function wideInput(api: ApiModel, { operation, of = operation, parameter }: BelongsTo, input: Input): Input {
  const shared = sharedInput(operationOf(api, of), input);
  const { [parameter]: _named, ...query } = shared.query;
  return of === operation ? { ...shared, query } : shared;
}

/** Judges one of the inputs; null where nothing of it is known, or the list is too long. */
async function judgeOne(declared: BelongsTo, talk: Talk, input: Input): Promise<Judgement | null> {
  const { operation: id, of = id } = declared;
  const { api } = talk.scene;
  const [list, wider] = [pagedListOf(api, id), pagedListOf(api, of)];
  // Of items without ids nobody can say that one is missing: they may be told otherwise.
  if (list === null || wider === null || list.key === '') return null;
  const asking = { credentials: 'given', intent: 'open' } as const;
  const own: Asking = { ...asking, list, input };
  const wide: Asking = { ...asking, list: wider, input: wideInput(api, declared, input) };
  const isOf = isOfAll(api, id, input);
  const first = async (one: Asking) =>
    sequenceOf(one.list, await walkFirst(talk, one.list, one.input, { ...asking, most: MOST_PAGES }));
  const idOf = (item: JsonObject) => String(item[list.key] ?? '').toLowerCase();
  const idsIn = ({ pages }: Sequence, isIt = isOf) =>
    new Set(pages.flatMap(({ items }) => items.filter(isIt).map(idOf)).filter((id) => id !== ''));
  const around = await first(wide);
  if (around.pages.length === 0) return unsupported(`${of} tells nothing where ${declared.parameter} is not named`);
  const wanted = idsIn(around);
  const listed = wanted.size === 0 ? undefined : await first(own);
  if (listed?.ended !== true) return null;
  const missingIn = (sequence: Sequence) =>
    sequence.ended ? wanted.difference(idsIn(sequence, () => true)) : new Set<string>();
  if (missingIn(listed).size === 0) return pass;
  // What came after the list was read is there now, if a moment later; what went is gone from the wider list, too.
  const again = await talk.until(
    () => wholeOf(talk, own),
    (one) => missingIn(one).size === 0,
  );
  const [lost] = missingIn(again).intersection(idsIn(await wholeOf(talk, wide)));
  const exchange = again.pages[0]?.exchange;
  if (lost === undefined || exchange === undefined) return pass;
  const expected = `${lost}, of which ${of} tells`;
  return broken({ expected, actual: 'it is missing', pointer: list.items, about: 'complete', exchange });
}

/**
 * @param found inputs that name something: one of which a wider list tells is enough.
 * @param words inputs with each word that the parameter takes, if it takes one of a few.
 */
export async function judgeComplete(
  declared: BelongsTo,
  talk: Talk,
  found: readonly Input[],
  words: readonly Input[],
): Promise<Judgement> {
  const judged: Judgement[] = [];
  for (const input of [...words, ...found]) {
    if (judged.length > 0 && found.includes(input)) break;
    const judgement = await judgeOne(declared, talk, input);
    if (judgement !== null) judged.push(judgement);
  }
  const noun = pagedListOf(talk.scene.api, declared.operation)?.noun ?? 'items';
  const hint = `put a few ${noun} of one ${declared.parameter} into the data`;
  const nothing = inconclusive(`${declared.of} tells of no ${noun} that could be missing in a list as a whole`, hint);
  return judged.find(({ verdict }) => verdict === 'broken') ?? judged[0] ?? nothing;
}
