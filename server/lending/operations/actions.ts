/**
 * The effects of paid actions on the market, and their records (document 1, Action numbers). The data of Supply and
 * Mint follows document 1, Transaction; the documents do not define the data of the others.
 *
 * The markets of this server accrue no interest: `block_number` and `borrow_index` do not change.
 */
import { Action } from '@wallet-services/contract/lending';
import type { Decimal } from 'decimal.js';
import { ActionRefused, type Book, type Entry } from './book.ts';
import { Exact, transferable } from './decimals.ts';
import type { Memo } from './memo.ts';

/** The payment of a user. */
export interface Paid {
  readonly assetId: string;
  readonly amount: Decimal;
}

/** A transaction without ids and times. */
export interface ActionRecord {
  readonly action: Action;
  readonly assetId: string;
  readonly amount: Decimal;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An amount that exceeds every balance. */
const MOST = '1e18';

type Act = (book: Book, paid: Paid, memo: Memo) => readonly ActionRecord[];

/**
 * Performs the action of a memo.
 *
 * @throws ActionRefused when the action is not possible; the book must then be discarded
 */
export function act(book: Book, paid: Paid, memo: Memo): readonly ActionRecord[] {
  if (paid.amount.greaterThan(MOST) || !transferable(paid.amount).equals(paid.amount)) {
    throw new ActionRefused('the amount is none that the wallet network transfers: at most 8 decimals, at most 10^18');
  }
  const known = ACTS[memo.action];
  if (known === undefined) throw new ActionRefused(`the action ${memo.action} cannot be paid for`);
  return known(book, paid, memo);
}

/** The record of a payment that is sent back. */
export function refund(paid: Paid, origin: Action): ActionRecord {
  return { action: Action.RefundTransfer, ...paid, data: { origin } };
}

const ACTS: Partial<Record<Action, Act>> = {
  [Action.Supply]: (book, paid) => {
    const { entry, minted } = supply(book, paid);
    const { ctoken_asset_id } = entry.market;
    return [
      { action: Action.Supply, ...paid, data: { amount: minted.toFixed(), ctoken_asset_id } },
      { action: Action.Mint, assetId: ctoken_asset_id, amount: minted, data: { origin: Action.Supply } },
    ];
  },

  [Action.Redeem]: (book, paid) => {
    const entry = book.ofCtoken(paid.assetId);
    return [
      { action: Action.Redeem, ...paid, data: ctokenData(paid) },
      payOut(Action.RedeemTransfer, Action.Redeem, entry.market.asset_id, redeem(book, entry, paid.amount)),
    ];
  },

  [Action.Pledge]: (book, paid) => {
    book.change(book.ofCtoken(paid.assetId), 'pledged', paid.amount);
    return [{ action: Action.Pledge, ...paid, data: ctokenData(paid) }];
  },

  [Action.Unpledge]: (book, _paid, memo) => {
    const wanted = wantedOf(memo);
    unpledge(book, wanted);
    return [
      { action: Action.Unpledge, ...wanted, data: ctokenData(wanted) },
      payOut(Action.UnpledgeTransfer, Action.Unpledge, wanted.assetId, wanted.amount),
    ];
  },

  [Action.Borrow]: (book, _paid, memo) => {
    const wanted = wantedOf(memo);
    borrow(book, wanted);
    return [
      { action: Action.Borrow, ...wanted, data: assetData(wanted) },
      payOut(Action.BorrowTransfer, Action.Borrow, wanted.assetId, wanted.amount),
    ];
  },

  [Action.Repay]: (book, paid) => {
    const entry = book.ofAsset(paid.assetId);
    const owed = new Exact(entry.position.borrowed);
    if (owed.isZero()) throw new ActionRefused(`the user owes no ${entry.market.symbol}`);
    const taken = Exact.min(owed, paid.amount);
    book.change(entry, 'borrowed', taken.negated());
    book.move(entry, 'total_borrows', taken.negated());
    book.move(entry, 'total_cash', taken);
    const surplus = paid.amount.minus(taken);
    return [
      { action: Action.Repay, ...paid, data: { asset_id: paid.assetId, amount: taken.toFixed() } },
      ...(surplus.isZero() ? [] : [payOut(Action.RepayRefundTransfer, Action.Repay, paid.assetId, surplus)]),
    ];
  },

  [Action.QuickPledge]: (book, paid) => {
    const { entry, minted } = supply(book, paid);
    book.change(entry, 'pledged', minted);
    const data = { amount: minted.toFixed(), ctoken_asset_id: entry.market.ctoken_asset_id };
    return [{ action: Action.QuickPledge, ...paid, data }];
  },

  [Action.QuickBorrow]: (book, paid, memo) => {
    const wanted = wantedOf(memo);
    const { entry, minted } = supply(book, paid);
    book.change(entry, 'pledged', minted);
    borrow(book, wanted);
    return [
      { action: Action.QuickBorrow, ...paid, data: assetData(wanted) },
      payOut(Action.QuickBorrowTransfer, Action.QuickBorrow, wanted.assetId, wanted.amount),
    ];
  },

  [Action.QuickRedeem]: (book, _paid, memo) => {
    const wanted = wantedOf(memo);
    const entry = unpledge(book, wanted);
    return [
      { action: Action.QuickRedeem, ...wanted, data: ctokenData(wanted) },
      payOut(Action.QuickRedeemTransfer, Action.QuickRedeem, entry.market.asset_id, redeem(book, entry, wanted.amount)),
    ];
  },
};

function supply(book: Book, paid: Paid): { readonly entry: Entry; readonly minted: Decimal } {
  const entry = book.ofAsset(paid.assetId);
  const minted = positive(transferable(paid.amount.dividedBy(book.exchangeRate(entry))));
  book.move(entry, 'total_cash', paid.amount);
  book.move(entry, 'ctokens', minted);
  book.change(entry, 'supplied', minted);
  return { entry, minted };
}

/** @returns the amount to pay out, in the asset's unit */
function redeem(book: Book, entry: Entry, ctokens: Decimal): Decimal {
  const amount = positive(transferable(ctokens.times(book.exchangeRate(entry))));
  book.move(entry, 'total_cash', amount.negated());
  book.move(entry, 'ctokens', ctokens.negated());
  // The tokens may have been minted by someone else.
  book.change(entry, 'supplied', Exact.min(entry.position.supplied, ctokens).negated());
  return amount;
}

function borrow(book: Book, { assetId, amount }: Paid): void {
  const entry = book.ofAsset(assetId);
  book.move(entry, 'total_cash', amount.negated());
  book.move(entry, 'total_borrows', amount);
  book.change(entry, 'borrowed', amount);
  const { borrow_cap, total_borrows, symbol } = entry.market;
  const cap = new Exact(borrow_cap);
  if (!cap.isZero() && cap.lessThan(total_borrows)) throw new ActionRefused(`${symbol} is borrowed up to its cap`);
  book.requireCover();
}

function unpledge(book: Book, { assetId, amount }: Paid): Entry {
  const entry = book.ofCtoken(assetId);
  book.change(entry, 'pledged', amount.negated());
  book.requireCover();
  return entry;
}

function wantedOf({ wanted }: Memo): Paid {
  if (wanted === undefined) throw new ActionRefused('the memo does not say which asset, and how much of it');
  return { assetId: wanted.assetId, amount: positive(transferable(new Exact(wanted.amount))) };
}

function positive(amount: Decimal): Decimal {
  if (amount.greaterThan(0)) return amount;
  throw new ActionRefused('the amount is too small');
}

/** The record of a payout; its data names the action that caused it. */
function payOut(action: Action, origin: Action, assetId: string, amount: Decimal): ActionRecord {
  return { action, assetId, amount, data: { origin } };
}

const assetData = ({ assetId, amount }: Paid) => ({ asset_id: assetId, amount: amount.toFixed() });
const ctokenData = ({ assetId, amount }: Paid) => ({ ctoken_asset_id: assetId, amount: amount.toFixed() });
