/** Generates auctions of vaults with collateral that no longer covers their debt. */
import { Decimal } from 'decimal.js';
import type { RandomSource } from '../../values/index.ts';
import type { FlipHistory, FlipStep, VaultHistory, VaultStep } from './books.ts';
import { HOUR, MINUTE, SECOND, utcText } from './moments.ts';
import { seizureSteps, vaultStep } from './steps.ts';
import type { Market } from './types.ts';
import { momentIn, riskyVault, type Span } from './vaults.ts';

/**
 * The state of an auction: without bids; with bids; finished, with the collateral sold; finished without a bid, so that
 * the collateral and the debt were returned to the vault.
 */
export type Course = 'begun' | 'bidding' | 'sold' | 'unsold';

/** The auctioned collateral, and the start. */
interface Kick {
  readonly at: bigint;
  readonly lot: Decimal;
  readonly tab: Decimal;
}

/** A bid, with its time in nanoseconds since 1970. */
interface Bid {
  readonly at: bigint;
  readonly bid: Decimal;
  readonly lot: Decimal;
}

const BID_DECIMALS = 2;
const LOT_DECIMALS = 8;
const MOST_BIDS = 7;

/** Each bid is made before the previous one expires. */
const SHORTEST_WAIT = 45;
const LONGEST_WAIT = 110;

/** How long ago an auction began, in hours, depending on its state. */
const AGE: Readonly<Record<Course, readonly [least: bigint, most: bigint | undefined]>> = {
  begun: [2n, 23n],
  bidding: [2n, 6n],
  sold: [16n, undefined],
  unsold: [25n, undefined],
};

/**
 * Generates a vault that was auctioned, and its auction.
 *
 * @param span the time range of all events; it ends now
 */
export function auction(
  market: Market,
  people: { readonly owner: string; readonly bidder: string },
  course: Course,
  span: Span,
  random: RandomSource,
): { readonly vault: VaultHistory; readonly flip: FlipHistory } {
  const [least, most] = AGE[course];
  const earliest = most === undefined ? span.begin + 6n * HOUR : span.end - most * HOUR;
  const at = momentIn({ begin: earliest, end: span.end - least * HOUR }, random);
  const { history, position } = riskyVault(market, people.owner, { begin: span.begin, end: at }, random);
  const { ink: lot, art } = position;
  const tab = art.times(market.rates(at)).times(new Decimal(market.terms.chop).plus(1));

  const bids = bidsOf({ at, lot, tab }, course, market, span.end, random);
  const deal = dealOf(at, bids.at(-1), course, market, random);
  const last = bids.at(-1) ?? { bid: new Decimal(0), lot };
  const [opened, ...rest] = history.steps;
  const seized = seizureSteps(utcText(at), lot, art, market.rates(at));
  const returned = deal === undefined ? [] : returnedSteps(deal, course, { lot, art, sold: last.lot }, market);
  return {
    vault: { ...history, steps: [opened, ...rest, ...seized, ...returned] },
    flip: {
      id: random.uuid(),
      collateral_id: market.terms.id,
      vault_id: history.id,
      art: art.toFixed(),
      tab: tab.toFixed(),
      guy: bids.length === 0 ? '' : people.bidder,
      steps: [
        flipStep('FlipKick', { at, bid: new Decimal(0), lot }),
        ...bids.map((bid) => flipStep('FlipBid', bid)),
        ...(deal === undefined ? [] : [flipStep('FlipDeal', { ...last, at: deal })]),
      ],
    },
  };
}

function flipStep(action: FlipStep['action'], { at, bid, lot }: Bid): FlipStep {
  return { created_at: utcText(at), action, bid: bid.toFixed(), lot: lot.toFixed() };
}

/** First the bid rises to the tab, then the lot falls; each time at least by the factor `beg`. */
function bidsOf(kick: Kick, course: Course, market: Market, present: bigint, random: RandomSource): Bid[] {
  if (course === 'begun' || course === 'unsold') return [];
  const most = course === 'sold' ? random.integer(1, MOST_BIDS) : Number.POSITIVE_INFINITY;
  const bids: Bid[] = [];
  for (let at = waited(kick.at, random); bids.length < most && at < present - 4n * MINUTE; at = waited(at, random)) {
    const next = nextBid(kick, bids.at(-1), Number(market.terms.beg), random);
    // No bid exceeds the value of the collateral.
    if (next.bid.greaterThan(next.lot.times(market.price))) break;
    bids.push({ at, ...next });
  }
  return bids;
}

function nextBid({ tab, lot }: Kick, last: Bid | undefined, beg: number, random: RandomSource): Omit<Bid, 'at'> {
  const step = 1 + beg + 0.06 * random.next() ** 2;
  if (last === undefined) return { bid: rounded(tab.times(0.6 + 0.3 * random.next())), lot };
  if (last.bid.lessThan(tab)) return { bid: Decimal.min(rounded(last.bid.times(step)), tab), lot };
  return { bid: tab, lot: last.lot.dividedBy(step).toDecimalPlaces(LOT_DECIMALS, Decimal.ROUND_DOWN) };
}

function rounded(bid: Decimal): Decimal {
  return bid.toDecimalPlaces(BID_DECIMALS, Decimal.ROUND_UP);
}

function waited(at: bigint, random: RandomSource): bigint {
  return at + BigInt(random.integer(SHORTEST_WAIT * 60_000, LONGEST_WAIT * 60_000)) * 1_000_000n;
}

/** The end of an auction, some time after it or its last bid expired; undefined while it runs. */
function dealOf(
  kicked: bigint,
  last: Bid | undefined,
  course: Course,
  { terms }: Market,
  random: RandomSource,
): bigint | undefined {
  if (course === 'begun' || course === 'bidding') return undefined;
  const runsOut = last === undefined ? kicked + BigInt(terms.tau) * SECOND : last.at + BigInt(terms.ttl) * SECOND;
  return runsOut + BigInt(random.integer(30, 2_400)) * SECOND;
}

/** What is returned to the vault when its auction is finished. */
function returnedSteps(
  at: bigint,
  course: Course,
  { lot, art, sold }: { readonly lot: Decimal; readonly art: Decimal; readonly sold: Decimal },
  market: Market,
): VaultStep[] {
  const rate = market.rates(at);
  const time = utcText(at);
  if (course === 'unsold') {
    return [vaultStep('VatDeposit', time, { dink: lot }, rate), vaultStep('VatGenerate', time, { dart: art }, rate)];
  }
  return lot.equals(sold) ? [] : [vaultStep('VatDeposit', time, { dink: lot.minus(sold) }, rate)];
}
