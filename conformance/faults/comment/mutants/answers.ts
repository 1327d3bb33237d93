/** Servers whose envelopes, times, sites, users and single comments are wrong. */

import { changed, jsonReply } from '../../../fault/proxy/reply.ts';
import { isObject } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { at, dataOf, inData, inEntry } from '../change.ts';

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

const reads: readonly Mutant[] = [
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
];

export const answerMutants: readonly Mutant[] = [...answers, ...reads];
