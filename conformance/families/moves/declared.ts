/** What `moves` declares, and what is read of it. */
import type { ApiModel } from '../../model/api.ts';
import type { Declared } from '../../model/behaviour.ts';
import { type Exchange, successJson } from '../../model/exchange.ts';
import { valueAt } from '../../model/pointer.ts';

export type Moves = Declared<'moves'>;

/** The whole number at a place of an answer; null where there is none. */
export function numberAt(exchange: Exchange, pointer: string): number | null {
  const value = valueAt(successJson(exchange), pointer);
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value)) ? Number(value) : null;
}

/** Where the other numbers of the same thing stand, which other operations move. */
export function neighbours({ declarations }: ApiModel, { read, pointer }: Moves): readonly string[] {
  const all = declarations.flatMap((one) =>
    one.family === 'moves' && one['read'] === read ? [String(one['pointer'])] : [],
  );
  return [...new Set(all)].filter((one) => one !== pointer);
}
