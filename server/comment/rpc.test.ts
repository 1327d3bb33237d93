import { type CallOptions, type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import { type Comment, rpc } from '@wallet-services/contract/comment';
import { describe, expect, test } from 'vitest';
import { bearer, type CommentClient, OTHER_SITE, SITE, SLUG, sharedServer } from '../testing/comment.ts';
import { twirpClient } from '../testing/twirp.ts';
import { signedMessage, testAccount, walletToken } from '../testing/wallet.ts';
import { instantKey, timeOf } from '../values/index.ts';

type RpcClient = Client<typeof rpc.CommentService>;

const USDC = 'b2f4c6d8-0a1e-3d5f-a7c9-4e6b8d0f2a13';

/** A client for each protocol and encoding. */
const clients: readonly (readonly [string, (served: CommentClient) => RpcClient])[] = [
  [
    'Connect, protobuf',
    ({ server }) =>
      createClient(rpc.CommentService, createConnectTransport({ baseUrl: server.httpUrl, httpVersion: '1.1' })),
  ],
  [
    'Connect, JSON, under the base address',
    ({ api }) =>
      createClient(
        rpc.CommentService,
        createConnectTransport({ baseUrl: api, httpVersion: '1.1', useBinaryFormat: false }),
      ),
  ],
  [
    'gRPC-Web',
    ({ server }) =>
      createClient(rpc.CommentService, createGrpcWebTransport({ baseUrl: server.httpUrl, httpVersion: '1.1' })),
  ],
  ['gRPC', ({ server }) => createClient(rpc.CommentService, createGrpcTransport({ baseUrl: server.rpcUrl }))],
  [
    'Twirp, protobuf',
    ({ server }) =>
      twirpClient(rpc.CommentService, `${server.httpUrl}/twirp/comment.v1.CommentService`, 'application/protobuf'),
  ],
  [
    'Twirp, JSON',
    ({ server }) =>
      twirpClient(rpc.CommentService, `${server.httpUrl}/twirp/comment.v1.CommentService`, 'application/json'),
  ],
];

async function refusalOf(call: Promise<unknown>): Promise<ConnectError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ConnectError) return error;
  throw new Error('the call was not refused');
}

const keyOf = (time: { seconds: bigint; nanos: number } | undefined) =>
  time === undefined ? undefined : instantKey(timeOf(time) ?? '');

/** Converts an RPC message to the form of HTTP. */
function shown(message: rpc.Comment | undefined) {
  if (message === undefined) throw new Error('there is no comment');
  return {
    id: Number(message.id),
    user_id: message.userId,
    site_id: Number(message.siteId),
    slug: message.slug,
    favor_count: Number(message.favorCount),
    reply_count: Number(message.replyCount),
    storage_tx_hash: message.storageTxHash,
    content: message.content,
    created_at: keyOf(message.createdAt),
    updated_at: keyOf(message.updatedAt),
    creator: message.creator?.id,
    rewards: message.rewards.map((bytes) => JSON.parse(new TextDecoder().decode(bytes))),
  };
}

const inHttp = ({ created_at, updated_at, creator, rewards, ...comment }: Comment) => ({
  ...comment,
  created_at: instantKey(created_at),
  updated_at: instantKey(updated_at),
  creator: creator.id,
  rewards: rewards ?? [],
});

describe.each(clients)('comment over %s', (_name, clientOf) => {
  const client = sharedServer();

  async function as(name: 'Mira' | 'Jonas'): Promise<CallOptions> {
    const { accessToken } = await clientOf(client()).signIn({
      method: 'mixin_token',
      mixinToken: await walletToken(client().server, name),
    });
    return { headers: bearer(accessToken) };
  }

  test('signs in, by token and by message, and knows the caller', async () => {
    const calls = clientOf(client());
    const mixinAccessToken = await walletToken(client().server, 'Mira');
    const mira = await calls.signIn({ method: 'mixin_token', mixinAccessToken, lang: 'en' });
    expect(mira.user).toMatchObject({ id: 1207n, fullName: 'Mira Sandoval', networkIdentityNumber: '28865' });
    expect((await calls.readMe({}, { headers: bearer(mira.accessToken) })).data).toEqual(mira.user);

    const { signed_message: signedMessageText, signature } = signedMessage(testAccount());
    const guest = await calls.signIn({ method: 'mvm', signedMessage: signedMessageText, signature });
    expect((await calls.readUser({ userId: guest.user?.id ?? 0n })).data).toEqual(guest.user);
    // The token is valid over HTTP as well.
    expect((await client().get('/me', bearer(guest.accessToken))).status).toBe(200);
  });

  test('returns sites and comments like HTTP', async () => {
    const calls = clientOf(client());
    const site = await client().site(SITE);
    expect((await calls.readSite({ siteId: BigInt(SITE) })).data).toMatchObject({
      id: 21n,
      userId: 1542n,
      origins: site.origins,
      name: site.name,
      usePermanentStorage: true,
      rewardStrategy: 1n,
    });
    expect(shown((await calls.readComment({ commentId: 90311n })).data)).toEqual(inHttp(await client().comment(90311)));
    expect(shown((await calls.readComment({ commentId: 90318n })).data)).toEqual(inHttp(await client().comment(90318)));
  });

  test('lists comments as HTTP does', async () => {
    const calls = clientOf(client());
    for (const [request, query] of [
      [{ siteId: BigInt(OTHER_SITE) }, `site_id=${OTHER_SITE}`],
      [
        { siteId: BigInt(SITE), slug: SLUG, orderBy: 'created_at_asc' },
        `site_id=21&slug=${SLUG}&order_by=created_at_asc`,
      ],
      [
        { slug: 'log/the-gale', limit: 3n, offset: 2n, orderBy: 'favor_count' },
        'slug=log/the-gale&limit=3&offset=2&order_by=favor_count',
      ],
      [{ siteId: 21n, slug: 'posts/grafting-in-march' }, 'site_id=21&slug=posts/grafting-in-march'],
    ] as const) {
      const http = await client().comments(query);
      const { comments, total } = await calls.listComments(request);
      expect(comments.map(shown)).toEqual(http.comments.map(inHttp));
      expect(total).toBe(BigInt(http.total));
    }
  });

  test('writes, replies and favors', async () => {
    const calls = clientOf(client());
    const [mira, jonas] = [await as('Mira'), await as('Jonas')];
    const written = await calls.createComment({ siteId: 9n, slug: 'log/over-rpc', content: ' Is it heard? ' }, jonas);
    const id = written.data?.id ?? 0n;
    expect(shown(written.data)).toEqual(inHttp(await client().comment(Number(id))));
    expect(written.data).toMatchObject({ userId: '1311', siteId: 9n, content: 'Is it heard?', rewards: [] });

    const { data: reply } = await calls.createReply({ commentId: id, content: 'Loud and clear.' }, mira);
    expect(reply).toMatchObject({ commentId: String(id), userId: '1207', creator: { fullName: 'Mira Sandoval' } });
    expect(await calls.listReplies({ commentId: id })).toMatchObject({ replies: [reply], total: 1n });
    expect((await calls.listReplies({ commentId: id, offset: 1n })).replies).toEqual([]);

    const favorCount = async (call: Promise<{ data?: rpc.Comment }>) => (await call).data?.favorCount;
    expect(await favorCount(calls.favorComment({ commentId: id, siteId: 9n }, mira))).toBe(1n);
    expect(await favorCount(calls.favorComment({ commentId: id }, mira))).toBe(1n);
    expect(await favorCount(calls.unfavorComment({ commentId: id, slug: 'log/over-rpc' }, mira))).toBe(0n);
    expect((await refusalOf(calls.favorComment({ commentId: id, siteId: 4n }, mira))).code).toBe(Code.NotFound);
  });

  test('requests an airdrop, which is paid', async () => {
    const calls = clientOf(client());
    const jonas = await as('Jonas');
    const { data: comment } = await calls.createComment({ siteId: 9n, slug: 'log/gifts', content: 'Thank me.' }, jonas);
    const strategyParams = new TextEncoder().encode('{"n":1}');
    const { data } = await calls.createAirdrop(
      {
        airdropType: 'comments',
        siteId: 9n,
        slug: 'log/gifts',
        strategyName: 'topn',
        strategyParams,
        assetId: USDC,
        amount: '0.5',
        memo: 'thanks',
        redirectUrl: 'https://harbor.example.net',
      },
      await as('Mira'),
    );
    expect(data).toMatchObject({ userId: 1207n, tipType: 'comments', amount: '0.5', status: 0n, opponentId: 0n });
    expect(data?.deletedAt).toBeUndefined();
    expect(data?.strategyParams).toEqual(strategyParams);
    expect(await client().pay('Mira', data?.paymentCode ?? '')).toMatchObject({ status: 200 });
    const { data: rewarded } = await calls.readComment({ commentId: comment?.id ?? 0n });
    expect(shown(rewarded).rewards).toEqual([expect.objectContaining({ recipient_id: 1311, amount: '0.5' })]);
  });

  test('rejects what HTTP rejects', async () => {
    const calls = clientOf(client());
    const mira = await as('Mira');
    const gift = { assetId: USDC, amount: '1', memo: '', redirectUrl: '', airdropType: 'user', opponentId: 1311n };
    const refused: readonly (readonly [() => Promise<unknown>, Code, string])[] = [
      [() => calls.readMe({}), Code.Unauthenticated, 'token'],
      [() => calls.readMe({}, { headers: bearer('nonsense') }), Code.Unauthenticated, 'token'],
      [() => calls.createComment({ siteId: 9n, slug: 'a', content: 'b' }), Code.Unauthenticated, 'token'],
      [() => calls.createComment({ siteId: 9n, slug: 'a', content: ' ' }, mira), Code.InvalidArgument, 'content'],
      [() => calls.createComment({ siteId: 9n, content: 'b' }, mira), Code.InvalidArgument, 'slug'],
      [() => calls.createComment({ content: 'b' }, mira), Code.InvalidArgument, 'site'],
      [() => calls.listComments({}), Code.InvalidArgument, 'site'],
      [() => calls.listComments({ siteId: 99n }), Code.NotFound, 'site'],
      [() => calls.listComments({ siteId: 9n, limit: 0n }), Code.InvalidArgument, 'limit'],
      [() => calls.listComments({ siteId: 9n, offset: -1n }), Code.InvalidArgument, 'offset'],
      [() => calls.listComments({ siteId: 9n, orderBy: 'name' }), Code.InvalidArgument, 'order_by'],
      [() => calls.readComment({}), Code.NotFound, 'comment'],
      [() => calls.readSite({ siteId: 9_223_372_036_854_775_807n }), Code.NotFound, 'site'],
      [() => calls.readUser({ userId: -1n }), Code.NotFound, 'user'],
      [() => calls.listReplies({ commentId: 1n }), Code.NotFound, 'comment'],
      [() => calls.createReply({ commentId: 1n, content: 'b' }, mira), Code.NotFound, 'comment'],
      [() => calls.signIn({}), Code.InvalidArgument, 'method'],
      [() => calls.signIn({ method: 'mvm', lang: 'english' }), Code.InvalidArgument, 'lang'],
      [() => calls.signIn({ method: 'mvm' }), Code.InvalidArgument, 'signed_message'],
      [() => calls.signIn({ method: 'mixin_token', mixinToken: 'x' }), Code.Unauthenticated, 'token'],
      [() => calls.createAirdrop(gift), Code.Unauthenticated, 'token'],
      [() => calls.createAirdrop({ ...gift, airdropType: 'all' }, mira), Code.InvalidArgument, 'airdrop_type'],
      [() => calls.createAirdrop({ ...gift, assetId: 'usdc' }, mira), Code.InvalidArgument, 'asset_id'],
      [() => calls.createAirdrop({ ...gift, amount: '1e3' }, mira), Code.InvalidArgument, 'amount'],
      [() => calls.createAirdrop({ ...gift, opponentId: undefined }, mira), Code.InvalidArgument, 'opponent_id'],
      [() => calls.createAirdrop({ ...gift, opponentId: 7n }, mira), Code.NotFound, 'user'],
      [() => calls.createAirdrop({ ...gift, strategyName: 'all' }, mira), Code.InvalidArgument, 'strategy_name'],
      [
        () => calls.createAirdrop({ ...gift, strategyParams: new Uint8Array([91, 93]) }, mira),
        Code.InvalidArgument,
        'strategy_params',
      ],
      [
        () => calls.createAirdrop({ ...gift, strategyParams: new Uint8Array([255]) }, mira),
        Code.InvalidArgument,
        'strategy_params',
      ],
    ];
    for (const [call, code, member] of refused) {
      const error = await refusalOf(call());
      expect([error.code, error.rawMessage]).toEqual([code, expect.stringContaining(member)]);
    }
  });

  test('returns the error of a user who has a contract account', async () => {
    const mixinToken = await walletToken(client().server, 'Aiko');
    const error = await refusalOf(clientOf(client()).signIn({ method: 'mixin_token', mixinToken }));
    expect(error).toMatchObject({
      code: Code.Unauthenticated,
      rawMessage: expect.stringMatching(/^ErrBadMvmLoginMethod/),
    });
  });
});
