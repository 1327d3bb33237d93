/** The words that a document names for its values: they are nobody's. */
import type { ApiModel } from '../model/api.ts';
import { isObject } from '../model/json.ts';

const known = new WeakMap<ApiModel, ReadonlySet<string>>();

function collect(value: unknown, words: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collect(item, words);
  if (!isObject(value)) return;
  const { enum: names, const: only } = value;
  for (const name of [...(Array.isArray(names) ? names : []), only]) if (typeof name === 'string') words.add(name);
  for (const inner of Object.values(value)) collect(inner, words);
}

/** Every word of an `enum` or a `const` in the schemas and parameters of a document. */
export function enumNames(api: ApiModel): ReadonlySet<string> {
  const names = known.get(api) ?? new Set<string>();
  if (!known.has(api)) {
    collect(api.document.components.schemas, names as Set<string>);
    collect(
      api.operations.flatMap(({ parameters, body }) => [...parameters.map(({ schema }) => schema), body?.schema]),
      names as Set<string>,
    );
    known.set(api, names);
  }
  return names;
}
