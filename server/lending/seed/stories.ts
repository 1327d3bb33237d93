/**
 * Generates the records of events on a money market. The data of Supply and Mint follows document 1, Transaction; the
 * documents do not define the data of the other actions, so it is this server's.
 */
import { Action, type Market, type Transaction } from '@wallet-services/contract/lending';
import { Decimal } from 'decimal.js';
import type { RandomSource } from '../../values/index.ts';

/** The people and markets that take part. */
export interface Cast {
  readonly markets: readonly Market[];
  readonly people: readonly string[];
}

/** A transaction without its ids and times. */
export type StoryRecord = Pick<Transaction, 'action' | 'user_id' | 'asset_id' | 'amount'> & {
  readonly data: Data;
  /** Whether it has a transfer. */
  readonly moved: boolean;
};

/** An event, and the records that it leaves. */
export interface Story {
  /** Common events happen often, others at least once. */
  readonly common: boolean;
  readonly write: (cast: Cast, random: RandomSource) => readonly StoryRecord[];
}

/** A user, a market, an amount of its asset, and the same value in receipt tokens. */
interface Setting {
  readonly user: string;
  readonly market: Market;
  readonly amount: string;
  readonly ctokens: string;
}

type Data = Readonly<Record<string, unknown>>;

/** Chooses a user, a market, and an amount with a value between 20 and 20,000. */
function setting({ markets, people }: Cast, random: RandomSource): Setting {
  const market = random.pick(markets);
  const worth = 20 * 1000 ** random.next();
  const amount = new Decimal(worth).dividedBy(market.price).toDecimalPlaces(8, Decimal.ROUND_DOWN);
  const ctokens = amount.dividedBy(market.exchange_rate).toDecimalPlaces(8, Decimal.ROUND_DOWN);
  return { user: random.pick(people), market, amount: amount.toFixed(), ctokens: ctokens.toFixed() };
}

/** A record with an amount of the asset, which the user paid or got. */
function ofAsset(action: Action, { user, market, amount }: Setting, data: Data): StoryRecord {
  return { action, user_id: user, asset_id: market.asset_id, amount, data, moved: true };
}

/** A record with an amount of receipt tokens, which the user paid or got. */
function ofCtoken(action: Action, { user, market, ctokens }: Setting, data: Data): StoryRecord {
  return { action, user_id: user, asset_id: market.ctoken_asset_id, amount: ctokens, data, moved: true };
}

const assetData = ({ market, amount }: Setting): Data => ({ asset_id: market.asset_id, amount });
const ctokenData = ({ market, ctokens }: Setting): Data => ({
  ctoken_asset_id: market.ctoken_asset_id,
  amount: ctokens,
});
const supplyData = ({ market, ctokens }: Setting): Data => ({
  amount: ctokens,
  ctoken_asset_id: market.ctoken_asset_id,
});

/** The data of a payout: the action that caused it. */
const origin = (action: Action): Data => ({ origin: action });

/** An event that a user causes. */
function userStory(common: boolean, write: (setting: Setting) => readonly StoryRecord[]): Story {
  return { common, write: (cast, random) => write(setting(cast, random)) };
}

/** The id of the protocol's administrators, as in the examples of the contract. */
export const PROTOCOL = '8f4a0e1d-6c3b-4295-8e7f-5a1b2c3d4e5f';

/** A decision of the protocol's administrators, which has no transfer. */
function proposal(action: Action, data: (market: Market, cast: Cast, random: RandomSource) => Data): Story {
  return {
    common: false,
    write(cast, random) {
      const market = random.pick(cast.markets);
      const { asset_id } = market;
      return [{ action, user_id: PROTOCOL, asset_id, amount: '0', data: data(market, cast, random), moved: false }];
    },
  };
}

const userStories: readonly Story[] = [
  userStory(true, (s) => [ofAsset(Action.Supply, s, supplyData(s)), ofCtoken(Action.Mint, s, origin(Action.Supply))]),
  userStory(true, (s) => [
    ofAsset(Action.Borrow, s, assetData(s)),
    ofAsset(Action.BorrowTransfer, s, origin(Action.Borrow)),
  ]),
  userStory(true, (s) => [ofAsset(Action.Repay, s, assetData(s))]),
  userStory(true, (s) => [
    ofCtoken(Action.Redeem, s, ctokenData(s)),
    ofAsset(Action.RedeemTransfer, s, origin(Action.Redeem)),
  ]),
  userStory(true, (s) => [ofCtoken(Action.Pledge, s, ctokenData(s))]),
  userStory(true, (s) => [
    ofCtoken(Action.Unpledge, s, ctokenData(s)),
    ofCtoken(Action.UnpledgeTransfer, s, origin(Action.Unpledge)),
  ]),
  userStory(true, (s) => [ofAsset(Action.QuickPledge, s, supplyData(s))]),
  userStory(true, (s) => [
    ofAsset(Action.QuickBorrow, s, assetData(s)),
    ofAsset(Action.QuickBorrowTransfer, s, origin(Action.QuickBorrow)),
  ]),
  userStory(true, (s) => [
    ofCtoken(Action.QuickRedeem, s, ctokenData(s)),
    ofAsset(Action.QuickRedeemTransfer, s, origin(Action.QuickRedeem)),
  ]),
  userStory(false, (s) => [
    ofAsset(Action.Repay, s, assetData(s)),
    ofAsset(Action.RepayRefundTransfer, s, origin(Action.Repay)),
  ]),
  userStory(false, (s) => [
    ofAsset(Action.Liquidate, s, { ...assetData(s), ctoken_asset_id: s.market.ctoken_asset_id }),
    ofCtoken(Action.LiquidateTransfer, s, origin(Action.Liquidate)),
    ofAsset(Action.LiquidateRefundTransfer, s, origin(Action.Liquidate)),
  ]),
  userStory(false, (s) => [
    ofAsset(Action.Borrow, s, assetData(s)),
    ofAsset(Action.RefundTransfer, s, origin(Action.Borrow)),
  ]),
];

const marketTerms = ({ symbol, asset_id, ctoken_asset_id, collateral_factor, reserve_factor }: Market): Data => ({
  symbol,
  asset_id,
  ctoken_asset_id,
  collateral_factor,
  reserve_factor,
});
const symbolOf = ({ symbol }: Market): Data => ({ symbol });
const someone = (_market: Market, { people }: Cast, random: RandomSource): Data => ({ user_id: random.pick(people) });

const protocolStories: readonly Story[] = [
  proposal(Action.ProposalAddMarket, marketTerms),
  proposal(Action.ProposalUpdateMarket, marketTerms),
  proposal(Action.ProposalUpdateMarketAdvance, ({ symbol, borrow_cap, base_rate, multiplier, kink }) => ({
    symbol,
    borrow_cap,
    base_rate,
    multiplier,
    kink,
  })),
  proposal(Action.ProposalWithdrawReserves, ({ asset_id }, { people }, random) => ({
    asset_id,
    amount: '0.25',
    opponent_id: random.pick(people),
  })),
  proposal(Action.ProposalProvidePrice, ({ symbol, price }) => ({ symbol, price })),
  proposal(Action.ProposalVote, (_market, _cast, random) => ({ trace_id: random.uuid() })),
  proposal(Action.ProposalInjectCTokenForMint, ({ ctoken_asset_id }) => ({ ctoken_asset_id, amount: '100' })),
  proposal(Action.ProposalTransfer, ({ asset_id }, { people }, random) => ({
    asset_id,
    amount: '1.5',
    opponent_id: random.pick(people),
  })),
  proposal(Action.ProposalCloseMarket, symbolOf),
  proposal(Action.ProposalOpenMarket, symbolOf),
  proposal(Action.ProposalAddScope, () => ({ scope: 'borrow' })),
  proposal(Action.ProposalRemoveScope, () => ({ scope: 'borrow' })),
  proposal(Action.ProposalAddAllowList, someone),
  proposal(Action.ProposalRemoveAllowList, someone),
  proposal(Action.UpdateMarket, ({ symbol, borrow_index, block_number }) => ({ symbol, borrow_index, block_number })),
  proposal(Action.ProposalAddOracleSigner, someone),
  proposal(Action.ProposalRemoveOracleSigner, someone),
];

/** All events. */
export const stories: readonly Story[] = [...userStories, ...protocolStories];
