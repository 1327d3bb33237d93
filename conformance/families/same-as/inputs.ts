/** The inputs for both sides of a comparison: the same ones, and all of them, since defaults may differ. */
import { parseIso } from '@wallet-services/expressions/iso';
import type { CheckContext } from '../../core/context.ts';
import { pagedListOf } from '../../discovery/pages.ts';
import { inputsOf } from '../../discovery/things.ts';
import { visit } from '../../discovery/visit.ts';
import { operationOf } from '../../model/document/api.ts';
import { declaredAt, itemsIn } from '../../model/document/lists.ts';
import { successJson } from '../../model/exchange.ts';
import type { Input } from '../../model/input.ts';
import type { JsonObject } from '../../model/values/json.ts';
import { formatInstant, parseInstant } from '../../model/values/time.ts';

/** Sizes of the pages that are compared: one from the beginning, and one from the middle. */
const [FROM_BEGINNING, FROM_MIDDLE] = [10, 3];

/** The inputs for both sides. */
export interface Probing {
  readonly input: Input;
  /** Neither side may lack one of this many first items. */
  readonly whole: number;
}

/** A moment as every reader of times takes it; the server may write it in another way. */
function plain(value: unknown): unknown {
  const instant = typeof value === 'string' ? parseInstant(value) : null;
  return instant === null ? value : formatInstant(instant);
}

/** The member of the items that a parameter with a moment refers to: the one that they are sorted by. */
function timeMember(ctx: CheckContext, operation: string, [item]: readonly JsonObject[]): string | null {
  const [sorted] = declaredAt(ctx.suite.api, operation, 'sorted');
  if (sorted !== undefined) return sorted.member;
  const [named] = Object.entries(item ?? {}).filter(
    ([, value]) => typeof value === 'string' && parseIso(value) !== null,
  );
  return named?.[0] ?? null;
}

const SECOND = 1_000_000_000n;

/**
 * The index of an item within the same second as the one before it, which shows a side that reads times less exactly;
 * else the middle.
 */
function reporting(items: readonly JsonObject[], member: string | null): number {
  const times = items.map((item) => (member === null ? null : parseInstant(String(item[member]))));
  const found = times.findIndex((time, place) => {
    const before = times[place - 1] ?? null;
    return time !== null && before !== null && time !== before && time / SECOND === before / SECOND;
  });
  return found > 0 ? found : Math.floor(items.length / 2);
}

/**
 * The inputs to compare with, each time the larger page first, and a smaller one for a side that does not take it; empty
 * where a parameter cannot be given a value.
 *
 * @param takesTime whether the other side takes a moment for a parameter.
 * @param hasParameter whether the other side has a parameter.
 */
export async function comparable(
  ctx: CheckContext,
  id: string,
  hasParameter: (name: string) => boolean,
  takesTime: (name: string) => boolean,
): Promise<readonly (readonly Probing[])[]> {
  const { api } = ctx.suite;
  const [found] = await inputsOf(ctx, id);
  const list = pagedListOf(api, id);
  const shared = operationOf(api, id).parameters.filter(
    ({ in: place, name }) => place === 'query' && hasParameter(name),
  );
  if (found === undefined) return [];
  if (list === null || shared.length === 0) {
    return [[{ input: found.input, whole: list?.by === 'cursor' ? 0 : Number.POSITIVE_INFINITY }]];
  }
  const [exchange] = await visit(ctx, id);
  const items = itemsIn(list, successJson(exchange)) ?? [];
  const member = timeMember(ctx, id, items);
  const queryAt = (place: number, limit: number): Readonly<Record<string, string>> | null => {
    const values = shared.map(({ name, example }) => {
      if (name === list.limit) return [name, String(limit)] as const;
      const time = member === null ? undefined : items[place]?.[member];
      const text = takesTime(name) ? plain(time) : name === list.cursor ? String(place) : example;
      return [name, text === undefined || text === null ? null : String(text)] as const;
    });
    return values.some(([, text]) => text === null) ? null : (Object.fromEntries(values) as Record<string, string>);
  };
  // A cursor of one side may mean nothing to the other.
  if (list.by === 'cursor') return [[{ input: found.input, whole: 0 }]];
  const sending = (place: number, limit: number, whole = Number.POSITIVE_INFINITY): readonly Probing[] => {
    const query = queryAt(place, limit);
    return query === null ? [] : [{ input: { ...found.input, query: { ...found.input.query, ...query } }, whole }];
  };
  // As many as come without a limit show things of every kind.
  const usual = declaredAt(api, id, 'limited')[0]?.default ?? 0;
  const many = usual > FROM_BEGINNING ? sending(0, usual, FROM_BEGINNING) : [];
  return [[...many, ...sending(0, FROM_BEGINNING)], sending(reporting(items, member), FROM_MIDDLE)];
}
