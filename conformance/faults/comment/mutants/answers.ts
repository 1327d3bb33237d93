/** Servers whose envelopes, times, sites, users and single comments are wrong. */

import { changed, jsonReply } from '../../../fault/proxy/reply.ts';
import { isObject } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { at, dataOf, inData, inEntry, instead, lets, refuses } from '../change.ts';

const ANY = /./;

const answers: readonly Mutant[] = [
  {
    id: 'a reply is confirmed with a word in place of JSON',
    kills: 'comment.answers.json',
    operation: 'createReply',
    fault: () => async (request, next) => {
      const reply = await next(request);
      const isReply = at.reply.test(`${request.method} ${request.path}`);
      return isReply && reply.kind === 'reply' && reply.status === 200 ? { ...reply, body: 'created' } : reply;
    },
  },
  {
    id: 'favorites are answered without the envelope',
    kills: 'comment.answers.envelope',
    operation: 'favorComment',
    fault: () => changed(at.favor, dataOf),
  },
  {
    id: 'the airdrop stands beside ts, not in data',
    kills: 'comment.answers.envelope',
    operation: 'createAirdrop',
    fault: () => changed(at.airdrop, (json) => (isObject(json) ? { ts: json['ts'], airdrop: json['data'] } : json)),
  },
  {
    id: 'ts of lists is in seconds',
    kills: 'comment.answers.ts-milliseconds',
    operation: 'listReplies',
    fault: () =>
      changed(at.replies, (json) => (isObject(json) ? { ...json, ts: Math.floor(Number(json['ts']) / 1000) } : json)),
  },
  {
    id: 'ts of what is written is of the time zone of the server',
    kills: 'comment.answers.ts-milliseconds',
    operation: 'createComment',
    fault: () =>
      changed(at.write, (json) => (isObject(json) ? { ...json, ts: Number(json['ts']) + 28_800_000 } : json)),
  },
  {
    id: 'updated_at of a reply is in seconds since 1970',
    kills: 'comment.times.iso-8601',
    operation: 'listReplies',
    fault: inEntry('replies', -1, ({ updated_at: text }) => ({
      updated_at: Math.floor(Date.parse(String(text)) / 1000),
    })),
  },
  {
    id: 'created_at of a site has its day and month changed about',
    kills: 'comment.times.iso-8601',
    operation: 'readSite',
    fault: inData(at.site, () => ({ created_at: '17/08/2021 11:14:49' })),
  },
  {
    id: 'created_at of a creator has lost its offset',
    kills: 'comment.times.user-offset',
    operation: 'readComment',
    fault: inData(at.comment, ({ creator }) => ({
      creator: { ...(isObject(creator) ? creator : {}), created_at: '2021-06-02T07:40:12' },
    })),
  },
];

/** For each operation that is public: it asks for a credential, in one way or another. */
const guarded: readonly Mutant[] = (
  [
    ['comment.comments.list-public', at.comments],
    ['comment.comments.read-public', at.comment],
    ['comment.replies.list-public', at.replies],
    ['comment.sites.public', at.site],
    ['comment.users.public', at.user],
    ['comment.sign-in.public', at.signIn],
  ] as const
).map(([kills, matcher]) => ({
  id: `a stranger is asked for a token (${kills})`,
  kills,
  fault: refuses(matcher, ({ headers }) => headers['authorization'] === undefined, 401),
}));

/** For each operation that is protected: one wrong credential is accepted. */
const open: readonly Mutant[] = (
  [
    ['comment.comments.create-credential', at.write],
    ['comment.favorites.favor-credential', at.favor],
    ['comment.favorites.unfavor-credential', at.unfavor],
    ['comment.replies.create-credential', at.reply],
    ['comment.me.credential', at.me],
    ['comment.airdrops.credential', at.airdrop],
  ] as const
).flatMap(([kills, matcher]): readonly Mutant[] => [
  { id: `nobody need sign in (${kills})`, kills, fault: lets(matcher, (authorization) => authorization === undefined) },
  {
    id: `the signature of a token is not verified (${kills})`,
    kills,
    fault: lets(matcher, (authorization) => /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/.test(authorization ?? '')),
  },
]);

const reads: readonly Mutant[] = [
  {
    id: 'users that are not there are hidden from strangers as if they were not',
    kills: 'comment.users.public',
    fault: refuses(at.user, ({ headers }) => headers['authorization'] === undefined, 404),
  },
  { id: 'every site is the first one', kills: 'comment.sites.by-id', fault: inData(at.site, () => ({ id: 21 })) },
  {
    id: 'a user has another id than the one of the path',
    kills: 'comment.users.by-id',
    fault: inData(at.user, ({ id }) => ({ id: Number(id) + 1 })),
  },
  {
    id: 'a user has the network id of another',
    kills: 'comment.users.by-id',
    fault: inData(at.user, () => ({ network_user_id: '6c2e8d9f-a031-4b4c-9d5e-6f7a8b9c0d1e' })),
  },
  {
    id: 'a comment is the one before',
    kills: 'comment.comments.read-by-id',
    fault: () => (request, next) =>
      next({ ...request, path: request.path.replace(/(?<=\/comments\/)\d+$/, (id) => String(Number(id) - 1)) }),
  },
  {
    id: 'a comment has the content of the one before',
    kills: 'comment.comments.read-by-id',
    fault: () => {
      let last: unknown = 'nothing yet';
      return changed(at.comment, (json) => {
        const data = dataOf(json);
        const before = last;
        last = data['content'];
        return { ...(isObject(json) ? json : {}), data: { ...data, content: before } };
      });
    },
  },
  {
    id: 'the creator of a comment is the owner of the site',
    kills: 'comment.comments.read-creator',
    fault: inData(at.comment, ({ creator }) => ({ creator: { ...(isObject(creator) ? creator : {}), id: '1542' } })),
  },
  {
    id: 'the creator of a comment has the name of another user',
    kills: 'comment.comments.read-creator',
    fault: inData(at.comment, ({ creator }) => ({
      creator: { ...(isObject(creator) ? creator : {}), full_name: 'Admin' },
    })),
  },
  {
    id: 'everybody is the first user',
    kills: 'comment.me.caller',
    fault: inData(at.me, () => ({ id: 1207 })),
  },
  {
    id: 'the caller is the user who signed in last',
    kills: 'comment.me.caller',
    fault: () => {
      let last: unknown;
      return async (request, next) => {
        const reply = await next(request);
        const isMe = at.me.test(`${request.method} ${request.path}`);
        if (!isMe || reply.kind !== 'reply' || reply.status !== 200) return reply;
        last ??= JSON.parse(reply.body);
        return jsonReply(200, last);
      };
    },
  },
  {
    id: 'a sign-in answers with the wallet token',
    kills: 'comment.auth.own-token',
    fault: () => async (request, next) => {
      const reply = await next(request);
      if (!at.signIn.test(`${request.method} ${request.path}`) || reply.kind !== 'reply' || reply.status !== 200)
        return reply;
      const token: unknown = JSON.parse(request.body).mixin_token;
      const json: unknown = JSON.parse(reply.body);
      return typeof token === 'string'
        ? jsonReply(200, { ...(isObject(json) ? json : {}), data: { ...dataOf(json), access_token: token } })
        : reply;
    },
  },
  {
    id: 'the token of a sign-in is not accepted for favorites',
    kills: 'comment.auth.sign-in-token',
    fault: refuses(at.favor, () => true, 401),
  },
  {
    id: 'a token that was just issued is not accepted anywhere',
    kills: 'comment.auth.sign-in-token',
    fault: instead(
      ANY,
      ({ headers }) => headers['authorization'] !== undefined,
      () => jsonReply(403, {}),
    ),
  },
];

export const answerMutants: readonly Mutant[] = [...answers, ...guarded, ...open, ...reads];
