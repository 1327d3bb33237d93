/** Reads values of a configuration file, and reports where an invalid one is. */
import { StartError } from '../start-error.ts';

/** A value of the configuration and its place in the file. */
export interface Place {
  readonly value: unknown;
  /** Such as `sign_in.domains[0]`; empty for the whole file. */
  readonly name: string;
}

/** Reads the members of a mapping; rejects members with other names. */
export function members(place: Place, names: readonly string[]): (name: string) => Place {
  const values = mapping(place);
  const at = (name: string) => (place.name === '' ? name : `${place.name}.${name}`);
  const unknown = Object.keys(values).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new StartError(`the configuration has an unknown member ${at(unknown)}: use ${names.join(', ')}`);
  }
  return (name) => ({ value: values[name], name: at(name) });
}

/** Reads a value; undefined when it is absent. */
export function optional<Value>(place: Place, read: (place: Place) => Value): Value | undefined {
  return place.value === undefined || place.value === null ? undefined : read(place);
}

export function list<Item>(place: Place, read: (item: Place) => Item): Item[] {
  if (!Array.isArray(place.value)) throw fault(place, 'a list');
  return place.value.map((value: unknown, position) => read({ value, name: `${place.name}[${position}]` }));
}

/** Reads a text that is not empty. */
export function text(place: Place): string {
  if (typeof place.value !== 'string' || place.value === '') throw fault(place, 'a non-empty text');
  return place.value;
}

/** Reads a text that matches a pattern. */
export function matching(place: Place, pattern: RegExp, expected: string): string {
  const { value } = place;
  if (typeof value !== 'string' || !pattern.test(value)) throw fault(place, expected);
  return value;
}

/** An error that names the place, never the value, which may be a secret. */
export function fault({ name, value }: Place, expected: string): StartError {
  const what = name === '' ? 'the configuration' : `the configuration's ${name}`;
  return new StartError(`${what} ${value === undefined ? 'is missing: it must be' : 'is not'} ${expected}`);
}

/** Reads the members of a mapping with any names. */
export function mapping(place: Place): Record<string, unknown> {
  const { value } = place;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault(place, 'a mapping');
  return { ...value };
}
