/**
 * Finds inputs with which an operation can be asked on this server: from what the target names, from the lists that the
 * document declares, by making what is to be read, and last from the document's examples. What was found once is
 * remembered for the whole run.
 */

import { pick } from '../core/answers.ts';
import type { Talk } from '../core/context.ts';
import { exampleInput } from '../generate/inputs.ts';
import { type Operation, operationOf } from '../model/document/api.ts';
import { declaredAt, payloadOf } from '../model/document/lists.ts';
import { successJson } from '../model/exchange.ts';
import { type Input, noInput } from '../model/input.ts';
import { isObject, type JsonObject } from '../model/values/json.ts';
import { valueAt } from '../model/values/pointer.ts';
import { chooserOf, knownChoices } from './choices.ts';
import { chosenFor } from './chosen.ts';
import { type Fresh, type FreshOptions, freshOf, madeFor, makeNamedBy } from './fresh.ts';
import { remembered } from './memo.ts';
import { MOST_PAGES, pagedListOf, walkFirst } from './pages.ts';
import { kin, knownInputs, neededBy, sharedInput } from './paths.ts';
import { send } from './send.ts';
import { boundIn, foundBeside, type Named, namedBy, sourcesOf, withFound } from './sources.ts';
import { freshText } from './texts.ts';

export { remembered } from './memo.ts';

/** Inputs of an operation. */
export interface Found {
  readonly input: Input;
  /** The target or the server itself named all of it: a right server takes it. */
  readonly certain: boolean;
  /** The item of a list that named it, or what was made for it; null where neither is known. */
  readonly item: JsonObject | null;
  /** It was made for it, and not seen in a list. */
  readonly isMade: boolean;
}

/** A list that holds something. */
interface Stocked {
  readonly input: Input;
  readonly items: readonly JsonObject[];
}

/** The first list of an operation that holds something, of all that it can be asked for; null when none does. */
export function stockedList(talk: Talk, operation: string): Promise<Stocked | null> {
  const find = async (): Promise<Stocked | null> => {
    const list = pagedListOf(talk.scene.api, operation);
    if (list === null) return null;
    for (const { input } of pick(await inputsOf(talk, operation))) {
      const { pages } = await walkFirst(talk, list, input, { credentials: 'given', most: MOST_PAGES });
      const items = pages.flatMap((page) => page.items);
      if (items.length > 0) return { input, items };
    }
    return null;
  };
  return remembered(talk, `stocked list of ${operation}`, find, null);
}

/** The items that an operation lists; empty when there are none, or they are refused. */
export async function itemsOf(talk: Talk, operation: string): Promise<readonly JsonObject[]> {
  return (await stockedList(talk, operation))?.items ?? [];
}

/** Another value of a path parameter than one that is known, as a list names it; undefined where none does. */
export async function anotherName(talk: Talk, id: string, parameter: string, own: string | undefined) {
  for (const { from, members } of sourcesOf(talk.scene.api, id)) {
    const { [parameter]: member } = members;
    if (member === undefined || pagedListOf(talk.scene.api, from) === null) continue;
    const names = namedBy(await itemsOf(talk, from), { [parameter]: member }).map(({ path }) => path[parameter]);
    const other = names.find((name) => name !== own);
    if (other !== undefined) return other;
  }
  return undefined;
}

/** The one thing that an operation reads, as a list of one. */
async function readOne(talk: Talk, operation: string): Promise<readonly JsonObject[]> {
  const { api } = talk.scene;
  const [found] = await inputsOf(talk, operation);
  if (found === undefined) return [];
  const [oneOf] = declaredAt(api, operation, 'one-of');
  const exchange = await send(talk, operation, found.input, `what ${operation} names`, { intent: 'valid' });
  const thing = valueAt(successJson(exchange), oneOf?.at ?? payloadOf(api, operation));
  return isObject(thing) ? [thing] : [];
}

/** What the target names to be chosen, where that is what a path names: the number of a site. */
function choosable({ api, target }: Talk['scene'], operation: Operation): readonly Named[] {
  const [needed, ...more] = neededBy(operation);
  const choosers = api.operations.flatMap(({ id }) => chooserOf(api, id) ?? []);
  const chooser = choosers.find(({ parts }) => parts.some(({ query }) => query === needed));
  if (needed === undefined || more.length > 0 || chooser === undefined || target.known['choices'] === undefined)
    return [];
  const place = chooser.parts.findIndex(({ query }) => query === needed);
  const values = knownChoices(target, chooser).flatMap((choice) => choice[place] ?? []);
  return values.map((value) => ({ path: { [needed]: value }, item: null }));
}

async function listed(talk: Talk, id: string): Promise<readonly Named[]> {
  for (const { from, members } of sourcesOf(talk.scene.api, id)) {
    const isList = pagedListOf(talk.scene.api, from) !== null;
    const stocked = isList ? await stockedList(talk, from) : { input: noInput, items: await readOne(talk, from) };
    if (stocked === null) continue;
    // Where the list itself stands below something, so does what it names.
    const above = sharedInput(operationOf(talk.scene.api, id), stocked.input).path;
    const named = namedBy(stocked.items, members).map(({ path, item }) => ({ path: { ...above, ...path }, item }));
    if (named.length > 0) return named;
  }
  return [];
}

/** What lists, or what can be chosen, name for the whole path of an operation. */
async function listedFor(talk: Talk, operation: Operation): Promise<readonly Named[]> {
  const chosen = choosable(talk.scene, operation);
  if (chosen.length > 0) return chosen;
  const bound = boundIn(talk.scene.api, operation);
  const isWhole = ({ path }: Named) => bound.every((name) => path[name] !== undefined);
  for (const id of [operation.id, ...kin(talk.scene.api, operation).filter((one) => one !== operation.id)]) {
    const named = (await listed(talk, id)).filter(isWhole);
    if (named.length > 0) return named;
  }
  return [];
}

async function namedFor(talk: Talk, operation: Operation): Promise<readonly (Named & { readonly isMade?: boolean })[]> {
  const found = await listedFor(talk, operation);
  if (found.length > 0) return found;
  const made = await madeFor(talk, operation, { name: operation.id, listed: listedFor });
  return made === null ? [] : [{ ...made, isMade: true }];
}

/**
 * The inputs of a request on something that was just made for it, or is there where nothing makes it; null where nothing
 * is known that its path could name. Its texts are its own.
 *
 * @throws when the run is interrupted, or only reads.
 */
export function fresh(talk: Talk, id: string, options: Omit<FreshOptions, 'listed'>): Promise<Fresh | null> {
  return freshOf(talk, id, { ...options, listed: listedFor });
}

/** The inputs alone. */
export async function freshInput(talk: Talk, id: string, options: Omit<FreshOptions, 'listed'>): Promise<Input | null> {
  return (await fresh(talk, id, options))?.input ?? null;
}

/** Makes something that the caller names, and gives back its name; null where that is refused. */
export function makeNamed(talk: Talk, maker: Operation, options: Omit<FreshOptions, 'listed'>): Promise<string | null> {
  return makeNamedBy(talk, maker, { ...options, listed: listedFor });
}

/**
 * Inputs for an operation, several where a list names several; empty where nothing is known that its path could name.
 *
 * @throws when the run is interrupted, or when something would have to be made and this run only reads.
 */
export async function inputsOf(talk: Talk, id: string): Promise<readonly Found[]> {
  const { api } = talk.scene;
  const operation = operationOf(api, id);
  const known = knownInputs(talk.scene, id);
  const { path: _path, ...example } = exampleInput(operation, 'required');
  const bare: Input = { ...noInput, ...example };
  if (known.length > 0) {
    const isWhole = ({ path = {} }: Partial<Input>) => neededBy(operation).every((name) => path[name] !== undefined);
    // Where the target says what is sent, and not to what, that is found as ever.
    const find = async () => (known.every(isWhole) ? [] : namedFor(talk, operation));
    const [named] = await remembered(talk, `path of ${id}`, find, []);
    return known.map((one) => {
      const path = { ...named?.path, ...one.path };
      return { input: { ...bare, ...one, path }, certain: isWhole(one), item: null, isMade: false };
    });
  }
  const [beside = {}] = await foundBeside(talk, operation);
  const base = withFound(operation, bare, beside);
  const find = async (): Promise<readonly Found[]> => {
    const isBare = Object.keys(base.query).length + Object.keys(base.headers).length === 0 && base.body === undefined;
    const named: Awaited<ReturnType<typeof namedFor>> = operation.path.includes('{')
      ? await namedFor(talk, operation)
      : [{ path: {}, item: null }];
    return Promise.all(
      named.map(async ({ path, item, isMade = false }): Promise<Found> => {
        const { query, headers } = await chosenFor(talk, id, item, id);
        const free = neededBy(operation).map((name) => [name, freshText(talk.scene, id, name)]);
        const whole = { ...Object.fromEntries(free), ...path };
        const input = {
          ...{ ...base, path: whole },
          query: { ...query, ...base.query },
          headers: { ...headers, ...base.headers },
        };
        return { input, certain: isBare, item, isMade };
      }),
    );
  };
  const found = await remembered(talk, `inputs of ${id}`, find, []);
  // A body may hold what serves once.
  const completed = await talk.scene.complete?.(operation, talk);
  if (completed === null || completed === undefined) return found;
  return found.map(({ input, ...rest }) => ({
    ...rest,
    input: {
      ...{ ...input, ...completed },
      query: { ...input.query, ...completed.query },
      headers: { ...input.headers, ...completed.headers },
    },
  }));
}
