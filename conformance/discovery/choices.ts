/** What a request chooses by header or by query (`chosen-by`), and what can be chosen on this server. */

import type { CheckContext, SuiteContext } from '../core/context.ts';
import { type ApiModel, type Operation, operationOf } from '../model/document/api.ts';
import type { Schema } from '../model/document/document.ts';
import { declaredAt } from '../model/document/lists.ts';
import type { Input } from '../model/input.ts';
import { isObject, type JsonObject, objectsOf } from '../model/values/json.ts';
import { foundBeside } from './sources.ts';

/** One value of a choice, and the inputs that carry it: the number of a site, the slug of its page. */
export interface Part {
  readonly header: string | null;
  readonly query: string | null;
  /** JSON pointer to the value in the response that shows the choice; null if none does. */
  readonly shown: string | null;
  /** Any text is valid. */
  readonly isText: boolean;
}

export interface Chooser {
  /** The operationId. */
  readonly operation: string;
  /** The subject of the choice: `site`. */
  readonly subject: string;
  readonly parts: readonly Part[];
}

/** A choice, part by part; undefined where one is not sent. */
export type Choice = readonly (string | undefined)[];

export type Side = 'header' | 'query';

function isPlainText({ type, format, pattern, enum: names, $ref }: Schema): boolean {
  return type === 'string' && [format, pattern, names, $ref].every((keyword) => keyword === undefined);
}

/** The declared choice of an operation; null if none is declared. */
export function chooserOf(api: ApiModel, operation: string): Chooser | null {
  const [declared] = declaredAt(api, operation, 'chosen-by');
  if (declared === undefined) return null;
  const { headers = [], query = [], shown = [], subject } = declared;
  const { parameters } = operationOf(api, operation);
  const parts = Array.from({ length: Math.max(headers.length, query.length) }, (_, place): Part => {
    const [header = null, name = null] = [headers[place], query[place]];
    const schemas = parameters.flatMap((one) => (one.name === header || one.name === name ? [one.schema] : []));
    return { header, query: name, shown: shown[place] ?? null, isText: schemas.every(isPlainText) };
  });
  return { operation, subject, parts };
}

/** The inputs that choose. */
export function choosing({ parts }: Chooser, side: Side, choice: Choice): Pick<Input, 'headers' | 'query'> {
  const entries = parts.flatMap((part, place) => {
    const [name, value] = [part[side], choice[place]];
    return name === null || value === undefined ? [] : [[name, value] as const];
  });
  const none = { headers: {}, query: {} };
  return { ...none, [side === 'header' ? 'headers' : 'query']: Object.fromEntries(entries) };
}

/** The side that carries a choice if either is possible: headers or the query. */
export function usualSide({ parts }: Chooser): Side {
  return parts.some(({ header }) => header !== null) ? 'header' : 'query';
}

function asText(value: unknown): string | undefined {
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : undefined;
}

/** The choice that an item belongs to, read from its own members, part by part. */
export function choiceOf({ parts }: Chooser, item: JsonObject): Choice {
  return parts.map(({ shown, query }) => asText(item[shown?.split('/').at(-1) ?? query ?? '']));
}

/** All values that a document's examples have under a name. */
function namedIn(value: unknown, name: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((inner) => namedIn(inner, name));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([member, inner]) => [
    ...(member === name ? [asText(inner) ?? []].flat() : []),
    ...namedIn(inner, name),
  ]);
}

function exampleChoice({ operations }: ApiModel, { parts }: Chooser): Choice {
  const parameters = operations.flatMap((one: Operation) => one.parameters);
  return parts.map(({ header, query }) => {
    const found = parameters.find(({ name, example }) => (name === header || name === query) && example !== undefined);
    return asText(found?.example);
  });
}

/** The number of choices that are tried, of those discovered or shown by the document's examples. */
const MOST_TRIED = 4;

/** Choices that the target names. */
export function knownChoices(
  { known: { choices } }: SuiteContext['target'],
  { subject, parts }: Chooser,
): readonly Choice[] {
  const named = objectsOf(isObject(choices) ? choices[subject] : undefined);
  return named.map((one) => parts.map(({ query, header }) => asText(one[query ?? header ?? ''])));
}

/** The body with the target's choices in the members that make one: those in an example belong to another server. */
export function chosenInBody({ target }: Pick<SuiteContext, 'target'>, body: JsonObject): JsonObject {
  const { choices } = target.known;
  const named = Object.values(isObject(choices) ? choices : {}).flatMap((some) => objectsOf(some).slice(0, 1));
  const members = named.flatMap(Object.entries).filter(([name]) => body[name] !== undefined);
  return { ...body, ...Object.fromEntries(members) };
}

/**
 * Choices that this server may know: those of the target, else those in the lists that the document declares, else
 * those of its examples.
 */
export async function choicesFor(ctx: CheckContext, chooser: Chooser): Promise<readonly Choice[]> {
  const { api, target } = ctx.suite;
  const named = knownChoices(target, chooser);
  if (named.length > 0) return named;
  const found = (await foundBeside(ctx, operationOf(api, chooser.operation))).map((item) =>
    chooser.parts.map(({ query, header }) => asText(item[query ?? ''] ?? item[header ?? ''])),
  );
  const example = exampleChoice(api, chooser);
  const [name] = chooser.parts.map(({ query }) => query);
  const others = new Set(name ? namedIn(api.document, name) : []);
  const distinct = [...others].filter((value) => value !== example[0]).map((value): Choice => [value]);
  const usable = (found.length > 0 ? found : [example, ...distinct]).filter(([value]) => value !== undefined);
  return [...new Map(usable.map((choice) => [choice[0], choice])).values()].slice(0, MOST_TRIED);
}

/** The hint on how to name the choices. */
export function choiceHint({ subject, parts }: Chooser): string {
  const names = parts.flatMap(({ query, header }) => query ?? header ?? []).join(', ');
  return `set known.choices.${subject} in the target file to two values (${names})`;
}
