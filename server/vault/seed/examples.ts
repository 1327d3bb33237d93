/**
 * The books behind the document's examples: every vault and auction in them, with the history in the examples or, where
 * there is none, with a generated history that leads to the state in the examples.
 */
import type {
  AssetListResponse,
  CollateralType,
  CollateralTypeList,
  FlipPage,
  FlipSummary,
  InfoResponse,
  Vault,
  VaultPageResponse,
} from '@wallet-services/contract/vault';
import { Decimal } from 'decimal.js';
import { type Document, exampleAnswer } from '../../contract/index.ts';
import { nanosecondsOf } from '../../values/index.ts';
import { flipActionNumber } from '../operations/flips.ts';
import type { Books, CollateralTerms, FlipHistory, FlipStep, VaultHistory, VaultStep } from './books.ts';
import { laterText } from './moments.ts';
import type { People } from './people.ts';
import { type KnownRate, type Rates, ratesBetween } from './rates.ts';
import { seizureSteps, vaultStep } from './steps.ts';

/** The document's examples. Events are newest first. */
interface Shown {
  readonly collaterals: readonly CollateralType[];
  readonly vaults: readonly Vault[];
  readonly vaultEvents: readonly (VaultStep & { readonly vault_id: string })[];
  readonly flips: readonly FlipSummary[];
  readonly flipEvents: readonly (FlipStep & { readonly flip_id: string })[];
}

interface Events<Event> {
  readonly data: { readonly events: readonly Event[] };
}

/** The books of the examples; they end at the time of the examples. */
export function exampleBooks(document: Document, people: People): Books {
  const shown = read(document);
  const owners = ownersOf(document, shown.vaults, people);
  return {
    group: exampleAnswer<InfoResponse>(document, 'readInfo').data,
    assets: exampleAnswer<AssetListResponse>(document, 'listAssets').data.assets ?? [],
    collaterals: shown.collaterals.map(termsOf),
    vaults: shown.vaults.map((vault) => vaultHistory(vault, owners.get(vault.id) ?? '', shown)),
    flips: shown.flips.map((flip) => flipHistory(flip, shown)),
  };
}

function read(document: Document): Shown {
  const vaultPage = (name: string) => exampleAnswer<VaultPageResponse>(document, 'listVaults', name).data.vaults ?? [];
  const flipPage = (name: string) => exampleAnswer<FlipPage>(document, 'listFlips', name).flips ?? [];
  return {
    collaterals:
      exampleAnswer<CollateralTypeList>(document, 'listCollateralTypes', 'decimal-strings').collaterals ?? [],
    vaults: [...vaultPage('first-page'), ...vaultPage('last-page')],
    vaultEvents: exampleAnswer<Events<Shown['vaultEvents'][number]>>(document, 'listVaultEvents').data.events,
    flips: [...flipPage('first-page'), ...flipPage('last-page')],
    flipEvents: exampleAnswer<Events<Shown['flipEvents'][number]>>(document, 'listFlipEvents').data.events,
  };
}

/** Owners by vault id. The caller in the examples is Mira; the document does not name the owners of the others. */
function ownersOf(document: Document, vaults: readonly Vault[], people: People): ReadonlyMap<string, string> {
  const { data } = exampleAnswer<VaultPageResponse>(document, 'listMyVaults', 'all-in-one-page');
  const miras = new Set(data.vaults?.map(({ id }) => id));
  const others = vaults.filter(({ id }) => !miras.has(id));
  return new Map([
    ...[...miras].map((id) => [id, people.mira] as const),
    ...others.map(({ id }, position) => [id, position % 2 === 0 ? people.aiko : people.jonas] as const),
  ]);
}

/** A collateral type without the figures that are derived from vaults, auctions and assets. */
function termsOf(type: CollateralType): CollateralTerms {
  const {
    art: _art,
    debt: _debt,
    ink: _ink,
    litter: _litter,
    number_of_vaults: _count,
    price: _price,
    ...terms
  } = type;
  const { created_at, gem, dai, id, live, name, rho, tau, ttl, ...amounts } = terms;
  const { beg, box, chop, dunk, dust, duty, line, mat, rate, supply } = amounts;
  return {
    id,
    name,
    created_at: String(created_at),
    rho: String(rho),
    gem,
    dai,
    live: live ? 1 : 0,
    tau: Number(tau),
    ttl: Number(ttl),
    ...texts({ beg, box, chop, dunk, dust, duty, line, mat, rate, supply }),
  };
}

function texts<Name extends string>(amounts: Readonly<Record<Name, number | string>>): Record<Name, string> {
  const entries = Object.entries<number | string>(amounts).map(([name, amount]) => [name, String(amount)]);
  return Object.fromEntries(entries);
}

function vaultHistory(vault: Vault, user_id: string, shown: Shown): VaultHistory {
  const { id, collateral_id } = vault;
  const [first, ...rest] = shown.vaultEvents
    .filter(({ vault_id }) => vault_id === id)
    .map(({ vault_id: _vault, created_at, ...step }) => ({ ...step, created_at: String(created_at) }))
    .toReversed();
  const steps = first === undefined ? madeUpSteps(vault, shown) : ([first, ...rest] as const);
  return { id, collateral_id, user_id, steps };
}

/** Opens the vault with its current amounts and those that its auction took, and adds what the auction returned. */
function madeUpSteps(vault: Vault, shown: Shown): VaultHistory['steps'] {
  const rates = ratesOf(vault.collateral_id, shown);
  const flip = shown.flips.find(({ vault_id }) => vault_id === vault.id);
  const opened = rates(nanosecondsOf(String(vault.created_at)));
  if (flip === undefined) {
    const change = { dink: new Decimal(vault.ink), dart: new Decimal(vault.art) };
    return [vaultStep('VatOpen', String(vault.created_at), change, opened)];
  }
  const { steps } = flipHistory(flip, shown);
  const [kick] = steps;
  const end = steps.find(({ action }) => action === 'FlipDeal');
  const lot = new Decimal(kick.lot);
  const art = new Decimal(flip.art);
  const rate = rates(nanosecondsOf(kick.created_at));
  return [
    vaultStep('VatOpen', String(vault.created_at), { dink: lot, dart: art.plus(vault.art) }, opened),
    ...seizureSteps(kick.created_at, lot, art, rate),
    ...(end === undefined ? [] : [vaultStep('VatDeposit', end.created_at, { dink: lot.minus(end.lot) }, rate)]),
  ];
}

/** Times of the bids in seconds. Then the winner waited a little before the auction was finished. */
const SHOWN_BIDS = [47 * 60, 95 * 60] as const;
const UNTIL_DEAL = 4 * 60;

function flipHistory(flip: FlipSummary, shown: Shown): FlipHistory {
  const { id, collateral_id, vault_id, art, tab, guy } = flip;
  const [first, ...rest] = shown.flipEvents
    .filter(({ flip_id }) => flip_id === id)
    .map(({ flip_id: _flip, created_at, ...step }) => ({ ...step, created_at: String(created_at) }))
    .toReversed();
  const steps = first === undefined ? madeUpBids(flip, shown) : ([first, ...rest] as const);
  return { id, collateral_id, vault_id, art, tab, guy, steps };
}

function madeUpBids(flip: FlipSummary, shown: Shown): FlipHistory['steps'] {
  const { created_at, tab } = flip;
  const tic = String(flip.tic ?? '');
  const vault = shown.vaults.find(({ id }) => id === flip.vault_id);
  // The rest of the collateral was returned to the vault.
  const over = flip.action === flipActionNumber('FlipDeal');
  const lot = over ? new Decimal(flip.lot).plus(vault?.ink ?? 0).toFixed() : flip.lot;
  const kick: FlipStep = { created_at, action: 'FlipKick', bid: '0', lot };
  if (tic === '') return [kick];
  const bids = [new Decimal(tab).times('0.8').toFixed(), tab];
  const ttl = Number(shown.collaterals.find(({ id }) => id === flip.collateral_id)?.ttl ?? 0);
  const last: FlipStep = { created_at: laterText(tic, -ttl), action: 'FlipBid', bid: flip.bid, lot: flip.lot };
  return [
    kick,
    ...SHOWN_BIDS.map((seconds, position): FlipStep => {
      return { created_at: laterText(created_at, seconds), action: 'FlipBid', bid: bids[position] ?? tab, lot };
    }),
    last,
    ...(over ? [{ ...last, action: 'FlipDeal' as const, created_at: laterText(tic, UNTIL_DEAL) }] : []),
  ];
}

/** Derives the rates from the examples: the debt, or the tab, divided by its normalized debt. */
function ratesOf(collateralId: string, { collaterals, vaults, vaultEvents, flips }: Shown): Rates {
  const type = collaterals.find(({ id }) => id === collateralId);
  if (type === undefined) throw new Error(`the examples have no collateral type ${collateralId}`);
  const ownVaults = new Set(vaults.filter(({ collateral_id }) => collateral_id === type.id).map(({ id }) => id));
  const known: KnownRate[] = [[String(type.created_at), 1]];
  for (const { vault_id, created_at, dart, debt } of vaultEvents) {
    if (ownVaults.has(vault_id) && dart !== '0') known.push([String(created_at), new Decimal(debt).dividedBy(dart)]);
  }
  for (const { collateral_id, created_at, tab, art } of flips) {
    if (collateral_id !== type.id) continue;
    known.push([created_at, new Decimal(tab).dividedBy(art).dividedBy(new Decimal(type.chop).plus(1))]);
  }
  return ratesBetween([...known, [String(type.rho), type.rate]]);
}
