/** What `idempotent` declares: a key of the caller by which a repeated request is known. */
import { newOf } from '../../discovery/made.ts';
import { IDEMPOTENCY_KEY } from '../../model/declared/aspects.ts';
import type { ApiModel } from '../../model/document/api.ts';
import type { Declared } from '../../model/document/behaviour.ts';
import { declaredAt, payloadOf } from '../../model/document/lists.ts';
import { type Exchange, successJson } from '../../model/exchange.ts';
import { valueAt } from '../../model/values/pointer.ts';

export type Idempotent = Declared<'idempotent'>;

/** The header with the key, in small letters. */
export function headerOf({ header = IDEMPOTENCY_KEY }: Pick<Idempotent, 'header'>): string {
  return header.toLowerCase();
}

/** What was answered, without the envelope. */
export function payloadIn(api: ApiModel, { operation }: Idempotent, exchange: Exchange): unknown {
  return valueAt(successJson(exchange), payloadOf(api, operation));
}

/** The id of what a request made; null where the declared `read-back` does not show it. */
export function madeBy(api: ApiModel, { operation }: Idempotent, exchange: Exchange): string | null {
  const ids = declaredAt(api, operation, 'read-back').map((one) => newOf(api, one, exchange)?.id ?? null);
  return ids.find((id) => id !== null) ?? null;
}
