/** What a document names itself, and so is nobody's: words for values, and names of members. */
import type { ApiModel } from '../model/api.ts';
import { isObject } from '../model/json.ts';

export interface Words {
  /** Every word of an `enum` or a `const`. */
  readonly values: ReadonlySet<string>;
  /** Every name of a member. */
  readonly names: ReadonlySet<string>;
}

const known = new WeakMap<ApiModel, Words>();

function collect(value: unknown, values: Set<string>, names: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collect(item, values, names);
  if (!isObject(value)) return;
  const { enum: several, const: only, properties } = value;
  for (const word of [...(Array.isArray(several) ? several : []), only]) if (typeof word === 'string') values.add(word);
  for (const name of isObject(properties) ? Object.keys(properties) : []) names.add(name);
  for (const [name, inner] of Object.entries(value)) if (!/^examples?$/.test(name)) collect(inner, values, names);
}

/** The members that declarations speak of, by pointers and by name. */
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
  const [values, names] = [new Set<string>(), new Set<string>()];
  collect([api.document.paths, api.document.components], values, names);
  for (const { rules: _, ...declared } of api.declarations) spokenOf(declared, names);
  const words = { values, names };
  known.set(api, words);
  return words;
}
