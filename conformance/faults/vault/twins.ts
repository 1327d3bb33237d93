/** Correct vault servers that choose otherwise where the documents leave it open. None may be blamed. */

import { changed, type Fault, jsonReply, type Reply, successOf } from '../../fault/proxy/reply.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import type { Target } from '../../target/target.ts';
import type { Twin } from '../mutant.ts';
import { at, inEach, inItem, inList, inside, withData, withTop } from './change.ts';
import { ownPages, type PageChoices } from './own-pages.ts';

/** Several faults, the first one nearest to the caller. */
function all(...faults: readonly (() => Fault)[]): () => Fault {
  return () => {
    const made = faults.map((fault) => fault());
    return (request, next) =>
      made.reduceRight<typeof next>((inner, fault) => async (passed) => fault(passed, inner), next)(request);
  };
}

/** The three lists with pages of their own. */
function everyList(choices: PageChoices): () => Fault {
  return all(
    ownPages(at.flips, 'flips', choices),
    ownPages(at.vats, 'vaults', choices),
    ownPages(at.myVats, 'vaults', choices),
  );
}

/** Writes refusals in its own way. */
function refusing(write: (status: number) => Reply): () => Fault {
  return () => async (request, next) => {
    const reply = await next(request);
    return reply.kind === 'reply' && reply.status >= 400 && reply.status < 500 ? write(reply.status) : reply;
  };
}

const figures = [
  ...['art', 'beg', 'box', 'chop', 'debt', 'dunk', 'dust', 'duty', 'ink', 'line', 'litter', 'mat', 'price', 'rate'],
  'supply',
];

function asNumbers(item: JsonObject): JsonObject {
  return Object.fromEntries(figures.map((name) => [name, Number(item[name])]));
}

function day(text: unknown): string {
  return String(text).slice(0, 10);
}

/** The same moment in the time of the server's place. */
function eastern(text: unknown): string {
  return new Date(Date.parse(String(text)) + 28_800_000).toISOString().replace('Z', '+08:00');
}

/** The collateral type in the form of an asset: its collateral, or the type itself with the name of an asset. */
function asAsset(item: JsonObject, idOf: 'gem' | 'id'): JsonObject {
  return {
    id: item[idOf],
    name: item['name'],
    symbol: item['name'],
    logo: '',
    chain_id: '',
    chain: null,
    price: String(item['price']),
  };
}

const EMPTY: Readonly<Record<string, JsonObject>> = {
  assets: { assets: [] },
  cats: { collaterals: [] },
  flips: { flips: null },
  vats: { vaults: [] },
};

/** Has no data yet. */
const empty: Fault = async (request, next) => {
  const reply = await next(request);
  if (/\/(assets|cats|flips|vats)\/[^/]+/.test(request.path)) return jsonReply(404, { code: 404, msg: 'nothing' });
  const json = successOf(reply);
  const nothing = EMPTY[/\/(\w+)$/.exec(request.path)?.[1] ?? ''];
  if (json === undefined || nothing === undefined) return reply;
  const pagination = { next_cursor: '', has_next: false };
  const isBare = isObject(json) && !Object.hasOwn(json, 'data');
  const members = /flips|vats/.test(request.path) ? { ...nothing, pagination } : nothing;
  return jsonReply(200, isBare ? withTop(json, members) : withData(json, members));
};

function moved(target: Target): Target {
  const { vault } = target.services;
  if (vault === undefined) return target;
  return { ...target, services: { vault: { ...vault, url: `${vault.url}/api` } } };
}

/** The target does not say which vaults are the caller's. */
function unknownVaults(target: Target): Target {
  const { vault } = target.services;
  return vault === undefined ? target : { ...target, services: { vault: { ...vault, known: {} } } };
}

const undecidedWithoutData = [
  ...['vault.assets.by-id', 'vault.assets.readable', 'vault.cats.assets-known', 'vault.cats.by-id'],
  ...['vault.cats.debt-is-art-times-rate', 'vault.cats.number-of-vaults', 'vault.flip-events.begins-with-kick'],
  ...['vault.flip-events.of-flip', 'vault.flips.action-numbering', 'vault.flips.bid-within-tab', 'vault.flips.by-id'],
  ...['vault.flips.created-at-utc', 'vault.flips.has-next', 'vault.flips.limit', 'vault.flips.links'],
  ...['vault.flips.next-cursor', 'vault.my-vats.has-next', 'vault.my-vats.limit', 'vault.my-vats.next-cursor'],
  ...['vault.my-vats.own-only', 'vault.vat-events.newest-first', 'vault.vat-events.of-vault', 'vault.vats.by-id'],
  ...['vault.vats.collateral-known', 'vault.vats.has-next', 'vault.vats.limit', 'vault.vats.next-cursor'],
  ...['input.valid-accepted', 'input.invalid-refused'],
];

export const twins: readonly Twin[] = [
  {
    id: 'runs the other way, ten a page, with places as cursors',
    about: ['vault.flips.order', 'vault.vats.order', 'vault.my-vats.order', 'vault.paging.limit-default'],
    fault: everyList({
      reversed: true,
      standard: 10,
      maximum: 500,
      belowOne: 'standard',
      cursor: String,
      place: (cursor) => (/^\d+$/.test(cursor) ? Number(cursor) : null),
      last: String,
      unknown: 'empty',
    }),
  },
  {
    id: 'writes words as cursors, refuses large limits, and begins anew at an unknown cursor',
    about: [
      'vault.paging.cursor-type',
      'vault.paging.last-cursor',
      'vault.paging.limit-maximum',
      'vault.paging.unknown-cursor',
    ],
    fault: everyList({
      standard: 30,
      maximum: 100,
      beyond: 'refuse',
      belowOne: 'refuse',
      cursor: (place) => `after-${place}`,
      place: (cursor) => (/^after-\d+$/.test(cursor) ? Number(cursor.slice(6)) : null),
      last: () => 'end',
      unknown: 'refuse',
    }),
  },
  {
    id: 'gives twenty at most, and nothing for a limit below one',
    about: ['vault.paging.limit-maximum', 'vault.paging.limit-below-one', 'vault.paging.last-cursor'],
    fault: everyList({
      standard: 20,
      maximum: 20,
      beyond: 'cut',
      belowOne: 'empty',
      cursor: (place) => String(place + 7_000_000_000_000),
      place: (cursor) => (/^\d{13}$/.test(cursor) ? Number(cursor) - 7_000_000_000_000 : null),
      last: () => '0',
      unknown: 'refuse',
      nullForEmpty: true,
    }),
  },
  {
    id: 'serves under /api, refuses unknown query parameters, and refuses with plain text or with nothing',
    about: ['vault.base-address', 'vault.inputs.unknown', 'vault.errors.responses'],
    fault: all(
      () => (request, next) => next({ ...request, path: request.path.replace('/vault/api/', '/vault/') }),
      refusing((status) =>
        status === 400
          ? { kind: 'reply', status: 422, contentType: 'text/plain', body: 'this cannot be answered' }
          : { kind: 'reply', status: status === 401 ? 403 : 410, contentType: null, body: '' },
      ),
      () => (request, next) => {
        const isUnknown = [...request.query.keys()].some((name) => name !== 'cursor' && name !== 'limit');
        return isUnknown ? jsonReply(400, { code: 400, msg: 'unknown parameter' }) : next(request);
      },
    ),
    target: moved,
  },
  {
    id: 'has ids in capitals, and limits its rate',
    about: ['vault.cats.id-form', 'vault.limits.rate'],
    fault: () => {
      let asked = 0;
      const uuid = /"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g;
      return async (request, next) => {
        asked += 1;
        const limited = jsonReply(429, { msg: 'too many requests' });
        if (asked % 20 === 0 && limited.kind === 'reply') return { ...limited, headers: { 'retry-after': '0' } };
        const reply = await next({ ...request, path: request.path.toLowerCase() });
        if (reply.kind !== 'reply') return reply;
        return { ...reply, body: reply.body.replaceAll(uuid, (id) => id.toUpperCase()) };
      };
    },
  },
  {
    id: 'writes counts as text, dates as days, ratios in percent, durations in minutes, and a single type as an asset',
    about: ['vault.cats.date-form', 'vault.cats.ratio-form', 'vault.cats.duration-unit', 'vault.cats.item-form'],
    fault: (() => {
      const change = (item: JsonObject) => ({
        number_of_vaults: String(item['number_of_vaults']),
        created_at: day(item['created_at']),
        rho: day(item['rho']),
        mat: String(Number(item['mat']) * 100),
        chop: '13',
        tau: 1440,
        ttl: 120,
      });
      const single = () => changed(at.cat, (json) => withTop(json, { data: asAsset(inside(json, 'data'), 'id') }));
      return all(inEach(at.cats, 'collaterals', change), single);
    })(),
  },
  {
    id: 'shows a single collateral type as its asset',
    about: ['vault.cats.item-form', 'vault.cats.envelope'],
    fault: () => changed(at.cat, (json) => withTop(json, { data: asAsset(inside(json, 'data'), 'gem') })),
  },
  {
    id: 'adds members everywhere',
    about: ['vault.flips.envelope', 'vault.cats.envelope'],
    fault: all(
      () => changed(/./, (json) => (isObject(json) ? { ...json, status: 'ok' } : json)),
      () => changed(/^GET (?!.*\/(cats|flips)$)/, (json) => withData(json, { note: null })),
      inEach(at.flips, 'flips', () => ({ note: { text: 'x' } })),
      inEach(at.vats, 'vaults', () => ({ owner: 'somebody' })),
      inEach(at.myVats, 'vaults', () => ({ owner: 'somebody' })),
    ),
  },
  {
    id: 'writes flips in its own way: numbers from nought, empty text for no time, numbers for bidders, events forwards',
    about: [
      ...['vault.flips.action-numbers', 'vault.flips.action-form', 'vault.flips.tic-unset', 'vault.flips.guy-form'],
      ...['vault.flips.collateral-id-form', 'vault.flips.vault-id-form', 'vault.flip-events.order'],
      ...['vault.flip-events.actions', 'vault.flips.transitions'],
    ],
    fault: (() => {
      const change = ({ tic, action, guy, end }: JsonObject) => ({
        tic: tic ?? '',
        end: action === 3 || action === 'FlipDeal' ? null : end,
        guy: guy === '' ? '' : '100234',
        collateral_id: 'ETH-B',
      });
      return all(
        inEach(at.flips, 'flips', (item) => ({ ...change(item), action: 3 - Number(item['action']) })),
        inItem(at.flip, change),
        inList(at.flipEvents, 'events', (items) => {
          const forwards = items.toReversed();
          const last = forwards.at(-1);
          return last === undefined ? [] : [...forwards, { ...last, action: 'FlipYank' }];
        }),
      );
    })(),
  },
  {
    id: 'writes vaults and assets in its own way: local times, other identities and actions, no chains, no prices',
    about: [
      ...['vault.vats.identity', 'vault.vat-events.order', 'vault.vat-events.actions'],
      ...['vault.assets.chain-null', 'vault.assets.price-form'],
    ],
    fault: (() => {
      const vault = ({ created_at: time, id }: JsonObject) => ({ created_at: eastern(time), identity_id: id });
      const asset = () => ({ chain: '', price: '' });
      return all(
        inEach(at.vats, 'vaults', vault),
        inEach(at.myVats, 'vaults', vault),
        inItem(at.vat, vault),
        // What is done at the same moment stands in any order.
        inList(at.vatEvents, 'events', (items) => {
          const oldest = items.at(-1);
          const more = oldest === undefined ? items : [...items, { ...oldest, action: 'VatInit' }];
          return more.map((event) => ({ ...event, created_at: eastern(event['created_at']) }));
        }),
        inEach(at.assets, 'assets', asset),
        inItem(at.asset, asset),
      );
    })(),
  },
  {
    id: 'writes figures as numbers, and has an error form of its own',
    about: ['vault.cats.number-encoding', 'vault.errors.responses', 'vault.request-id', 'vault.versioning'],
    fault: all(
      inEach(at.cats, 'collaterals', asNumbers),
      inItem(at.cat, asNumbers),
      refusing((status) => ({
        ...{ kind: 'reply', status, contentType: 'application/problem+json', body: '{"error":{"reason":"no"}}' },
        headers: { 'x-request-id': 'c1f0b1f0-0000-4000-8000-000000000001', 'x-version': '7' },
      })),
    ),
  },
  {
    id: 'has other ids than UUIDs in flips',
    about: ['vault.flips.collateral-id-form', 'vault.flips.vault-id-form'],
    fault: all(
      inEach(at.flips, 'flips', () => ({ collateral_id: 'BTC-A', vault_id: '#17' })),
      inItem(at.flip, () => ({ collateral_id: 'BTC-A', vault_id: '#17' })),
    ),
  },
  { id: 'has no data yet', about: [], fault: () => empty, target: unknownVaults, undecided: undecidedWithoutData },
];
