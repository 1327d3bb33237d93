/** The requests of swap. */
import { operationOf } from '../../model/api.ts';
import { callOf, type Input, noInput } from '../../model/call.ts';
import type { CredentialUse, HttpCall, Intent } from '../../model/exchange.ts';
import type { Scene } from '../rule.ts';

/** Two assets, in the order in which the server names them. */
export interface Pair {
  readonly base: string;
  readonly quote: string;
}

/** What a request carries beside its label. Default: nothing, the caller's credentials, and that it is valid. */
interface Parts extends Partial<Input> {
  readonly intent?: Intent;
  readonly credentials?: CredentialUse;
}

/**
 * A request of an operation.
 *
 * @param id the operationId
 */
export function ask(scene: Scene, id: string, label: string, parts: Parts = {}): HttpCall {
  const { intent = 'valid', credentials = 'given', ...input } = parts;
  return callOf(operationOf(scene.api, id), { ...noInput, ...input }, { label, intent, credentials });
}

/** The path inputs of a pair. */
export function pathOf({ base, quote }: Pair): Input {
  return { ...noInput, path: { base, quote } };
}

/** Whether two ids are the same, in capitals or not. */
export function sameId(left: unknown, right: unknown): boolean {
  return typeof left === 'string' && typeof right === 'string' && left.toLowerCase() === right.toLowerCase();
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a value is a UUID. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
