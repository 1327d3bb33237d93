/** Flips, in the list and read alone. */

import { type CheckContext, listAt, objectOf, sendTo } from '@wallet-services/conformance/core';
import { itemsOf, once } from '@wallet-services/conformance/discovery';
import { type Exchange, type JsonObject, parseInstant } from '@wallet-services/conformance/model';

/** Requests one item by the parameter of its path. */
export function sendOne(
  ctx: CheckContext,
  operation: string,
  path: Readonly<Record<string, string>>,
): Promise<Exchange> {
  return sendTo(ctx, operation, { path }, { label: `${operation} ${Object.values(path).join(' ')}` });
}

/** A flip in the list, the same flip read alone, and its events. */
export interface Flip {
  readonly listed: JsonObject;
  readonly alone: JsonObject;
  readonly exchange: Exchange;
  readonly events: readonly JsonObject[];
}

const listAgain = (ctx: CheckContext, label: string) => sendTo(ctx, 'listFlips', {}, { label });

/** A few flips of each action number. @param round requests them again in each. */
export const flipsAlone = once(async (ctx: CheckContext, round: '' | 'again' = ''): Promise<readonly Flip[]> => {
  const again = round === '' ? null : await listAgain(ctx, round);
  const all = again === null ? await itemsOf(ctx, 'listFlips') : (listAt(again, '/flips') ?? []);
  const groups = Map.groupBy(all, ({ action }) => action);
  const found: Flip[] = [];
  for (const listed of [...groups.values()].flatMap((group) => [...group.slice(0, 2), ...group.slice(2).slice(-1)])) {
    const path = { flip: String(listed['id']) };
    const exchange = await sendOne(ctx, 'readFlip', path);
    const alone = objectOf(exchange);
    const events = listAt(await sendOne(ctx, 'listFlipEvents', path), '/data/events') ?? [];
    if (alone !== null) found.push({ listed, alone, exchange, events });
  }
  return found;
});

/**
 * The same requested again, without those that differ in the list after they were read: auctions continue in the
 * meantime.
 */
export async function flipsThatStay(ctx: CheckContext): Promise<readonly Flip[]> {
  const flips = await flipsAlone(ctx, 'again');
  const after = listAt(await listAgain(ctx, 'after that'), '/flips') ?? [];
  return flips.filter(({ listed: { id, action } }) =>
    after.some((one) => one['id'] === id && one['action'] === action),
  );
}

/** The events with readable times, the oldest first. */
export function timed(events: readonly JsonObject[]) {
  return events
    .flatMap(({ created_at: text, action, bid }) => {
      const time = typeof text === 'string' ? parseInstant(text) : typeof text === 'number' ? text : null;
      return time === null ? [] : [{ time, action, bid }];
    })
    .toSorted((left, right) => (left.time < right.time ? -1 : left.time > right.time ? 1 : 0));
}
