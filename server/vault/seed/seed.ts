/**
 * The data of an empty database: the document's examples, and generated vaults and auctions of further collateral
 * types, so that there is more than one page. The data ends at the time of the examples.
 */
import type { InfoResponse } from '@wallet-services/contract/vault';
import { exampleAnswer, readDocument } from '../../contract/index.ts';
import type { StoreTransaction } from '../../service.ts';
import type { RandomSource } from '../../values/index.ts';
import { nanosecondsOf } from '../../values/index.ts';
import type { VaultTables } from '../store/tables.ts';
import { type Books, storeBooks } from './books.ts';
import { exampleBooks } from './examples.ts';
import { auction, type Course } from './flips.ts';
import { MINUTE } from './moments.ts';
import { examplePeople, type People } from './people.ts';
import { furtherMarkets, type Market } from './types.ts';
import { type Span, safeVault } from './vaults.ts';

/** Numbers of generated vaults and auctions. */
const SAFE_VAULTS = 450;
const AUCTIONS: readonly (readonly [Course, count: number])[] = [
  ['begun', 5],
  ['bidding', 9],
  ['sold', 132],
  ['unsold', 4],
];
const OTHERS = 70;

/** Share of the vaults that the people of the examples own. */
const KNOWN_SHARE = 0.1;

/** Fills the tables of the vault service. */
export async function seedVault(store: StoreTransaction, random: RandomSource): Promise<void> {
  const document = await readDocument('vault');
  const people = await examplePeople();
  const shown = exampleBooks(document, people);
  const present = BigInt(exampleAnswer<InfoResponse>(document, 'readInfo').ts) * 1_000_000n;
  await storeBooks(store.$extendTables<VaultTables>(), withFurther(shown, people, present, random));
}

/**
 * Adds the generated data. It begins after the last vault of the examples was opened, so that the examples' vaults stay
 * the oldest.
 *
 * @param present end of the data, in nanoseconds since 1970
 */
function withFurther(shown: Books, people: People, present: bigint, random: RandomSource): Books {
  const lastOpened = shown.vaults.map(({ steps }) => nanosecondsOf(steps[0].created_at)).reduce(later, 0n);
  const span: Span = { begin: lastOpened + 30n * MINUTE, end: present - 5n * MINUTE };
  const markets = furtherMarkets(shown.assets, stableOf(shown), lastOpened + 10n * MINUTE, present, random);
  const person = somebody(people, random);
  const market = () => inUse(markets, random);
  const risky = markets.filter((one) => one.risky);
  const vaults = Array.from({ length: SAFE_VAULTS }, () => safeVault(market(), person(), span, random));
  const auctions = AUCTIONS.flatMap(([course, count]) =>
    Array.from({ length: count }, () =>
      auction(inUse(risky, random), { owner: person(), bidder: person() }, course, { ...span, end: present }, random),
    ),
  );
  return {
    ...shown,
    collaterals: [...shown.collaterals, ...markets.map(({ terms }) => terms)],
    vaults: [...shown.vaults, ...vaults, ...auctions.map(({ vault }) => vault)],
    flips: [...shown.flips, ...auctions.map(({ flip }) => flip)],
  };
}

function somebody({ mira, jonas, aiko }: People, random: RandomSource): () => string {
  const others = Array.from({ length: OTHERS }, () => random.uuid());
  return () => random.pick(random.next() < KNOWN_SHARE ? [mira, jonas, aiko] : others);
}

/** Chooses a market; earlier ones are more frequent. */
function inUse(markets: readonly Market[], random: RandomSource): Market {
  return random.pick(markets.slice(0, random.integer(1, markets.length)));
}

/** The asset in which all vaults owe their debt. */
function stableOf({ collaterals }: Books): string {
  const [first] = collaterals;
  if (first === undefined) throw new Error('the examples have no collateral type');
  return first.dai;
}

function later(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
