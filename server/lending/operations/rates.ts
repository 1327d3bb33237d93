/**
 * The rate model of a lending market: a jump-rate model per block. The documents do not define one; this is the
 * reference server's choice (spec/lending, `lending.Market.parameters`).
 *
 * Each figure is truncated to 16 decimals before the next step uses it, so that a reader can recompute every derived
 * member of an answer exactly from its other members.
 */
import { Decimal } from 'decimal.js';
import type { MarketRates } from '../store/tables.ts';
import { Exact } from './decimals.ts';

/** A block takes 15 seconds. */
const BLOCKS_PER_YEAR = 2_102_400;

const DECIMALS = 16;

/** The inputs of a market's rates. Decimal strings; rates are per year, amounts in the asset's unit. */
export interface MarketBalances {
  readonly total_cash: string;
  readonly total_borrows: string;
  readonly reserves: string;
  readonly ctokens: string;
  readonly init_exchange_rate: string;
  readonly reserve_factor: string;
  readonly base_rate: string;
  readonly multiplier: string;
  readonly jump_multiplier: string;
  readonly kink: string;
}

/**
 * Derives the rates of a market from its balances.
 *
 * @example
 * marketRates({ total_cash: '60', total_borrows: '40', reserves: '0', ... }).utilization_rate // '0.4'
 */
export function marketRates(balances: MarketBalances): MarketRates {
  const cash = new Exact(balances.total_cash);
  const borrows = new Exact(balances.total_borrows);
  const reserves = new Exact(balances.reserves);
  const ctokens = new Exact(balances.ctokens);
  const funds = cash.plus(borrows).minus(reserves);

  const utilization = funds.greaterThan(0) ? shown(borrows.dividedBy(funds)) : new Exact(0);
  const exchange = ctokens.greaterThan(0) ? shown(funds.dividedBy(ctokens)) : new Exact(balances.init_exchange_rate);
  const borrowPerBlock = shown(borrowRatePerYear(utilization, balances).dividedBy(BLOCKS_PER_YEAR));
  const toSuppliers = new Exact(1).minus(balances.reserve_factor);
  const supplyPerBlock = shown(utilization.times(borrowPerBlock).times(toSuppliers));

  return {
    utilization_rate: utilization.toFixed(),
    exchange_rate: exchange.toFixed(),
    supply_rate_per_block: supplyPerBlock.toFixed(),
    borrow_rate_per_block: borrowPerBlock.toFixed(),
    supply_apy: shown(supplyPerBlock.times(BLOCKS_PER_YEAR)).toFixed(),
    borrow_apy: shown(borrowPerBlock.times(BLOCKS_PER_YEAR)).toFixed(),
  };
}

/** The base rate plus slope times utilization; above the kink the steeper slope applies. A kink of 0 means none. */
function borrowRatePerYear(utilization: Decimal, balances: MarketBalances): Decimal {
  const base = new Exact(balances.base_rate);
  const kink = new Exact(balances.kink);
  const below = kink.isZero() ? utilization : Exact.min(utilization, kink);
  const beyond = utilization.minus(below);
  return base.plus(below.times(balances.multiplier)).plus(beyond.times(balances.jump_multiplier));
}

function shown(value: Decimal): Decimal {
  return value.toDecimalPlaces(DECIMALS, Decimal.ROUND_DOWN);
}
