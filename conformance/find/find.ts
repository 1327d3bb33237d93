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
import { chosenFor } from './chosen.ts';
import { madeFor } from './fresh.ts';
import { MOST_PAGES, pagedListOf, walkFirst } from './pages.ts';
import { inPath, kin, knownInput, neededBy } from './paths.ts';
import { remembered } from './remembered.ts';

export { remembered } from './remembered.ts';

/** Inputs of an operation. */
export interface Found {
  readonly input: Input;
  /** The target or the server itself named all of it: a right server takes it. */
  readonly certain: boolean;
  /** The item of a list that named it; null where none did. */
  readonly item: JsonObject | null;
  /** It was made for this run, or the target named it: it may be added to. */
  readonly isOwn: boolean;
}

/** The items that an operation lists; empty when there are none, or they are refused. */
export function itemsOf(talk: Talk, operation: string): Promise<readonly JsonObject[]> {
  return remembered(talk, `items of ${operation}`, async () => {
    const list = pagedListOf(talk.scene.api, operation);
    const [found] = list === null ? [] : await inputsOf(talk, operation);
    if (list === null || found === undefined) return [];
    const { pages } = await walkFirst(talk, list, found.input, { credentials: 'given', most: MOST_PAGES });
    return pages.flatMap(({ items }) => items);
  });
}

type Values = Readonly<Record<string, string>>;

interface Named {
  readonly path: Values;
  readonly item: JsonObject | null;
  readonly isOwn: boolean;
}

/** What the items of a list name. */
function namedBy(items: readonly JsonObject[], members: Values): readonly Named[] {
  return items.flatMap((item): Named[] => {
    const path = Object.entries(members).map(([parameter, member]) => [parameter, inPath(item[member])] as const);
    return path.some(([, value]) => value === null)
      ? []
      : [{ path: Object.fromEntries(path) as Values, item, isOwn: false }];
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

async function namedFor(talk: Talk, operation: Operation): Promise<readonly Named[]> {
  const isWhole = ({ path }: Named) => neededBy(operation).every((name) => path[name] !== undefined);
  for (const id of [operation.id, ...kin(talk.scene.api, operation).filter((one) => one !== operation.id)]) {
    const named = (await listed(talk, id)).filter(isWhole);
    if (named.length > 0) return named;
  }
  const made = await madeFor(talk, operation, { name: operation.id });
  return made === null ? [] : [{ ...made, isOwn: true }];
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
    if (known !== null) return [{ input: { ...base, path: {}, ...known }, certain: true, item: null, isOwn: true }];
    const completed = await talk.scene.complete?.(operation, talk);
    const whole: Input = {
      ...base,
      query: { ...base.query, ...completed?.query },
      headers: { ...base.headers, ...completed?.headers },
      ...(completed?.body === undefined ? {} : { body: completed.body }),
    };
    const isBare = Object.keys(base.query).length + Object.keys(base.headers).length === 0 && base.body === undefined;
    const named: readonly Named[] = operation.path.includes('{')
      ? await namedFor(talk, operation)
      : [{ path: {}, item: null, isOwn: true }];
    return Promise.all(
      named.map(async ({ path, item, isOwn }): Promise<Found> => {
        const chosen = await chosenFor(talk, id, item, id);
        const query = { ...chosen.query, ...whole.query };
        const headers = { ...chosen.headers, ...whole.headers };
        return { input: { ...whole, path, query, headers }, certain: isBare, item, isOwn };
      }),
    );
  });
}
