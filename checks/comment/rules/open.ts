/** The open questions of comment about access, values and airdrops, and how they are observed. */
import {
  acceptance,
  distinct,
  each,
  notObserved,
  type Probe,
  probesOf,
  several,
  someItems,
  unknownParameter,
} from '@wallet-services/conformance/builtin';
import { type CheckContext, objectOf } from '@wallet-services/conformance/core';
import {
  callOf,
  type Exchange,
  type Input,
  isObject,
  isSuccess,
  type JsonObject,
  noInput,
  operationOf,
  typeName,
} from '@wallet-services/conformance/model';
import { claimsOf } from '@wallet-services/conformance/sign-in';
import { byAverage, receiversOf, requestOf } from '../airdrops/requests.ts';
import { messageBody, sendSignIn } from '../sign-in/send.ts';
import { sendFor, write } from '../things.ts';

const NO_SIGN_IN = notObserved('the suite cannot sign in');

/** The claims of the service's token. */
function ofClaims(probe: (claims: JsonObject) => string | null): Probe {
  return async ({ suite: { target } }) => {
    const token = target.credentials['CommentToken'];
    if (token === undefined) return NO_SIGN_IN;
    return probe(claimsOf(token) ?? {}) ?? notObserved('the token does not say');
  };
}

/** The answer to an airdrop to a comment, with changes. */
function ofAirdrop(
  change: JsonObject,
  probe: (airdrop: JsonObject, exchange: Exchange) => string,
  type: 'comment' | 'comments' = 'comment',
): Probe {
  return async (ctx: CheckContext) => {
    const receivers = await receiversOf(ctx);
    const body = { ...requestOf(type, receivers), ...(type === 'comments' ? byAverage(ctx) : {}), ...change };
    // Without an operation: the judgement of a rule on it would be open.
    const options = { label: JSON.stringify(change), intent: 'open' } as const;
    const call = callOf(operationOf(ctx.suite.api, 'createAirdrop'), { ...noInput, body }, options);
    const exchange = await ctx.send({ ...call, operation: null });
    return isSuccess(exchange) ? probe(objectOf(exchange) ?? {}, exchange) : acceptance(exchange);
  };
}

const byAverageWith = (params: JsonObject): Probe =>
  ofAirdrop({ strategy_params: params }, (_, exchange) => acceptance(exchange), 'comments');

export default [
  ...probesOf({
    /** The places of a request that may carry the token, in addition to that of the contract. */
    'comment.access.token-transport': async (ctx) => {
      const token = ctx.suite.target.credentials['CommentToken'];
      if (token === undefined) return NO_SIGN_IN;
      const ways: Readonly<Record<string, Partial<Input>>> = {
        'Authorization: Bearer': { headers: { authorization: `Bearer ${token}` } },
        'Authorization, the token alone': { headers: { authorization: token } },
        'the query parameter access_token': { query: { access_token: token } },
      };
      return each(Object.keys(ways), async (way) =>
        acceptance(await sendFor(ctx, 'readMe', ways[way] ?? {}, { label: way, credentials: 'none' })),
      );
    },
    'comment.access.token-lifetime': ofClaims(({ iat, exp }) =>
      typeof iat === 'number' && typeof exp === 'number' ? `${exp - iat} seconds` : null,
    ),
    'comment.access.token-claims': ofClaims((claims) => Object.keys(claims).sort().join(', ') || null),
    'comment.access.wallet-token': async (ctx) => {
      const token = ctx.suite.wallet.token('caller');
      if (token === null) return notObserved('the suite has no wallet token');
      const options = { label: 'wallet token', credentials: 'none', presented: { CommentToken: token } } as const;
      return acceptance(await sendFor(ctx, 'readMe', {}, options));
    },
    'comment.inputs.unknown': several({
      'query parameter': unknownParameter('readMe'),
      async 'body member'(ctx) {
        const message = ctx.suite.wallet.message('caller');
        if (message === null) return null;
        return acceptance(await sendSignIn(ctx, 'unknown member', { ...messageBody(message), unknown: 'text' }));
      },
    }),
    'comment.Reply.comment_id.type': async (ctx) => {
      const { item } = await write(ctx, 'createReply', { name: 'a type' });
      return typeName(item['comment_id']);
    },
    'comment.Reward.shape': async (ctx) => {
      const rewards = (await someItems(ctx, 'listComments')).flatMap((item) =>
        Array.isArray(item['rewards']) ? item['rewards'] : [],
      );
      return distinct(rewards.map((one) => (isObject(one) ? Object.keys(one).sort().join(', ') : typeName(one))));
    },
    'comment.Airdrop.opponent_id.unset': ofAirdrop({}, (airdrop) =>
      ['site_id', 'slug'].map((name) => `${name} of one to a comment: ${JSON.stringify(airdrop[name])}`).join('; '),
    ),
    'comment.Airdrop.tip_type.name': ofAirdrop({}, (airdrop) =>
      ['tip_type', 'airdrop_type'].filter((name) => Object.hasOwn(airdrop, name)).join(', '),
    ),
    'comment.Airdrop.status.values': ofAirdrop({}, ({ status }) => `at first: ${String(status)}`),
    'comment.AirdropRequest.amount.digits': ofAirdrop(
      { amount: '0.123456789' },
      ({ amount }) => `accepted as ${String(amount)}`,
    ),
    'comment.StrategyParams.avg': several({ '{}': byAverageWith({}), '{"n":1}': byAverageWith({ n: 1 }) }),
  }),
  // New items appear in lists that others read, and those of others in lists that are counted.
  ...probesOf(
    {
      'comment.Comment.storage_tx_hash.when': async (ctx) => {
        const { item } = await write(ctx, 'createComment', { name: 'a stored comment' });
        return item['storage_tx_hash'] === '' ? 'empty at first' : 'filled at once';
      },
    },
    { alone: true },
  ),
];
