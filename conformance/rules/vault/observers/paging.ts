/** Where the documents leave cursors, limits and the order of lists open. */
import { noInput } from '../../../model/call.ts';
import { type Call, type Exchange, isSuccess, outcomeText } from '../../../model/exchange.ts';
import { parseInstant } from '../../../model/time.ts';
import type { Rule, Scene } from '../../rule.ts';
import { listAt } from '../../shared/answers.ts';
import { type Page, type PagedList, pageCall, pageOf, walkWhole } from '../../shared/paging.ts';
import { flipEvents, flips, itemCall, myVaults, someIds, vaultEvents, vaults } from '../calls.ts';
import { distinct, formOf, look } from './look.ts';

const lists = [flips, vaults] as const;

type Query = Readonly<Record<string, string>>;

/** Asks for a page with a query that the documents are silent on. */
function* ask(scene: Scene, list: PagedList, query: Query): Generator<Call, Exchange, Exchange> {
  const label = `${list.noun} ${new URLSearchParams(query)}`;
  return yield pageCall(scene, list, { ...noInput, query }, {}, { label, intent: 'open' });
}

function* each(
  see: (list: PagedList) => Generator<Call, string | null, Exchange>,
): Generator<Call, string | null, Exchange> {
  const told: string[] = [];
  for (const list of lists) {
    const seen = yield* see(list);
    if (seen !== null) told.push(`${list.noun}: ${seen}`);
  }
  return told.length === 0 ? null : told.join('; ');
}

const cursorType = look('vault.paging.cursor-type', null, (scene) =>
  each(function* (list) {
    const page = pageOf(list, yield* ask(scene, list, { limit: '1' }));
    return page === null || page.hasNext !== true ? null : formOf(page.next);
  }),
);

const lastCursor = look('vault.paging.last-cursor', null, (scene) =>
  each(function* (list) {
    const last = (yield* walkWhole(scene, list, noInput)).at(-1);
    return last === undefined || last.hasNext !== false ? null : formOf(last.next);
  }),
);

/** A page compared with the first one, without a number that grows. */
function comparedTo(first: Page, list: PagedList, exchange: Exchange): string {
  const page = pageOf(list, exchange);
  if (page === null) return outcomeText(exchange);
  if (page.items.length === 0) return 'an empty page';
  return page.keys[0] === first.keys[0] ? 'the first page' : 'another page';
}

const unknownCursor = look('vault.paging.unknown-cursor', null, (scene) =>
  each(function* (list) {
    const first = pageOf(list, yield* ask(scene, list, {}));
    return first === null ? null : comparedTo(first, list, yield* ask(scene, list, { cursor: '999999999999999' }));
  }),
);

const limitDefault = look('vault.paging.limit-default', null, (scene) =>
  each(function* (list) {
    const page = pageOf(list, yield* ask(scene, list, {}));
    if (page === null) return null;
    return page.hasNext === true ? String(page.items.length) : 'more than there are';
  }),
);

const limitMaximum = look('vault.paging.limit-maximum', null, (scene) =>
  each(function* (list) {
    const exchange = yield* ask(scene, list, { limit: '1000000' });
    const page = pageOf(list, exchange);
    if (page === null) return isSuccess(exchange) ? null : `a larger one is refused with ${outcomeText(exchange)}`;
    return page.hasNext === true ? `a larger one gives ${page.items.length}` : 'more than there are';
  }),
);

const limitBelowOne = look('vault.paging.limit-below-one', null, (scene) =>
  each(function* (list) {
    const plain = pageOf(list, yield* ask(scene, list, {}));
    if (plain === null) return null;
    const told: string[] = [];
    for (const limit of ['0', '-1']) {
      const exchange = yield* ask(scene, list, { limit });
      const page = pageOf(list, exchange);
      const sameCount = page?.items.length === plain.items.length;
      const seen =
        page === null ? outcomeText(exchange) : sameCount ? 'as without a limit' : comparedTo(plain, list, exchange);
      told.push(`${limit} ${seen}`);
    }
    return told.join(', ');
  }),
);

/** How times run from the first to the last. */
function directionOf(times: readonly (bigint | null)[]): string | null {
  const known = times.filter((time) => time !== null);
  const steps = known.slice(1).map((time, index) => Math.sign(Number(time - (known[index] ?? time))));
  const [up, down] = [steps.includes(1), steps.includes(-1)];
  if (up && down) return 'not by created_at';
  if (!up && !down) return null;
  return up ? 'oldest first' : 'newest first';
}

function timesOf(items: readonly { readonly created_at?: unknown }[]): readonly (bigint | null)[] {
  return items.map(({ created_at: text }) => (typeof text === 'string' ? parseInstant(text) : null));
}

function orderOf(id: string, list: PagedList): Rule {
  return look(id, list.operation, function* (scene) {
    const page = pageOf(list, yield* ask(scene, list, {}));
    return page === null ? null : directionOf(timesOf(page.items));
  });
}

function eventOrder(id: string, list: PagedList, events: typeof flipEvents | typeof vaultEvents): Rule {
  return look(id, events.operation, function* (scene) {
    const seen: string[] = [];
    for (const one of yield* someIds(scene, list)) {
      const direction = directionOf(timesOf(listAt(yield itemCall(scene, events, one), events.items) ?? []));
      if (direction !== null) seen.push(direction);
    }
    return distinct(seen);
  });
}

export const pagingObservers: readonly Rule[] = [
  cursorType,
  lastCursor,
  unknownCursor,
  limitDefault,
  limitMaximum,
  limitBelowOne,
  orderOf('vault.flips.order', flips),
  eventOrder('vault.flip-events.order', flips, flipEvents),
  orderOf('vault.my-vats.order', myVaults),
  orderOf('vault.vats.order', vaults),
  eventOrder('vault.vat-events.order', vaults, vaultEvents),
];
