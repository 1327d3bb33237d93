/** Asks operations so that something passes by for those that only watch: each once in a run. */
import { exampleInput } from '../generate/inputs.ts';
import { operationOf } from '../model/api.ts';
import { callOf, type Input } from '../model/call.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
import { isObject, type JsonObject } from '../model/json.ts';
import type { Talk } from '../rules/rule.ts';
import { type Found, inputsOf, remembered } from './find.ts';
import { isSweeping } from './paths.ts';

/** The first and the last: one alone may be a special case. */
function ends(found: readonly Found[]): readonly Found[] {
  return [...new Set([...found.slice(0, 1), ...found.slice(-1)])];
}

/** What an operation answers for some of the things that it can be asked about; empty where none are known. */
export function visit(talk: Talk, id: string): Promise<readonly Exchange[]> {
  return remembered(talk, `visit of ${id}`, async () => {
    const operation = operationOf(talk.scene.api, id);
    const found = ends(await inputsOf(talk, id));
    const exchanges: Exchange[] = [];
    // What works on all that is somebody's is the other's, who is emptied anyway.
    const credentials = isSweeping(operation) ? 'other' : 'given';
    const isKnown = operation.security.flat().every((name) => talk.scene.target.otherCredentials[name] !== undefined);
    if (credentials === 'other' && !isKnown) return [];
    // What changes something is done once.
    for (const [place, { input, certain }] of found.slice(0, operation.method === 'GET' ? 2 : 1).entries()) {
      const label = `${id}, ${place === 0 ? 'the first' : 'the last'}`;
      const intent = certain ? 'valid' : 'open';
      const exchange = await talk.ask(callOf(operation, input, { label, intent, credentials }));
      if (isSuccess(exchange)) await talk.scene.settle?.(exchange, talk);
      exchanges.push(exchange);
    }
    return exchanges;
  });
}

/**
 * What an operation answers after something was added to what it reads, where its path takes that too: a turn, so that
 * a conversation has one. Only what this run made itself, or was given, is added to.
 */
export function visitFilled(talk: Talk, id: string): Promise<readonly Exchange[]> {
  return remembered(talk, `filled visit of ${id}`, async () => {
    const { api } = talk.scene;
    const operation = operationOf(api, id);
    const adding = api.operations.find(({ method, path }) => method === 'POST' && path === operation.path);
    const own = (await inputsOf(talk, id)).find(({ isOwn }) => isOwn);
    const [base] = adding === undefined || own === undefined ? [] : await inputsOf(talk, adding.id);
    if (adding === undefined || own === undefined || base === undefined) return [];
    const input = { ...base.input, path: own.input.path };
    const added = await talk.ask(callOf(adding, input, { label: `something for ${id}`, intent: 'open' }));
    if (isSuccess(added)) await talk.scene.settle?.(added, talk);
    return [await talk.ask(callOf(operation, own.input, { label: `${id}, filled`, intent: 'open' }))];
  });
}

const places = ['path', 'query', 'headers', 'body'] as const;

/** A place in a request: `/query/limit`, `/body/amount`. */
type Place = readonly [(typeof places)[number], string];

function placeOf(pointer: string): Place | null {
  const [, place = '', name = ''] = pointer.split('/');
  const found = places.find((one) => one === place);
  return found === undefined || found === 'path' || name === '' ? null : [found, name];
}

function without(members: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([own]) => own.toLowerCase() !== name.toLowerCase()));
}

function partOf(input: Input, place: Place[0]): JsonObject {
  const part = input[place];
  return isObject(part) ? part : {};
}

/** The input without a member, or with the one that the document's example has. */
function changed(input: Input, [place, name]: Place, example: Input | null): Input {
  const part = partOf(input, place);
  if (example === null) return { ...input, [place]: without(part, name) };
  const [, value] =
    Object.entries(partOf(example, place)).find(([own]) => own.toLowerCase() === name.toLowerCase()) ?? [];
  return value === undefined || Object.hasOwn(part, name) ? input : { ...input, [place]: { ...part, [name]: value } };
}

/**
 * What an operation answers with some of its optional inputs, with none of them, and without each one.
 *
 * @param pointers to the inputs in a request: `/query/limit`, `/body/amount`.
 */
export async function visitWith(talk: Talk, id: string, pointers: readonly string[]): Promise<readonly Exchange[]> {
  const named = pointers.flatMap((pointer) => {
    const place = placeOf(pointer);
    return place === null ? [] : [place];
  });
  const [found] = await inputsOf(talk, id);
  if (named.length === 0 || found === undefined) return visit(talk, id);
  const operation = operationOf(talk.scene.api, id);
  const example = exampleInput(operation, 'all');
  const whole = named.reduce((input, place) => changed(input, place, example), found.input);
  const less = [named, ...(named.length === 1 ? [] : named.map((one) => [one]))];
  const inputs = [whole, ...less.map((some) => some.reduce((input, place) => changed(input, place, null), whole))];
  const exchanges: Exchange[] = [];
  for (const [place, input] of inputs.entries()) {
    const left = place === 0 ? '' : ` without ${less[place - 1]?.map(([, name]) => name).join(', ')}`;
    exchanges.push(await talk.ask(callOf(operation, input, { label: `${id}${left}`, intent: 'open' })));
  }
  return exchanges;
}
