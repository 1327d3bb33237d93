/**
 * Finds inputs with which an operation can be asked on this server: from what the target names, from the lists that the
 * document declares, by making what is to be read, and last from the document's examples. What was found once is
 * remembered for the whole run.
 */
import { exampleInput } from '../generate/inputs.ts';
import { type ApiModel, type Operation, operationOf } from '../model/api.ts';
import { callOf, type Input, noInput } from '../model/call.ts';
import { successJson } from '../model/exchange.ts';
import { isObject, type JsonObject } from '../model/json.ts';
import { valueAt, within } from '../model/pointer.ts';
import type { Talk } from '../rules/rule.ts';
import { pick } from '../rules/shared/answers.ts';
import { chosenFor } from './chosen.ts';
import { madeFor } from './fresh.ts';
import { MOST_PAGES, pagedListOf, walkFirst } from './pages.ts';
import { kin, knownInput, neededBy } from './paths.ts';
import { remembered } from './remembered.ts';
import { foundBeside, type Named, namedBy, sourcesOf, withFound } from './sources.ts';

export { remembered } from './remembered.ts';

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
export interface Stocked {
  readonly input: Input;
  readonly items: readonly JsonObject[];
}

/** The first list of an operation that holds something, of all that it can be asked for; null when none does. */
export function stockedList(talk: Talk, operation: string): Promise<Stocked | null> {
  return remembered(talk, `stocked list of ${operation}`, async () => {
    const list = pagedListOf(talk.scene.api, operation);
    if (list === null) return null;
    for (const { input } of pick(await inputsOf(talk, operation))) {
      const { pages } = await walkFirst(talk, list, input, { credentials: 'given', most: MOST_PAGES });
      const items = pages.flatMap((page) => page.items);
      if (items.length > 0) return { input, items };
    }
    return null;
  });
}

/** The items that an operation lists; empty when there are none, or they are refused. */
export async function itemsOf(talk: Talk, operation: string): Promise<readonly JsonObject[]> {
  return (await stockedList(talk, operation))?.items ?? [];
}

/** Where the answer of an operation holds what it reads. */
function thingAt({ declarations }: ApiModel, operation: string): string {
  const oneOf = declarations.find((one) => one.family === 'one-of' && one.operation === operation);
  if (typeof oneOf?.['at'] === 'string') return oneOf['at'];
  const envelope = declarations.find((one) => one.family === 'envelope');
  const except: unknown = envelope?.['except'];
  const isBare = envelope === undefined || (Array.isArray(except) && except.includes(operation));
  return isBare ? '' : within('', String(envelope['payload']));
}

/** The one thing that an operation reads, as a list of one. */
async function readOne(talk: Talk, operation: string): Promise<readonly JsonObject[]> {
  const { api } = talk.scene;
  const [found] = await inputsOf(talk, operation);
  if (found === undefined) return [];
  const call = callOf(operationOf(api, operation), found.input, { label: `what ${operation} names` });
  const thing = valueAt(successJson(await talk.ask(call)), thingAt(api, operation));
  return isObject(thing) ? [thing] : [];
}

async function listed(talk: Talk, id: string): Promise<readonly Named[]> {
  for (const { from, members } of sourcesOf(talk.scene.api, id)) {
    const isList = pagedListOf(talk.scene.api, from) !== null;
    const named = namedBy(isList ? await itemsOf(talk, from) : await readOne(talk, from), members);
    if (named.length > 0) return named;
  }
  return [];
}

async function namedFor(talk: Talk, operation: Operation): Promise<readonly (Named & { readonly isMade?: boolean })[]> {
  const isWhole = ({ path }: Named) => neededBy(operation).every((name) => path[name] !== undefined);
  for (const id of [operation.id, ...kin(talk.scene.api, operation).filter((one) => one !== operation.id)]) {
    const named = (await listed(talk, id)).filter(isWhole);
    if (named.length > 0) return named;
  }
  const made = await madeFor(talk, operation, { name: operation.id });
  return made === null ? [] : [{ ...made, isMade: true }];
}

/**
 * Inputs for an operation, several where a list names several; empty where nothing is known that its path could name.
 *
 * @throws when the run is interrupted, or when something would have to be made and this run only reads.
 */
export function inputsOf(talk: Talk, id: string): Promise<readonly Found[]> {
  return remembered(talk, `inputs of ${id}`, async () => {
    const { api } = talk.scene;
    const operation = operationOf(api, id);
    const known = knownInput(talk.scene, id);
    const { path: _path, ...example } = exampleInput(operation, 'required');
    const [beside = {}] = await foundBeside(talk, operation);
    const base: Input = withFound(operation, { ...noInput, ...example }, beside);
    if (known !== null) return [{ input: { ...base, path: {}, ...known }, certain: true, item: null, isMade: false }];
    const completed = await talk.scene.complete?.(operation, talk);
    const whole: Input = {
      ...base,
      query: { ...base.query, ...completed?.query },
      headers: { ...base.headers, ...completed?.headers },
      ...(completed?.body === undefined ? {} : { body: completed.body }),
    };
    const isBare = Object.keys(base.query).length + Object.keys(base.headers).length === 0 && base.body === undefined;
    const named: Awaited<ReturnType<typeof namedFor>> = operation.path.includes('{')
      ? await namedFor(talk, operation)
      : [{ path: {}, item: null }];
    return Promise.all(
      named.map(async ({ path, item, isMade = false }): Promise<Found> => {
        const chosen = await chosenFor(talk, id, item, id);
        const query = { ...chosen.query, ...whole.query };
        const headers = { ...chosen.headers, ...whole.headers };
        return { input: { ...whole, path, query, headers }, certain: isBare, item, isMade };
      }),
    );
  });
}
