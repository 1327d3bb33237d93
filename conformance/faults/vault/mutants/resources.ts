/** Servers that tell wrong things of assets, collateral types, flips and vaults. */
import type { JsonObject } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { asked, changed, type Fault, isMeant, jsonReply, type Request } from '../../proxy/reply.ts';
import { at, inEach, inItem, inLast, inList, inside, one, withData, withTop } from '../change.ts';

const NOBODY = 'f00dcafe-0000-4000-8000-00000000beef';

const LAST_PART = new RegExp(`(${one})((?:/events)?)$`);

/** Answers about the id that was asked for first, whichever is asked for. */
function alwaysTheFirst(matcher: RegExp): () => Fault {
  return () => {
    let first: string | undefined;
    return asked(matcher, (request) => {
      first ??= LAST_PART.exec(request.path)?.[1];
      return { ...request, path: request.path.replace(LAST_PART, `${first}$2`) };
    });
  };
}

/** Answers about something else where there is nothing. */
function neverEmpty(matcher: RegExp): () => Fault {
  return () => {
    let known: string | undefined;
    return async (request, next) => {
      const reply = await next(request);
      if (!isMeant(request, matcher) || reply.kind !== 'reply') return reply;
      if (reply.status === 200) known ??= request.path;
      return reply.status === 404 && known !== undefined ? next({ ...request, path: known }) : reply;
    };
  };
}

function idOf({ path }: Request): string {
  return LAST_PART.exec(path)?.[1] ?? '';
}

function number(value: unknown): number {
  return Number(value);
}

const swapped = (left: string, right: string) => (item: JsonObject) => ({ [left]: item[right], [right]: item[left] });

/** The time an hour later, as a server does that takes its local time for UTC. */
function later(text: unknown, hours = 1): string {
  return new Date(Date.parse(String(text)) + hours * 3_600_000).toISOString();
}

function eastern(text: unknown): string {
  return later(text, 8).replace('Z', '+08:00');
}

const assets: readonly Mutant[] = [
  {
    id: 'the last asset of the list cannot be read',
    kills: 'vault.assets.readable',
    fault: inList(at.assets, 'assets', (items) => [...items, { ...items.at(-1), id: NOBODY }]),
  },
  {
    id: 'assets without a chain cannot be read',
    kills: 'vault.assets.readable',
    fault: () => async (request, next) => {
      const reply = await next(request);
      return isMeant(request, at.asset) && reply.kind === 'reply' && reply.body.includes('"chain":null')
        ? jsonReply(404, { code: 404, msg: 'there is no asset' })
        : reply;
    },
  },
  { id: 'every id is answered with the first asset', kills: 'vault.assets.by-id', fault: alwaysTheFirst(at.asset) },
  { id: 'an unknown id is answered with some asset', kills: 'vault.assets.by-id', fault: neverEmpty(at.asset) },
  {
    id: 'a single asset has its name and symbol swapped',
    kills: 'vault.assets.by-id',
    fault: inItem(at.asset, swapped('name', 'symbol')),
  },
  {
    id: 'a single asset is told as its chain',
    kills: 'vault.assets.by-id',
    fault: inItem(at.asset, (item) => ({ id: item['chain_id'] === '' ? item['id'] : item['chain_id'] })),
  },
];

const cats: readonly Mutant[] = [
  {
    id: 'the list of collateral types has an envelope',
    kills: 'vault.cats.no-envelope',
    fault: () => changed(at.cats, (json) => ({ ts: Date.now(), data: json })),
  },
  {
    id: 'the last collateral type counts a vault too many',
    kills: 'vault.cats.number-of-vaults',
    fault: inLast(at.cats, 'collaterals', (item) => ({ number_of_vaults: number(item['number_of_vaults']) + 1 })),
  },
  {
    id: 'a collateral type counts the vaults of the next',
    kills: 'vault.cats.number-of-vaults',
    fault: inEach(at.cats, 'collaterals', (_, index, items) => ({
      number_of_vaults: items[(index + 1) % items.length]?.['number_of_vaults'],
    })),
  },
  {
    id: 'the debt of a collateral type is its normalized debt',
    kills: 'vault.cats.debt-is-art-times-rate',
    fault: inEach(at.cats, 'collaterals', (item) => ({ debt: item['art'] })),
  },
  {
    id: 'the debt of one collateral type is a percent off',
    kills: 'vault.cats.debt-is-art-times-rate',
    fault: inEach(at.cats, 'collaterals', ({ debt }, index) => (index === 1 ? { debt: `${number(debt) * 1.01}` } : {})),
  },
  {
    id: 'the collateral of the last type is an asset that nobody knows',
    kills: 'vault.cats.assets-known',
    fault: inLast(at.cats, 'collaterals', () => ({ gem: NOBODY })),
  },
  {
    id: 'the stable asset of a collateral type is the type itself',
    kills: 'vault.cats.assets-known',
    fault: inEach(at.cats, 'collaterals', ({ id }) => ({ dai: id })),
  },
  {
    id: 'every id is answered with the first collateral type',
    kills: 'vault.cats.by-id',
    fault: alwaysTheFirst(at.cat),
  },
  { id: 'an unknown id is answered with some collateral type', kills: 'vault.cats.by-id', fault: neverEmpty(at.cat) },
  {
    id: 'a single collateral type has collateral and stable asset swapped',
    kills: 'vault.cats.by-id',
    fault: inItem(at.cat, swapped('gem', 'dai')),
  },
];

const flips: readonly Mutant[] = [
  {
    id: 'the list of flips has an envelope',
    kills: 'vault.flips.no-envelope',
    fault: () => changed(at.flips, (json) => ({ ts: Date.now(), data: json })),
  },
  {
    id: 'the pagination of flips stands inside data',
    kills: 'vault.flips.no-envelope',
    fault: () =>
      changed(at.flips, (json) => {
        const { pagination, ...rest } = withTop(json, {});
        return { ...rest, data: { pagination } };
      }),
  },
  {
    id: 'the list shows every flip as just begun',
    kills: 'vault.flips.action-numbering',
    fault: inEach(at.flips, 'flips', () => ({ action: 1 })),
  },
  {
    id: 'the list numbers flips that are over like those with bids, the last ones only',
    kills: 'vault.flips.action-numbering',
    fault: inEach(at.flips, 'flips', ({ action }, index, items) =>
      action === 3 && index > items.length / 2 ? { action: 2 } : {},
    ),
  },
  { id: 'every id is answered with the first flip', kills: 'vault.flips.by-id', fault: alwaysTheFirst(at.flip) },
  { id: 'an unknown id is answered with some flip', kills: 'vault.flips.by-id', fault: neverEmpty(at.flip) },
  {
    id: 'a single flip is told with the id of its vault',
    kills: 'vault.flips.by-id',
    fault: inItem(at.flip, ({ vault_id: id }) => ({ id })),
  },
  {
    id: 'a single flip names another collateral type than the list',
    kills: 'vault.flips.by-id',
    fault: inItem(at.flip, () => ({ collateral_id: NOBODY })),
  },
  {
    id: 'flips begin in local time',
    kills: 'vault.flips.created-at-utc',
    fault: inItem(at.flip, ({ created_at: time }) => ({ created_at: eastern(time) })),
  },
  {
    id: 'the last flip of the list begins in local time',
    kills: 'vault.flips.created-at-utc',
    fault: inLast(at.flips, 'flips', ({ created_at: time }) => ({ created_at: eastern(time) })),
  },
  {
    id: 'the bid of a flip is above the highest that is accepted',
    kills: 'vault.flips.bid-within-tab',
    fault: inItem(at.flip, ({ tab }) => ({ bid: `${number(tab) + 1}` })),
  },
  {
    id: 'the list swaps the bid and tab of the last flip, and adds a little',
    kills: 'vault.flips.bid-within-tab',
    fault: inLast(at.flips, 'flips', ({ tab }) => ({ bid: `${String(tab).split('.')[0]}.99999999` })),
  },
  {
    id: 'the vault of a flip cannot be found',
    kills: 'vault.flips.links',
    fault: inItem(at.flip, () => ({ vault_id: NOBODY })),
  },
  {
    id: 'the collateral type of a flip is its asset',
    kills: 'vault.flips.links',
    fault: inItem(at.flip, () => ({ collateral_id: NOBODY })),
  },
  {
    id: 'the events of another flip are shown',
    kills: 'vault.flip-events.of-flip',
    fault: alwaysTheFirst(at.flipEvents),
  },
  {
    id: 'the last event is of another flip',
    kills: 'vault.flip-events.of-flip',
    fault: inLast(at.flipEvents, 'events', () => ({ flip_id: NOBODY })),
  },
  {
    id: 'the events of a flip lack its begin',
    kills: 'vault.flip-events.begins-with-kick',
    fault: inList(at.flipEvents, 'events', (items) => items.filter(({ action }) => action !== 'FlipKick')),
  },
  {
    id: 'the begin of a flip is told as a bid',
    kills: 'vault.flip-events.begins-with-kick',
    fault: inEach(at.flipEvents, 'events', ({ action }) => (action === 'FlipKick' ? { action: 'FlipBid' } : {})),
  },
];

const vats: readonly Mutant[] = [
  { id: 'every id is answered with the first vault', kills: 'vault.vats.by-id', fault: alwaysTheFirst(at.vat) },
  { id: 'an unknown id is answered with some vault', kills: 'vault.vats.by-id', fault: neverEmpty(at.vat) },
  {
    id: 'a single vault has the identity of another',
    kills: 'vault.vats.by-id',
    fault: inItem(at.vat, ({ identity_id: id }) => ({ identity_id: String(number(id) + 1) })),
  },
  {
    id: 'a single vault was opened an hour later than in the list',
    kills: 'vault.vats.by-id',
    fault: inItem(at.vat, ({ created_at: time }) => ({ created_at: later(time) })),
  },
  {
    id: 'the last vault of a page has a collateral type that is not listed',
    kills: 'vault.vats.collateral-known',
    fault: inLast(at.vats, 'vaults', () => ({ collateral_id: NOBODY })),
  },
  {
    id: 'a single vault names itself as its collateral type',
    kills: 'vault.vats.collateral-known',
    fault: inItem(at.vat, (_, request) => ({ collateral_id: idOf(request) })),
  },
  {
    id: 'the oldest collateral type is not listed',
    kills: 'vault.vats.collateral-known',
    fault: inList(at.cats, 'collaterals', (items) => items.slice(1)),
  },
  {
    id: 'the events of another vault are shown',
    kills: 'vault.vat-events.of-vault',
    fault: alwaysTheFirst(at.vatEvents),
  },
  {
    id: 'the first event is of another vault',
    kills: 'vault.vat-events.of-vault',
    fault: inEach(at.vatEvents, 'events', (_, index) => (index === 0 ? { vault_id: NOBODY } : {})),
  },
  {
    id: 'the events of a vault run from the oldest to the newest',
    kills: 'vault.vat-events.newest-first',
    fault: inList(at.vatEvents, 'events', (items) => items.toReversed()),
  },
  {
    id: 'the two oldest events of a vault are swapped',
    kills: 'vault.vat-events.newest-first',
    fault: inList(at.vatEvents, 'events', (items) => [...items.slice(0, -2), ...items.slice(-2).toReversed()]),
  },
];

/** Each reading adds something. */
function grows(matcher: RegExp, member: string): () => Fault {
  return () => {
    let read = 0;
    return changed(matcher, (json) => {
      read += 1;
      return withData(json, { [member]: String(number(inside(json, 'data')[member]) + read) });
    });
  };
}

const general: readonly Mutant[] = [
  {
    id: 'assets come without the envelope',
    kills: 'vault.envelope.present',
    fault: () => changed(at.assets, (json) => inside(json, 'data')),
  },
  {
    id: 'a single vault stands beside ts, not in data',
    kills: 'vault.envelope.present',
    fault: () => changed(at.vat, (json) => ({ ts: withTop(json, {})['ts'], ...inside(json, 'data') })),
  },
  {
    id: 'the payload stands in result',
    kills: 'vault.envelope.present',
    fault: () =>
      changed(at.flipEvents, (json) => {
        const { data, ...rest } = withTop(json, {});
        return { ...rest, result: data };
      }),
  },
  {
    id: 'the ts of a list is in seconds',
    kills: 'vault.envelope.milliseconds',
    fault: () => changed(at.vats, (json) => withTop(json, { ts: Math.floor(Date.now() / 1000) })),
  },
  {
    id: 'the ts of single flips stands still',
    kills: 'vault.envelope.milliseconds',
    fault: () => changed(at.flip, (json) => withTop(json, { ts: 1_629_198_889_123 })),
  },
  {
    id: 'the ts of assets is in local time',
    kills: 'vault.envelope.milliseconds',
    fault: () => changed(at.assets, (json) => withTop(json, { ts: number(withTop(json, {})['ts']) + 28_800_000 })),
  },
  { id: 'reading a flip raises its bid', kills: 'vault.read-only', fault: grows(at.flip, 'bid') },
  { id: 'reading a vault locks more collateral', kills: 'vault.read-only', fault: grows(at.vat, 'ink') },
  {
    id: 'a vault that was read is gone from the list',
    kills: 'vault.read-only',
    fault: () => {
      const read = new Set<unknown>();
      const list = inList(at.vats, 'vaults', (items) => items.filter(({ id }) => !read.has(id)))();
      return (request, next) => {
        if (isMeant(request, at.vat)) read.add(idOf(request));
        return list(request, next);
      };
    },
  },
  {
    id: 'a flip can be read once',
    kills: 'vault.read-only',
    fault: () => {
      const read = new Set<string>();
      return (request, next) => {
        const isGone = isMeant(request, at.flip) && read.has(request.path);
        if (isMeant(request, at.flip)) read.add(request.path);
        return isGone ? jsonReply(404, { code: 404, msg: 'there is no flip' }) : next(request);
      };
    },
  },
  {
    id: 'iso is in local time',
    kills: 'vault.time.iso-utc',
    fault: inItem(at.time, ({ iso }) => ({ iso: eastern(iso) })),
  },
  {
    id: 'epoch is in milliseconds',
    kills: 'vault.time.epoch-seconds',
    fault: inItem(at.time, ({ epoch }) => ({ epoch: number(epoch) * 1000 })),
  },
  {
    id: 'epoch counts minutes',
    kills: 'vault.time.epoch-seconds',
    fault: inItem(at.time, ({ epoch }) => ({ epoch: Math.floor(number(epoch) / 60) })),
  },
  {
    id: 'epoch is a minute behind',
    kills: 'vault.time.one-moment',
    fault: inItem(at.time, ({ epoch }) => ({ epoch: number(epoch) - 60 })),
  },
  {
    id: 'iso is local time that is called UTC',
    kills: 'vault.time.one-moment',
    fault: inItem(at.time, ({ iso }) => ({ iso: later(iso, 2) })),
  },
];

export const resourceMutants: readonly Mutant[] = [...general, ...assets, ...cats, ...flips, ...vats];
