/** Ids in an answer that name something. */
import { type Exchange, successJson } from '../../model/exchange.ts';
import { everyAt } from '../../model/values/pointer.ts';
import { formOf } from '../../model/values/same.ts';
import type { RefersTo } from './declared.ts';

/** An id that names something, with the answer that has it. */
export interface Reference {
  readonly id: string;
  readonly pointer: string;
  readonly exchange: Exchange;
}

export function referencesIn({ at }: Pick<RefersTo, 'at'>, exchange: Exchange): readonly Reference[] {
  return everyAt(successJson(exchange), at).flatMap(({ pointer, value }) =>
    formOf(value) === null ? [] : [{ id: String(value), pointer, exchange }],
  );
}
