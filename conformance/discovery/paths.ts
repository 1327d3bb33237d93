/** Path parameters, and the other inputs that an operation needs. */

import type { SuiteContext } from '../core/context.ts';
import type { ApiModel, Operation } from '../model/document/api.ts';
import { isBelow, isSamePath } from '../model/document/hierarchy.ts';
import { pathNames } from '../model/document/requests.ts';
import { type Input, noInput } from '../model/input.ts';
import { isObject, objectsOf } from '../model/values/json.ts';

/** A value as a path contains it; null if no path can contain it. */
export function inPath(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Names of the path parameters. */
export function neededBy({ path }: Pick<Operation, 'path'>): readonly string[] {
  return pathNames(path);
}

/** Operations with the same path, or a path that this one begins with, the longest first: they read the same items. */
export function kin({ operations }: ApiModel, { path }: Operation): readonly string[] {
  const isKin = (one: Operation) => one.path.includes('{') && (isSamePath(path, one.path) || isBelow(path, one.path));
  return operations
    .filter(isKin)
    .toSorted((left, right) => right.path.length - left.path.length)
    .map(({ id }) => id);
}

/** The inputs that the target names for an operation; none if it names none. */
export function knownInputs({ target }: SuiteContext, id: string): readonly Partial<Input>[] {
  const { inputs } = target.known;
  const known = isObject(inputs) ? inputs[id] : undefined;
  return objectsOf([known].flat()) as readonly Partial<Input>[];
}

/** The inputs that an operation shares with another one: the items in its path, and its choices. */
export function sharedInput({ parameters }: Operation, { path, query, headers }: Input): Input {
  const names = parameters.map(({ name }) => name);
  const known = (values: Input['path']) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
  return { ...noInput, path: known(path), query: known(query), headers: known(headers) };
}

/**
 * Whether an operation changes all data of the caller, not a named item: such an operation is tried only as the other
 * user.
 */
export function isSweeping({ method, body, path }: Operation): boolean {
  return method !== 'GET' && body === null && neededBy({ path }).length === 0;
}

/** Whether the target has another user's credentials for an operation that needs some. Those of other schemes do not help. */
export function hasOther({ target }: SuiteContext, { security }: Pick<Operation, 'security'>): boolean {
  const isKnown = (name: string) => target.otherCredentials[name] !== undefined;
  return security.some((schemes) => schemes.length > 0 && schemes.every(isKnown));
}
