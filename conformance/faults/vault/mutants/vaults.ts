/** Servers that tell wrong things of vaults and their events. */
import type { Mutant } from '../../mutant.ts';
import { at, inEach, inItem, inLast, inList } from '../change.ts';
import { alwaysTheFirst, idOf, later, NOBODY, neverEmpty, number } from './mistakes.ts';

export const vaultMutants: readonly Mutant[] = [
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
