/** Servers that get the envelope, the time or repeated readings wrong. */

import { changed, type Fault, isMeant, jsonReply } from '../../../fault/proxy/reply.ts';
import { objectsOf } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { at, inItem, inList, inside, withData, withTop } from '../change.ts';
import { eastern, idOf, later, number } from './mistakes.ts';

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

/** Each reading of the events is told as another event, and every other list stays. */
function remembers(matcher: RegExp): () => Fault {
  return () => {
    const read = new Map<string, number>();
    return changed(matcher, (json, { path }) => {
      const times = (read.get(path) ?? 0) + 1;
      read.set(path, times);
      const events = objectsOf(inside(json, 'data')['events']);
      return withData(json, {
        events: [...events.slice(0, 1).flatMap((one) => Array(times - 1).fill(one)), ...events],
      });
    });
  };
}

export const generalMutants: readonly Mutant[] = [
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
  {
    id: 'each reading of a vault’s events adds one',
    kills: 'vault.read-only',
    fault: remembers(at.vatEvents),
  },
];
