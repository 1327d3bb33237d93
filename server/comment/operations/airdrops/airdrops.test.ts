import type { Airdrop, AirdropRequest, AirdropResponse, Comment, Session } from '@wallet-services/contract/comment';
import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { exampleAnswer, exampleRequest, readDocument } from '../../../contract/index.ts';
import { bearer, type CommentClient, dataOf, refusal, SITE, sharedServer } from '../../../testing/comment.ts';
import { type Answer, call, STORY_VALIDATORS } from '../../../testing/server.ts';
import type { RewardEntry } from './rewards.ts';

const USDC = 'b2f4c6d8-0a1e-3d5f-a7c9-4e6b8d0f2a13';

const payment = { asset_id: USDC, amount: '12.5', memo: 'well said', redirect_url: 'https://notes.example.org/' };
const toUser = { ...payment, airdrop_type: 'user', opponent_id: 1311 };
const toComment = { ...payment, airdrop_type: 'comment', opponent_id: 90318 };
const toPage = { ...payment, airdrop_type: 'slug', site_id: SITE, slug: 'posts/summer-pruning' };
const toTop = { ...toPage, airdrop_type: 'comments', strategy_name: 'topn', strategy_params: { n: 2 } };
const toAll = { ...toTop, strategy_name: 'avg', strategy_params: {} };

/** A page with at least three comments. */
type Page = readonly [Comment, Comment, Comment, ...Comment[]];

const rewardsOf = ({ rewards }: Comment) => (rewards ?? []) as unknown as RewardEntry[];

describe.each(STORY_VALIDATORS)('airdrops, validated by %s', (validator) => {
  const client = sharedServer({ validator });

  async function responseTo(request: object, session?: Session): Promise<Answer> {
    const { signIn, send } = client();
    const { access_token } = session ?? (await signIn('Mira'));
    return send('/airdrops', request, bearer(access_token));
  }

  async function made(request: object): Promise<Airdrop> {
    return dataOf<Airdrop>(await responseTo(request));
  }

  describe('requesting', () => {
    test.each(['to-the-top-comments', 'to-one-user'])('answers as the document shows: %s', async (name) => {
      const document = await readDocument('comment');
      const request = exampleRequest<AirdropRequest>(document, 'createAirdrop', name);
      const example = exampleAnswer<AirdropResponse>(document, 'createAirdrop', name).data;
      expect(await made(request)).toEqual({
        ...example,
        id: expect.any(Number),
        uuid: expect.any(String),
        payment_code: expect.any(String),
        created_at: expect.any(String),
        updated_at: expect.any(String),
      });
    });

    test.each([
      [toUser, { opponent_id: 1311, site_id: 0, slug: '', strategy_name: '', strategy_params: {} }],
      [toComment, { opponent_id: 90318, site_id: 0, slug: '', strategy_name: '', strategy_params: {} }],
      [toPage, { opponent_id: 0, site_id: SITE, slug: toPage.slug, strategy_name: '', strategy_params: {} }],
      [toTop, { opponent_id: 0, site_id: SITE, slug: toPage.slug, strategy_name: 'topn', strategy_params: { n: 2 } }],
      [toAll, { opponent_id: 0, site_id: SITE, slug: toPage.slug, strategy_name: 'avg', strategy_params: {} }],
    ])('accepts the type %#', async (request, target) => {
      expect(await made(request)).toMatchObject({
        ...target,
        tip_type: request.airdrop_type,
        user_id: 1207,
        asset_id: USDC,
        amount: '12.5',
        memo: 'well said',
        status: 0,
        deleted_at: null,
      });
    });

    test.each([
      ['user', toUser, ['opponent_id']],
      ['comment', toComment, ['opponent_id']],
      ['slug', toPage, ['site_id', 'slug']],
      ['comments', toTop, ['site_id', 'slug', 'strategy_name', 'strategy_params']],
      ['comments by avg', toAll, ['site_id', 'slug', 'strategy_name', 'strategy_params']],
    ])('is rejected for %s without what the type needs', async (_type, request, members) => {
      for (const member of members) {
        const { [member]: _left, ...rest } = { ...request } as Record<string, unknown>;
        expect(await responseTo(rest)).toMatchObject(refusal(400, new RegExp(`\\b${member}\\b`)));
      }
    });

    test.each([{}, { n: 0 }, { n: -2 }, { n: 1.5 }, { n: '2' }, { n: null }])(
      'is refused for topn with %j',
      async (strategy_params) => {
        expect(await responseTo({ ...toTop, strategy_params })).toMatchObject(refusal(400));
      },
    );

    test.each(['airdrop_type', 'asset_id', 'amount', 'memo', 'redirect_url'])(
      'is refused without %s',
      async (member) => {
        const { [member]: _left, ...rest } = { ...toUser } as Record<string, unknown>;
        expect(await responseTo(rest)).toMatchObject(refusal(400, new RegExp(`\\b${member}\\b`)));
      },
    );

    test.each(['0', '0.00000000', '-1', '1e3', '.5', '', '0.000000001', `${'9'.repeat(70)}`])(
      'is refused with the amount %j',
      async (amount) => {
        expect(await responseTo({ ...toUser, amount })).toMatchObject(refusal(400));
      },
    );

    test.each(['1', '0.00000001', '12345678.12345678', '1.50', '007'])('keeps the amount %s', async (amount) => {
      expect((await made({ ...toUser, amount })).amount).toBe(amount);
    });

    test.each([
      { airdrop_type: 'everybody' },
      { asset_id: 'usdc' },
      { opponent_id: 'Jonas' },
      { memo: 7 },
      { memo: 'a'.repeat(1_025) },
      { redirect_url: 'a'.repeat(4_097) },
    ])('is rejected with %j', async (change) => {
      expect(await responseTo({ ...toUser, ...change })).toMatchObject(refusal(400));
    });

    test('is rejected for a missing user, comment or site', async () => {
      expect(await responseTo({ ...toUser, opponent_id: 90318 })).toMatchObject(refusal(404, /user/));
      expect(await responseTo({ ...toComment, opponent_id: 1311 })).toMatchObject(refusal(404, /comment/));
      expect(await responseTo({ ...toPage, site_id: 99 })).toMatchObject(refusal(404, /site/));
      expect(await responseTo({ ...toTop, site_id: 99 })).toMatchObject(refusal(404, /site/));
    });

    test('ignores what the type does not need', async () => {
      const airdrop = await made({ ...toUser, site_id: 99, slug: 'anywhere', strategy_name: 'avg', more: true });
      expect(airdrop).toMatchObject({ site_id: 0, slug: '', strategy_name: '', opponent_id: 1311 });
    });

    test('returns a code that the wallet can look up', async () => {
      const { server } = client();
      const airdrop = await made({ ...toUser, memo: 'thanks 🍐' });
      expect(await call(`${server.networkUrl}/codes/${airdrop.payment_code}`)).toMatchObject({
        status: 200,
        body: {
          code_id: airdrop.payment_code,
          asset_id: USDC,
          amount: '12.5',
          trace_id: airdrop.uuid,
          memo_base64: Buffer.from('thanks 🍐').toString('base64'),
          with_gas: false,
        },
      });
    });
  });

  describe('paying', () => {
    test('rewards a comment, once', async () => {
      const { pay, comment } = client();
      const airdrop = await made({ ...toComment, amount: '0.75' });
      const before = rewardsOf(await comment(90318));
      const paid = await pay('Jonas', airdrop.payment_code);
      expect(paid).toMatchObject({ status: 200, body: { data: { state: 'accepted' } } });
      expect((await pay('Jonas', airdrop.payment_code)).body).toEqual(paid.body);
      expect((await pay('Mira', airdrop.payment_code.toUpperCase())).body).toEqual(paid.body);
      const rewards = rewardsOf(await comment(90318));
      expect(rewards).toEqual([
        ...before,
        {
          id: expect.any(Number),
          recipient_id: 1542,
          asset_id: USDC,
          amount: '0.75',
          memo: 'well said',
          created_at: expect.any(String),
        },
      ]);
    });

    test('shares among the comments with the most favorites', async () => {
      const { pay, favor, signIn } = client();
      const [first, second, third] = await page('topn', 3);
      const mira = await signIn('Mira');
      await favor(mira, second.id);
      await favor(await signIn('Jonas'), second.id);
      await favor(mira, third.id);
      const airdrop = await made({ ...toTop, slug: 'topn', amount: '1.00000001' });
      expect((await pay('Mira', airdrop.payment_code)).body).toMatchObject({ data: { state: 'accepted' } });
      expect(await amounts([first, second, third])).toEqual([[], ['0.50000001'], ['0.5']]);
    });

    test('shares among all comments of the page', async () => {
      const { pay } = client();
      const comments = await page('avg', 3);
      const airdrop = await made({ ...toAll, slug: 'avg', amount: '10' });
      await pay('Mira', airdrop.payment_code);
      const shared = (await amounts(comments)).flat();
      expect(shared.toSorted()).toEqual(['3.33333333', '3.33333333', '3.33333334']);
      expect(Decimal.sum(...shared).toFixed()).toBe('10');
    });

    test('many comments, and many airdrops to one, add up', async () => {
      const { pay, comment } = client();
      const [one, ...others] = await page('many', 60);
      const top = await made({ ...toTop, slug: 'many', strategy_params: { n: 1_000_000 }, amount: '7' });
      const single = await Promise.all(
        Array.from({ length: 10 }, () => made({ ...toComment, opponent_id: one.id, amount: '0.1' })),
      );
      await Promise.all([top, ...single].map(({ payment_code }) => pay('Mira', payment_code)));
      const all = (await amounts([one, ...others])).flat();
      expect(Decimal.sum(...all).toFixed()).toBe('8');
      const ids = rewardsOf(await comment(one.id)).map(({ id }) => id);
      expect(ids).toHaveLength(11);
      expect(new Set(ids).size).toBe(11);
    });

    test('an amount that is too small for all goes to the first comments', async () => {
      const { pay } = client();
      const comments = await page('crumbs', 3);
      const airdrop = await made({ ...toAll, slug: 'crumbs', amount: '0.00000002' });
      await pay('Mira', airdrop.payment_code);
      expect((await amounts(comments)).flat()).toEqual(['0.00000001', '0.00000001']);
    });

    test('a user and a page are rewarded without a comment', async () => {
      const { pay } = client();
      for (const request of [toUser, toPage]) {
        const { payment_code } = await made(request);
        expect((await pay('Mira', payment_code)).body).toMatchObject({ data: { state: 'accepted' } });
      }
    });

    test('is sent back when the page has no comments, also when comments follow', async () => {
      const { pay } = client();
      const airdrop = await made({ ...toAll, slug: 'silence' });
      const refunded = await pay('Mira', airdrop.payment_code);
      expect(refunded).toMatchObject({
        status: 200,
        body: { data: { state: 'refunded', reason: expect.stringContaining('comments') } },
      });
      await page('silence', 1);
      expect((await pay('Mira', airdrop.payment_code)).body).toEqual(refunded.body);
    });

    test('the airdrops of the examples are not paid yet', async () => {
      const { pay, comment } = client();
      const code = 'a2c85e17-93b4-4d06-8f7e-1b6d4c0a9e53';
      const before = rewardsOf(await comment(90311)).length;
      expect((await pay('Mira', code)).body).toMatchObject({ data: { state: 'accepted', amount: '12.5' } });
      expect(rewardsOf(await comment(90311))).toHaveLength(before + 1);
    });
  });

  /** Creates a new page with comments, oldest first. */
  async function page(slug: string, count: number): Promise<Page> {
    const { signIn, write } = client();
    const jonas = await signIn('Jonas');
    const comments: Comment[] = [];
    for (let n = 0; n < count; n += 1)
      comments.push(await write(jonas, `Thought ${n}`, `site_id=${SITE}&slug=${slug}`));
    return comments as unknown as Page;
  }

  async function amounts(comments: readonly Comment[]): Promise<string[][]> {
    const { comment }: CommentClient = client();
    const read = await Promise.all(comments.map(({ id }) => comment(id)));
    return read.map((one) => rewardsOf(one).map(({ amount }) => amount));
  }
});
