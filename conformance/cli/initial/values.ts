/**
 * A value for each member of a target file that a hint names: from a response, from the document, or for the user to
 * fill in.
 */
import { chooserOf } from '../../discovery/choices.ts';
import { type ApiModel, operationOf } from '../../model/document/api.ts';
import { isObject, type JsonObject } from '../../model/values/json.ts';
import type { Seen } from './seen.ts';

export interface Source {
  readonly service: string;
  readonly url: string;
  readonly api: ApiModel;
  /** JSON Schema of the whole target file. */
  readonly schema: object;
  readonly seen: Pick<Seen, 'values'>;
}

/** `${COMMENT_OAUTH_TOKEN}`: the reader of the file replaces it from the environment. */
function variable(words: readonly string[]): string {
  const names = words.map((word) =>
    word
      .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
      .replaceAll('-', '_')
      .toUpperCase(),
  );
  const kept = names.filter((name, place) => names[place + 1]?.startsWith(`${name}_`) !== true);
  return `\${${kept.join('_')}}`;
}

function schemaAt(schema: unknown, path: readonly string[]): unknown {
  const [first, ...rest] = path;
  if (first === undefined || !isObject(schema)) return schema;
  const { properties, additionalProperties } = schema;
  return schemaAt((isObject(properties) ? properties[first] : undefined) ?? additionalProperties, rest);
}

/** A value of a schema; texts are for the user to fill in. @param words name the value to fill in */
function sampleOf(source: Source, schema: unknown, words: readonly string[]): unknown {
  if (!isObject(schema)) return variable(words);
  const { type, properties, additionalProperties, required, items } = schema;
  if (type === 'array') return [sampleOf(source, items, words)];
  const [name = ''] = words.slice(-1);
  // A name such as id alone does not identify its object.
  const found = name.includes('_') ? source.seen.values(source.service, name)[0] : undefined;
  if (type === 'integer') return found ?? null;
  if (type !== 'object') return found ?? variable(words);
  if (!isObject(properties)) return isObject(additionalProperties) ? { name: variable(words) } : {};
  const names = Array.isArray(required) ? Object.keys(properties) : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(names.map((member) => [member, sampleOf(source, properties[member], [...words, member])]));
}

/** A request, with the example values of the document, and path parameters from responses. */
function inputOf({ api, seen, service }: Source, operation: string): JsonObject {
  const { parameters, body } = operationOf(api, operation);
  const at = (place: string) =>
    Object.fromEntries(
      parameters
        .filter(({ in: where, required }) => where === place && required)
        .map(({ name, example }) => [
          name,
          `${seen.values(service, name)[0] ?? example ?? `\${${name.toUpperCase()}}`}`,
        ]),
    );
  const parts = { path: at('path'), query: at('query'), headers: at('header') };
  const used = Object.entries(parts).filter(([, values]) => Object.keys(values).length > 0);
  return { ...Object.fromEntries(used), ...(body === null ? {} : { body: body.example }) };
}

/** Two values for a choice of requests, as far as responses contain them; the others are for the user to fill in. */
export function choicesFor({ api, seen, service }: Source, subject: string) {
  const chooser = api.operations.flatMap(({ id }) => chooserOf(api, id) ?? []).find((one) => one.subject === subject);
  const name = chooser?.parts.find(({ isText }) => !isText)?.query ?? subject;
  const values = [...new Set(seen.values(service, name).map(String))].slice(0, 2);
  const missing = [1, 2].slice(values.length).map((place) => variable([service, `${name}_${place}`]));
  return { isSeen: missing.length === 0, choices: [...values, ...missing].map((value) => ({ [name]: value })) };
}

/** A value for a member of the file. Credentials, and texts that no response contains, are for the user to fill in. */
export function valueFor(source: Source, path: readonly string[]): unknown {
  const { service, url, api, schema } = source;
  const [first, second, name = ''] = path;
  if (first === 'transport') return { header: 'Authorization', scheme: 'Bearer' };
  if (first === 'rpc') return new URL(url).origin;
  if (first === 'sign_in') return sampleOf(source, schemaAt(schema, path), path.slice(2));
  if (second === 'inputs' && api.operations.some(({ id }) => id === name)) return inputOf(source, name);
  if (second === 'choices') return choicesFor(source, name).choices;
  if (first === 'known') {
    const words = [service, ...path.slice(1)];
    return sampleOf(source, schemaAt(schema, ['services', service, ...path]), words);
  }
  const prefix = { other_credentials: ['other'], expired_credentials: ['expired'] }[first ?? ''] ?? [];
  return variable([...prefix, service, second ?? '']);
}
