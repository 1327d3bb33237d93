/** Judges changes of examples by their names: added, removed, changed or renamed. */
import { asText, isObject, stableText } from '../../json.ts';
import { nothingElse, type Verdict } from '../change.ts';

type Examples = ReadonlyMap<string, string>;

/** Judges a change of the examples of a node. */
export function judgeExamples(base: unknown, head: unknown): Verdict {
  const before = examplesOf(base);
  const after = examplesOf(head);
  const gone = [...before.keys()].filter((name) => !after.has(name));
  const added = [...after.keys()].filter((name) => !before.has(name));
  const changed = [...after.keys()].filter((name) => before.has(name) && before.get(name) !== after.get(name));
  const renamed = gone.flatMap((name) => {
    const to = added.find((other) => after.get(other) === before.get(name));
    return to === undefined ? [] : [{ from: name, to }];
  });
  const moved = new Set(renamed.flatMap(({ from, to }) => [from, to]));
  const removedNames = gone.filter((name) => !moved.has(name));
  const addedNames = added.filter((name) => !moved.has(name));
  return {
    ...nothingElse,
    area: 'examples',
    class: 'documentation',
    kind: 'examples-changed',
    change: `examples ${[
      ...part('added', addedNames),
      ...part('changed', changed),
      ...part('removed', removedNames),
      ...part(
        'renamed',
        renamed.map(({ from, to }) => `${from} to ${to}`),
      ),
    ].join('; ')}`,
    before: valuesText(before, [...changed, ...removedNames]),
    after: valuesText(after, [...changed, ...addedNames]),
  };
}

/** Named examples, or a schema's unnamed ones by their order. */
function examplesOf(value: unknown): Examples {
  const data: unknown = typeof value === 'string' ? JSON.parse(value) : {};
  if (!Array.isArray(data)) {
    return new Map(Object.entries(isObject(data) ? data : {}).map(([name, example]) => [name, stableText(example)]));
  }
  return new Map(data.map((text, index) => [data.length === 1 ? 'example' : `example ${index + 1}`, asText(text)]));
}

function part(verb: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${verb}: ${names.join(', ')}`];
}

function valuesText(examples: Examples, names: readonly string[]): string | null {
  const texts = names.map((name) => (names.length === 1 ? '' : `${name}: `) + (examples.get(name) ?? ''));
  return texts.length === 0 ? null : texts.join('; ');
}
