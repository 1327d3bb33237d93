import { Action, type Market, type Transaction } from '@wallet-services/contract/lending';
import { describe, expect, test } from 'vitest';
import { call, post, STORY_VALIDATORS, testServer } from '../../testing/server.ts';
import { keystoreOf, payAs, type SandboxName } from '../../testing/wallet.ts';
import { type Memo, writeMemo } from './memo.ts';

const BTC = '4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51';
const C_BTC = '0c9d8e7f-6a5b-3c4d-8e2f-1a0b9c8d7e6f';
const USDC = 'b2f4c6d8-0a1e-3d5f-a7c9-4e6b8d0f2a13';
const SOL = 'e8c1a5f7-3b2d-3a9c-8e4f-6d7b9c0a1f25';

interface Pay {
  readonly asset: string;
  readonly amount: string;
  /** The content of the memo, or its text. */
  readonly memo: Omit<Memo, 'followId'> | string;
  readonly by?: SandboxName;
}

interface Paid {
  readonly state: string;
  readonly reason?: string;
  readonly snapshot_id: string;
}

async function served(options = {}) {
  const server = await testServer(options);
  const api = `${server.httpUrl}/lending/api/v1`;
  const started = new Date().toISOString();

  async function market(asset: string): Promise<Market> {
    const { data } = (await call(`${api}/markets/all`)).body as { data: Market[] };
    const found = data.find(({ asset_id }) => asset_id === asset);
    if (found === undefined) throw new Error(`there is no market of ${asset}`);
    return found;
  }

  /** The transactions since the server was started. */
  async function news(): Promise<Transaction[]> {
    return (await call(`${api}/transactions?offset=${started}`)).body as Transaction[];
  }

  async function code({ asset, amount, memo }: Pay, followId: string = crypto.randomUUID()) {
    const { body } = await post(`${api}/pay-requests`, {
      asset_id: asset,
      amount,
      trace_id: crypto.randomUUID(),
      follow_id: followId,
      memo_base64: typeof memo === 'string' ? memo : writeMemo({ ...memo, followId }),
    });
    return (body as { url: string }).url.replace(/^.*\//, '');
  }

  async function pay(payment: Pay): Promise<Paid> {
    const { status, body } = await payAs(server, payment.by ?? 'Mira', await code(payment));
    expect(status).toBe(200);
    return (body as { data: Paid }).data;
  }

  const supply = (amount: string, asset = BTC) => pay({ asset, amount, memo: { action: Action.Supply } });
  return { server, api, market, news, code, pay, supply };
}

describe.each(STORY_VALIDATORS)('a lending story, validated by %s', (validator) => {
  test('supplying, pledging, borrowing, repaying, unpledging and redeeming change the markets', async () => {
    const { market, news, pay, supply } = await served({ validator });
    const [bitcoin, dollar] = [await market(BTC), await market(USDC)];

    expect(await supply('1')).toMatchObject({ state: 'accepted' });
    const supplied = await market(BTC);
    const minted = '0.97265867';
    expect(supplied).toMatchObject({
      total_cash: '183.50316411',
      ctokens: '242.8228507',
      suppliers: bitcoin.suppliers + 1,
      version: bitcoin.version + 1,
    });
    expect(Number(supplied.utilization_rate)).toBeLessThan(Number(bitcoin.utilization_rate));
    expect(supplied.updated_at > bitcoin.updated_at).toBe(true);

    await pay({ asset: C_BTC, amount: minted, memo: { action: Action.Pledge } });
    const wanted = { assetId: USDC, amount: '30000' };
    expect(await pay({ asset: BTC, amount: '0.00000001', memo: { action: Action.Borrow, wanted } })).toMatchObject({
      state: 'accepted',
    });
    expect(await market(USDC)).toMatchObject({
      total_cash: '2380388.20113',
      total_borrows: '5934412.771',
      borrowers: dollar.borrowers + 1,
    });

    const back = { assetId: C_BTC, amount: minted };
    const unpledge: Pay = { asset: BTC, amount: '0.00000001', memo: { action: Action.Unpledge, wanted: back } };
    expect(await pay(unpledge)).toMatchObject({ state: 'refunded', reason: expect.stringContaining('cover') });
    await pay({ asset: USDC, amount: '30010', memo: { action: Action.Repay } });
    expect(await market(USDC)).toMatchObject({
      total_cash: dollar.total_cash,
      total_borrows: dollar.total_borrows,
      borrowers: dollar.borrowers,
    });
    expect(await pay(unpledge)).toMatchObject({ state: 'accepted' });
    await pay({ asset: C_BTC, amount: minted, memo: { action: Action.Redeem } });
    expect(await market(BTC)).toMatchObject({ ctokens: bitcoin.ctokens, suppliers: bitcoin.suppliers });

    expect((await news()).map(({ action, asset_id, amount, data }) => [action, asset_id, amount, data])).toEqual([
      [Action.Supply, BTC, '1', { amount: minted, ctoken_asset_id: C_BTC }],
      [Action.Mint, C_BTC, minted, { origin: Action.Supply }],
      [Action.Pledge, C_BTC, minted, { ctoken_asset_id: C_BTC, amount: minted }],
      [Action.Borrow, USDC, '30000', { asset_id: USDC, amount: '30000' }],
      [Action.BorrowTransfer, USDC, '30000', { origin: Action.Borrow }],
      [Action.RefundTransfer, BTC, '0.00000001', { origin: Action.Unpledge }],
      [Action.Repay, USDC, '30010', { asset_id: USDC, amount: '30000' }],
      [Action.RepayRefundTransfer, USDC, '10', { origin: Action.Repay }],
      [Action.Unpledge, C_BTC, minted, { ctoken_asset_id: C_BTC, amount: minted }],
      [Action.UnpledgeTransfer, C_BTC, minted, { origin: Action.Unpledge }],
      [Action.Redeem, C_BTC, minted, { ctoken_asset_id: C_BTC, amount: minted }],
      [Action.RedeemTransfer, BTC, '0.99999999', { origin: Action.Redeem }],
    ]);
  });
});

test('the records of a payment name its payer, its trace, its follow id and its snapshot, over HTTP and RPC', async () => {
  const { server, news, code } = await served();
  const followId = 'c9b8a7f6-5e4d-4c3b-8a29-180706f5e4d3';
  const codeId = await code({ asset: BTC, amount: '1', memo: { action: Action.Supply } }, followId);
  const request = (await call(`${server.networkUrl}/codes/${codeId}`)).body as { trace_id: string };
  const { body } = await payAs(server, 'Jonas', codeId);
  const { snapshot_id } = (body as { data: Paid }).data;

  const records = await news();
  expect(records).toHaveLength(2);
  expect(records[0]).toMatchObject({ trace_id: request.trace_id, snapshot_trace_id: snapshot_id });
  for (const record of records) {
    expect(record).toMatchObject({ user_id: keystoreOf(server, 'Jonas').clientId, follow_id: followId });
  }
  const { data } = (await post(`${server.httpUrl}/twirp/Lending/Transactions`, { offset: records[0]?.created_at }))
    .body as { data: { action: number; follow_id: string; data: string }[] };
  expect(data.map(({ action, follow_id }) => [action, follow_id])).toEqual([
    [Action.Supply, followId],
    [Action.Mint, followId],
  ]);
  const [supplied] = data;
  expect(JSON.parse(Buffer.from(supplied?.data ?? '', 'base64').toString())).toEqual(records[0]?.data);
});

test('a repeated payment, even at once and by another user, has its effect once', async () => {
  const { server, market, news, code } = await served();
  const before = await market(BTC);
  const codeId = await code({ asset: BTC, amount: '1', memo: { action: Action.Supply } });
  const first = await Promise.all(Array.from({ length: 5 }, () => payAs(server, 'Mira', codeId)));
  const later = await payAs(server, 'Jonas', codeId);
  const answers = [...first, later].map(({ body }) => JSON.stringify(body));
  expect(new Set(answers).size).toBe(1);
  expect((await market(BTC)).version).toBe(before.version + 1);
  expect(await news()).toHaveLength(2);
});

test('a quick action performs the actions that it requires', async () => {
  const { market, news, pay } = await served();
  const before = await market(BTC);
  const wanted = { assetId: USDC, amount: '1000' };
  await pay({ asset: BTC, amount: '1', memo: { action: Action.QuickPledge } });
  await pay({ asset: BTC, amount: '1', memo: { action: Action.QuickBorrow, wanted } });
  await pay({ asset: USDC, amount: '1000', memo: { action: Action.Repay } });
  const ctokens = { assetId: C_BTC, amount: '0.97265867' };
  await pay({ asset: USDC, amount: '0.01', memo: { action: Action.QuickRedeem, wanted: ctokens } });
  expect((await news()).map(({ action }) => action)).toEqual([
    Action.QuickPledge,
    Action.QuickBorrow,
    Action.QuickBorrowTransfer,
    Action.Repay,
    Action.QuickRedeem,
    Action.QuickRedeemTransfer,
  ]);
  expect(Number((await market(BTC)).total_cash)).toBeCloseTo(Number(before.total_cash) + 1, 7);
});

const dust = { asset: BTC, amount: '0.00000001' };

test.each<[string, Pay, number]>([
  ['the memo says nothing', { ...dust, memo: '' }, Action.Default],
  ['the memo is of another form', { ...dust, memo: 'AQAA' }, Action.Default],
  ['the memo is of another version', { ...dust, memo: 'AQEPXE07KhlIB5b15NPCsaCY' }, Action.Default],
  ['the memo names no action', { ...dust, memo: '/wAPXE07KhlIB5b15NPCsaCY' }, Action.Default],
  ['the action is none of a user', { ...dust, memo: { action: Action.ProposalVote } }, Action.ProposalVote],
  ['the action is one of the protocol', { ...dust, memo: { action: Action.Mint } }, Action.Mint],
  ['no market has the asset', { ...dust, asset: C_BTC, memo: { action: Action.Supply } }, Action.Supply],
  ['the market is closed', { ...dust, asset: SOL, memo: { action: Action.Supply } }, Action.Supply],
  ['nothing is owed', { ...dust, memo: { action: Action.Repay } }, Action.Repay],
  ['nothing is pledged for it', borrow('1'), Action.Borrow],
  ['the market has not that much', borrow('99999999'), Action.Borrow],
  ['the memo does not say what is wanted', { ...dust, memo: { action: Action.Borrow } }, Action.Borrow],
  ['nothing is wanted', borrow('0'), Action.Borrow],
  ['more is redeemed than there is', redeem('500'), Action.Redeem],
  ['it is worth less than a unit', supply('0.00000001'), Action.Supply],
  ['the amount has 9 decimals', supply('0.000000001'), Action.Supply],
  ['the amount is beyond everything', supply('1000000000000000001'), Action.Supply],
])('a payment is sent back, and nothing else changes, when %s', async (_why, payment, origin) => {
  const { api, news, pay } = await served();
  const before = (await call(`${api}/markets/all`)).body;
  expect(await pay(payment)).toMatchObject({ state: 'refunded', reason: expect.stringMatching(/\w/) });
  expect(await news()).toMatchObject([
    { action: Action.RefundTransfer, asset_id: payment.asset, amount: payment.amount, data: { origin } },
  ]);
  expect((await call(`${api}/markets/all`)).body).toEqual(before);
});

function borrow(amount: string): Pay {
  return { ...dust, memo: { action: Action.Borrow, wanted: { assetId: USDC, amount } } };
}

function redeem(amount: string): Pay {
  return { asset: C_BTC, amount, memo: { action: Action.Redeem } };
}

function supply(amount: string): Pay {
  return { asset: BTC, amount, memo: { action: Action.Supply } };
}

test('an amount with too many digits cannot be paid, and changes nothing', async () => {
  const { server, news, code } = await served();
  const codeId = await code({ asset: BTC, amount: '1'.repeat(65), memo: { action: Action.Supply } });
  expect(await payAs(server, 'Mira', codeId)).toMatchObject({ status: 409, body: { code: 409 } });
  expect(await news()).toEqual([]);
});
