/** Servers that tell wrong things of flips and their events. */

import { changed } from '../../../fault/proxy/reply.ts';
import type { Mutant } from '../../mutant.ts';
import { at, inEach, inItem, inLast, inList, withTop } from '../change.ts';
import { alwaysTheFirst, eastern, NOBODY, neverEmpty, number } from './mistakes.ts';

export const flipMutants: readonly Mutant[] = [
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
