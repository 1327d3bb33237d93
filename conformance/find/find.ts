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
import { valueAt } from '../model/pointer.ts';
import type { Talk } from '../rules/rule.ts';
import { pagedListOf, walkWhole } from './pages.ts';

/** Inputs of an operation. */
export interface Found {
  readonly input: Input;
  /** The target or the server itself named all of it: a right server takes it. */
  readonly certain: boolean;
  /** The item of a list that named it; null where none did. */
  readonly item: JsonObject | null;
}

/** A list of which no more than so many pages are looked at. */
const MOST_PAGES = 4;

/** Finds once in a run what several conversations need. */
export function remembered<Result>({ scene }: Talk, key: string, find: () => Promise<Result>): Promise<Result> {
  const known = scene.found.get(key) as Promise<Result> | undefined;
  if (known !== undefined) return known;
  const found = find();
  scene.found.set(key, found);
  // What could not be asked now may be asked by another conversation.
  found.catch(() => scene.found.delete(key));
  return found;
}

/** The items that an operation lists, the first pages of them; empty when there are none, or they are refused. */
export function itemsOf(talk: Talk, operation: string): Promise<readonly JsonObject[]> {
  return remembered(talk, `items of ${operation}`, async () => {
    const list = pagedListOf(talk.scene.api, operation);
    const [found] = list === null ? [] : await inputsOf(talk, operation);
    if (list === null || found === undefined) return [];
    const { pages } = await walkWhole(talk, list, found.input, MOST_PAGES);
    return pages.flatMap(({ items }) => items);
  });
}

type Values = Readonly<Record<string, string>>;

interface Named {
  readonly path: Values;
  readonly item: JsonObject | null;
}

/** How a value stands in a path; null for what cannot. */
function inPath(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** What the items of a list name. */
function namedBy(items: readonly JsonObject[], members: Values): readonly Named[] {
  return items.flatMap((item): Named[] => {
    const path = Object.entries(members).map(([parameter, member]) => [parameter, inPath(item[member])] as const);
    return path.some(([, value]) => value === null) ? [] : [{ path: Object.fromEntries(path) as Values, item }];
  });
}

/** The lists that name what an operation reads. */
function sourcesOf(api: ApiModel, id: string): readonly { readonly from: string; readonly members: Values }[] {
  const oneOf = declaredAt(api, id, 'one-of').map(({ list, parameter, member }) => ({
    from: String(list),
    members: { [String(parameter)]: typeof member === 'string' ? member : 'id' },
  }));
  const foundIn = declaredAt(api, id, 'found-in').map(({ list, read, parameters }) => ({
    from: String(list ?? read),
    members: parameters as Values,
  }));
  return [...oneOf, ...foundIn];
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

async function listed(talk: Talk, id: string): Promise<readonly Named[]> {
  for (const { from, members } of sourcesOf(talk.scene.api, id)) {
    const isList = pagedListOf(talk.scene.api, from) !== null;
    const named = namedBy(isList ? await itemsOf(talk, from) : await readOne(talk, from), members);
    if (named.length > 0) return named;
  }
  return [];
}

/** Makes what an operation reads, by the operation whose answer is declared to be read back by it. */
async function made(talk: Talk, id: string): Promise<readonly Named[]> {
  const { api } = talk.scene;
  const maker = api.declarations.find(({ family, read }) => family === 'read-back' && read === id);
  if (maker?.operation === null || maker === undefined) return [];
  const [found] = await inputsOf(talk, maker.operation);
  if (found === undefined) return [];
  const exchange = await talk.ask(
    callOf(operationOf(api, maker.operation), found.input, { label: `something for ${id}`, intent: 'open' }),
  );
  const value = inPath(valueAt(successJson(exchange), String(maker['id'])));
  return value === null ? [] : [{ path: { ...found.input.path, [String(maker['parameter'])]: value }, item: null }];
}

/** Operations whose path is the same, or the beginning of this one, the longest first: what they read is the same. */
function kin({ operations }: ApiModel, { path }: Operation): readonly string[] {
  const isKin = (one: Operation) => one.path.includes('{') && (path === one.path || path.startsWith(`${one.path}/`));
  return operations
    .filter(isKin)
    .toSorted((left, right) => right.path.length - left.path.length)
    .map(({ id }) => id);
}

async function namedFor(talk: Talk, operation: Operation): Promise<readonly Named[]> {
  const needed = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const isWhole = ({ path }: Named) => needed.every((name) => path[name] !== undefined);
  for (const find of [listed, made]) {
    for (const id of [operation.id, ...kin(talk.scene.api, operation).filter((one) => one !== operation.id)]) {
      const named = (await find(talk, id)).filter(isWhole);
      if (named.length > 0) return named;
    }
  }
  return [];
}

function knownInput({ target }: Talk['scene'], id: string): Partial<Input> | null {
  const { inputs } = target.known;
  const known = isObject(inputs) ? inputs[id] : undefined;
  return isObject(known) ? (known as Partial<Input>) : null;
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
    const base: Input = { ...noInput, ...example };
    if (known !== null) return [{ input: { ...base, path: {}, ...known }, certain: true, item: null }];
    const completed = await talk.scene.complete?.(operation, talk);
    const whole: Input = {
      ...base,
      query: { ...base.query, ...completed?.query },
      headers: { ...base.headers, ...completed?.headers },
      ...(completed?.body === undefined ? {} : { body: completed.body }),
    };
    const isBare = Object.keys(base.query).length + Object.keys(base.headers).length === 0 && base.body === undefined;
    if (!operation.path.includes('{')) return [{ input: whole, certain: isBare, item: null }];
    const named = await namedFor(talk, operation);
    return named.map(({ path, item }) => ({ input: { ...whole, path }, certain: isBare, item }));
  });
}
