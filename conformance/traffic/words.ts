/** The words that a document itself contains, which are therefore not personal: values, and names of members. */
import { essenceOf } from '@wallet-services/kit/media';
import type { ApiModel } from '../model/document/api.ts';
import { isObject, type JsonObject } from '../model/values/json.ts';

export interface Words {
  /** Every word of an `enum` or a `const`. */
  readonly values: ReadonlySet<string>;
  /** Every name of a member. */
  readonly names: ReadonlySet<string>;
  /** Every media type, in small letters and without parameters. */
  readonly types: ReadonlySet<string>;
}

const known = new WeakMap<ApiModel, Words>();

/** Each object of a document outside its examples. */
function eachPart(value: unknown, kind: (part: JsonObject) => void): void {
  if (Array.isArray(value)) for (const item of value) eachPart(item, kind);
  if (!isObject(value)) return;
  kind(value);
  for (const [name, inner] of Object.entries(value)) if (!/^examples?$/.test(name)) eachPart(inner, kind);
}

const namesIn = (value: unknown) => (isObject(value) ? Object.keys(value) : []);

/** Media types that calls of any service use: those of RPC, of problems and of any content. */
const USUAL =
  /^(\*\/\*|application\/(json|problem\+json|(x-)?protobuf|proto|connect\+(json|proto)|grpc(-web)?(\+proto)?))$/;

/** A parameter of a media type without personal data. */
const PLAIN = /^\s*(charset="?utf-8"?|q=[\d.]+)\s*$/i;

/** Whether a list of media types, as in `accept`, only has types of the document or common ones. */
export function isKnownType(list: string, { types }: Words): boolean {
  return list.split(',').every((type) => {
    const essence = essenceOf(type);
    const [, ...parameters] = type.split(';');
    return (types.has(essence) || USUAL.test(essence)) && parameters.every((one) => PLAIN.test(one));
  });
}

/** The members that declarations mention, by pointers and by name. */
function spokenOf(value: unknown, names: Set<string>): void {
  if (typeof value === 'string') for (const token of value.split('/')) names.add(token);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    names.add(name);
    spokenOf(inner, names);
  }
}

/** The words and names of a document, outside its examples. */
export function wordsOf(api: ApiModel): Words {
  const before = known.get(api);
  if (before !== undefined) return before;
  const [values, names, types] = [new Set<string>(), new Set<string>(), new Set<string>()];
  eachPart([api.document.paths, api.document.components], ({ enum: several, const: only, properties, content }) => {
    for (const word of [several, only].flat()) if (typeof word === 'string') values.add(word);
    for (const name of namesIn(properties)) names.add(name);
    for (const type of namesIn(content)) types.add(essenceOf(type));
  });
  for (const { rules: _, ...declared } of api.declarations) spokenOf(declared, names);
  const words = { values, names, types };
  known.set(api, words);
  return words;
}
