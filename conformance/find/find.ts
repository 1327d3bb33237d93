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
import { declaredAt } from '../model/lists.ts';
import type { Talk } from '../rules/rule.ts';
import { choicesFor, chooserOf } from './choices.ts';
import { chosenFor } from './chosen.ts';
import { type Fresh, type FreshOptions, freshOf, madeFor, makeNamedBy } from './fresh.ts';
import { MOST_PAGES, pagedListOf, walkFirst } from './pages.ts';
import { inPath, kin, knownInputs, neededBy } from './paths.ts';
import { remembered } from './remembered.ts';

export { remembered } from './remembered.ts';

/** Inputs of an operation. */
export interface Found {
  readonly input: Input;
  /** The target or the server itself named all of it: a right server takes it. */
  readonly certain: boolean;
  /** The item of a list that named it; null where none did. */
  readonly item: JsonObject | null;
}

/** Where an operation lists something of several things, so many are tried until one has some. */
const MOST_TRIED = 4;

/** The items that an operation lists; empty when there are none, or they are refused. */
export function itemsOf(talk: Talk, operation: string): Promise<readonly JsonObject[]> {
  return remembered(talk, `items of ${operation}`, async () => {
    const list = pagedListOf(talk.scene.api, operation);
    if (list === null) return [];
    for (const { input } of (await inputsOf(talk, operation)).slice(0, MOST_TRIED)) {
      const { pages } = await walkFirst(talk, list, input, { credentials: 'given', most: MOST_PAGES });
      const items = pages.flatMap((page) => page.items);
      if (items.length > 0) return items;
    }
    return [];
  });
}

type Values = Readonly<Record<string, string>>;

interface Named {
  readonly path: Values;
  readonly item: JsonObject | null;
}

/** What the items of a list name, each once. */
function namedBy(items: readonly JsonObject[], members: Values): readonly Named[] {
  const named = items.flatMap((item): Named[] => {
    const path = Object.entries(members).map(([parameter, member]) => [parameter, inPath(item[member])] as const);
    return path.some(([, value]) => value === null) ? [] : [{ path: Object.fromEntries(path) as Values, item }];
  });
  return [...Map.groupBy(named, ({ path }) => JSON.stringify(path)).values()].flatMap((same) => same.slice(0, 1));
}

/** The operations that name what another one reads. */
function sourcesOf(api: ApiModel, id: string): readonly { readonly from: string; readonly members: Values }[] {
  const oneOf = declaredAt(api, id, 'one-of').map(({ list, parameter, member }) => ({
    from: String(list),
    members: { [String(parameter)]: typeof member === 'string' ? member : 'id' },
  }));
  const referring = api.declarations.flatMap(({ family, operation, read, parameter, at }) =>
    family === 'refers-to' && read === id && operation !== null
      ? // What is read alone says what its list says.
        declaredAt(api, operation, 'one-of').map(({ list }) => ({
          from: String(list),
          members: { [String(parameter)]: String(at).split('/').at(-1) ?? '' },
        }))
      : [],
  );
  const foundIn = declaredAt(api, id, 'found-in').map(({ list, read, parameters }) => ({
    from: String(list ?? read),
    members: parameters as Values,
  }));
  return [...oneOf, ...foundIn, ...referring];
}

/** The one thing that an operation reads, as a list of one. */
async function readOne(talk: Talk, operation: string): Promise<readonly JsonObject[]> {
  const [found] = await inputsOf(talk, operation);
  if (found === undefined) return [];
  const call = callOf(operationOf(talk.scene.api, operation), found.input, { label: `what ${operation} names` });
  const json = successJson(await talk.ask(call));
  const data = isObject(json) && isObject(json['data']) ? json['data'] : json;
  return isObject(data) ? [data] : [];
}

/** What the target names to be chosen, where that is what a path names: the number of a site. */
function choosable({ api, target }: Talk['scene'], operation: Operation): readonly Named[] {
  const [needed, ...more] = neededBy(operation);
  const choosers = api.operations.flatMap(({ id }) => chooserOf(api, id) ?? []);
  const chooser = choosers.find(({ parts }) => parts.some(({ query }) => query === needed));
  if (needed === undefined || more.length > 0 || chooser === undefined || target.known['choices'] === undefined)
    return [];
  const place = chooser.parts.findIndex(({ query }) => query === needed);
  const values = choicesFor({ api, target }, chooser).flatMap((choice) => choice[place] ?? []);
  return values.map((value) => ({ path: { [needed]: value }, item: null }));
}

async function listed(talk: Talk, id: string): Promise<readonly Named[]> {
  for (const { from, members } of sourcesOf(talk.scene.api, id)) {
    const isList = pagedListOf(talk.scene.api, from) !== null;
    const named = namedBy(isList ? await itemsOf(talk, from) : await readOne(talk, from), members);
    if (named.length > 0) return named;
  }
  return [];
}

/** What lists, or what can be chosen, name for the whole path of an operation. */
async function listedFor(talk: Talk, operation: Operation): Promise<readonly Named[]> {
  const chosen = choosable(talk.scene, operation);
  if (chosen.length > 0) return chosen;
  const isWhole = ({ path }: Named) => neededBy(operation).every((name) => path[name] !== undefined);
  for (const id of [operation.id, ...kin(talk.scene.api, operation).filter((one) => one !== operation.id)]) {
    const named = (await listed(talk, id)).filter(isWhole);
    if (named.length > 0) return named;
  }
  return [];
}

async function namedFor(talk: Talk, operation: Operation): Promise<readonly Named[]> {
  const found = await listedFor(talk, operation);
  if (found.length > 0) return found;
  const made = await madeFor(talk, operation, { name: operation.id, listed: listedFor });
  return made === null ? [] : [made];
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
  const base: Input = { ...noInput, ...example };
  if (known.length > 0) {
    return known.map((one) => ({ input: { ...base, path: {}, ...one }, certain: true, item: null }));
  }
  const found = await remembered(talk, `inputs of ${id}`, async () => {
    const isBare = Object.keys(base.query).length + Object.keys(base.headers).length === 0 && base.body === undefined;
    const named: readonly Named[] = operation.path.includes('{')
      ? await namedFor(talk, operation)
      : [{ path: {}, item: null }];
    return Promise.all(
      named.map(async ({ path, item }): Promise<Found> => {
        const { query, headers } = await chosenFor(talk, id, item, id);
        const input = { ...base, path, query: { ...query, ...base.query }, headers: { ...headers, ...base.headers } };
        return { input, certain: isBare, item };
      }),
    );
  });
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
