/** Generates vaults: people open them, add collateral, borrow more, pay back, and some close them. */
import { Decimal } from 'decimal.js';
import type { RandomSource } from '../../values/index.ts';
import type { VaultAction, VaultHistory, VaultStep } from './books.ts';
import { eastText, SECOND, utcText } from './moments.ts';
import { type Change, vaultStep } from './steps.ts';
import type { Market } from './types.ts';

/** A time range, in nanoseconds since 1970. */
export interface Span {
  readonly begin: bigint;
  readonly end: bigint;
}

/** The amounts in a vault. */
interface Position {
  readonly ink: Decimal;
  readonly art: Decimal;
}

/** A change of a vault by its owner. */
interface Doing extends Change {
  readonly action: VaultAction;
}

/** @returns undefined when the change is not possible now */
type Wish = (market: Market, position: Position, rate: Decimal, random: RandomSource) => Doing | undefined;

const ZERO = new Decimal(0);
const ART_DECIMALS = 2;

/** Factor by which people stay above the liquidation ratio and the debt floor. */
const SAFETY = 1.12;
const ABOVE_DUST = 1.1;

/** The smallest loan, in units of the stable asset. */
const LEAST_LOAN = 10;

const MOST_STEPS = 5;

/** Generates a vault that is safe at the current price, whatever changes were made to it. */
export function safeVault(market: Market, user_id: string, span: Span, random: RandomSource): VaultHistory {
  const opened = momentIn(span, random);
  const rate = market.rates(opened);
  const ink = worthOf(market, Math.round(500 * 300 ** random.next()));
  const debt = ink.times(market.carries).dividedBy(between(SAFETY, SAFETY + 1.5, random));
  const art = debt.greaterThan(floorOf(market)) ? normalized(debt, rate) : ZERO;
  const open = vaultStep('VatOpen', textOf(opened, random), { dink: ink, dart: art }, rate);
  const rest = { begin: opened + 1n, end: span.end };
  const moments = Array.from({ length: random.integer(0, MOST_STEPS) }, () => momentIn(rest, random));
  const steps = [...laterSteps(market, { ink, art }, moments, random)];
  return { id: random.uuid(), collateral_id: market.terms.id, user_id, steps: [open, ...steps] };
}

/**
 * Generates a vault whose collateral no longer covers its debt at the current price.
 *
 * @param span ends when its auction begins
 * @returns its history until then, and its amounts
 */
export function riskyVault(
  market: Market,
  user_id: string,
  span: Span,
  random: RandomSource,
): { readonly history: VaultHistory; readonly position: Position } {
  const opened = momentIn(span, random);
  const rate = market.rates(opened);
  const ink = worthOf(market, Math.round(2_000 * 20 ** random.next()));
  const art = normalized(ink.times(market.carries).dividedBy(between(0.93, 0.98, random)), rate);
  const dart = random.next() < 0.5 ? art : art.times(0.6).toDecimalPlaces(ART_DECIMALS);
  const open = vaultStep('VatOpen', textOf(opened, random), { dink: ink, dart }, rate);
  const more = art.minus(dart);
  const second = momentIn({ begin: opened + 1n, end: span.end }, random);
  const steps = more.isZero()
    ? []
    : [vaultStep('VatGenerate', textOf(second, random), { dart: more }, market.rates(second))];
  const history = { id: random.uuid(), collateral_id: market.terms.id, user_id, steps: [open, ...steps] } as const;
  return { history, position: { ink, art } };
}

/** Generates further steps until the vault is empty, or the times are used up. */
function* laterSteps(market: Market, opened: Position, moments: bigint[], random: RandomSource): Iterable<VaultStep> {
  let { ink, art } = opened;
  for (const at of moments.toSorted((a, b) => (a < b ? -1 : 1))) {
    const rate = market.rates(at);
    const doing = random.pick(WISHES)(market, { ink, art }, rate, random);
    if (doing === undefined) continue;
    yield vaultStep(doing.action, textOf(at, random), doing, rate);
    [ink, art] = [ink.plus(doing.dink ?? ZERO), art.plus(doing.dart ?? ZERO)];
    if (ink.isZero()) return;
  }
}

const deposit: Wish = ({ decimals }, { ink }, _rate, random) => {
  const dink = ink.times(between(0.05, 0.45, random)).toDecimalPlaces(decimals, Decimal.ROUND_UP);
  return { action: 'VatDeposit', dink };
};

const generate: Wish = (market, { ink, art }, rate, random) => {
  const room = ink.times(market.carries).dividedBy(SAFETY).minus(art.times(rate));
  const dart = normalized(room.times(between(0.2, 0.7, random)), rate);
  const floor = floorOf(market);
  if (dart.lessThan(LEAST_LOAN) || dart.plus(art).times(rate).lessThan(floor)) return undefined;
  return { action: 'VatGenerate', dart };
};

const payBack: Wish = (market, { art }, rate, random) => {
  const part = art.times(between(0.1, 0.6, random)).toDecimalPlaces(ART_DECIMALS, Decimal.ROUND_DOWN);
  if (part.isZero()) return undefined;
  // A debt below the floor is not allowed, so all of it is paid back.
  const paid = art.minus(part).times(rate).lessThan(floorOf(market)) ? art : part;
  return { action: 'VatPayback', dart: paid.negated() };
};

const withdraw: Wish = (market, { ink, art }, rate, random) => {
  const free = ink.minus(art.times(rate).times(SAFETY).dividedBy(market.carries));
  // A user without debt withdraws everything.
  const share = art.isZero() ? 1 : between(0.2, 0.7, random);
  const dink = free.times(share).toDecimalPlaces(market.decimals, Decimal.ROUND_DOWN);
  return dink.greaterThan(0) ? { action: 'VatWithdraw', dink: dink.negated() } : undefined;
};

const WISHES: readonly Wish[] = [deposit, generate, generate, payBack, withdraw];

/** Some clients write times with their local offset. */
function textOf(at: bigint, random: RandomSource): string {
  return random.next() < 0.1 ? eastText(at) : utcText(at);
}

/** People stay a little above the smallest allowed debt. */
function floorOf({ terms }: Market): number {
  return Number(terms.dust) * ABOVE_DUST;
}

function normalized(debt: Decimal, rate: Decimal): Decimal {
  return debt.dividedBy(rate).toDecimalPlaces(ART_DECIMALS, Decimal.ROUND_DOWN);
}

/** An amount of collateral with a given value, rounded as people would. */
function worthOf({ price, decimals }: Market, worth: number): Decimal {
  return new Decimal(worth).dividedBy(price).toDecimalPlaces(decimals, Decimal.ROUND_UP);
}

/** A random share, in hundredths. */
function between(min: number, max: number, random: RandomSource): number {
  return random.integer(Math.round(min * 100), Math.round(max * 100)) / 100;
}

/** A random time: whole seconds, or with milliseconds or nanoseconds. */
export function momentIn({ begin, end }: Span, random: RandomSource): bigint {
  const seconds = BigInt(random.integer(0, Math.max(0, Number((end - begin) / SECOND) - 1)));
  const fraction = BigInt(random.pick([0, random.integer(0, 999) * 1_000_000, random.integer(0, 999_999_999)]));
  const moment = ((begin + SECOND - 1n) / SECOND + seconds) * SECOND + fraction;
  return moment > end ? end : moment;
}
