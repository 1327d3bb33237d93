/**
 * The faulty servers by name, for callers that put them in front of their own server: the sandbox of the reference
 * server loads this module if the suite is installed. It gets requests and responses, and sends nothing itself.
 */

import { isServiceName } from '../model/document/services.ts';
import type { Target } from '../model/target.ts';
import { openContract } from '../run/contract.ts';
import { declaredMutants } from './declared.ts';
import { alterations } from './language/alter.ts';
import { editedAt, gone } from './language/edit.ts';
import { ownMutants } from './own.ts';
import type { Fault } from './proxy/reply.ts';

export type { Fault, Reply, Request } from './proxy/reply.ts';

/** A faulty server. */
export interface CatalogueEntry {
  readonly service: string;
  /** What it does. Unique within its service. */
  readonly name: string;
  /** The rule that detects it, and the rule's text. */
  readonly rule: string;
  readonly text: string | undefined;
  /** The operationId that shows it, where it is one. */
  readonly operation: string | undefined;
  /** Each call makes a new one, with its own state. */
  readonly make: () => Fault;
  /** The change to the target that makes the bug visible. */
  readonly target: ((target: Target) => Target) | undefined;
  /** The longest wait for a response, in milliseconds, if a correct one may take long. */
  readonly timeoutMs: number | undefined;
}

/**
 * The faulty servers of a service of the contract, in the order of its document.
 *
 * @example
 * const [first] = await catalogueOf('vault');
 */
export async function catalogueOf(service: string): Promise<readonly CatalogueEntry[]> {
  if (!isServiceName(service)) return [];
  const contract = await openContract().service(service);
  const { api } = contract;
  const texts = new Map(api.rules.map(({ id, text }) => [id, text]));
  return [...declaredMutants(api), ...ownMutants(contract)].map(
    ({ id, kills, operation, mutation, target, timeoutMs }) => ({
      service,
      name: id,
      rule: kills,
      text: texts.get(kills),
      operation,
      make: mutation,
      target,
      timeoutMs,
    }),
  );
}

/** How a value is wrong. */
export interface WrongValue {
  /** JSON pointer; `*` is each item. */
  readonly at: string;
  readonly which: 'all' | 'first' | 'last';
  /** The value in its place; undefined for another value of the same form, or for none. */
  readonly to?: unknown;
  readonly change?: 'other' | 'gone' | undefined;
}

/** The JSON with wrong values at the places of a pointer that are there. */
export function withWrongValues(json: unknown, { at, which, to, change }: WrongValue): unknown {
  const other = (value: unknown) => alterations(value).find((one) => JSON.stringify(one) !== JSON.stringify(value));
  return editedAt(json, at, which, (value) => (change === 'gone' ? gone : to === undefined ? other(value) : to));
}
