/** Servers that are wrong about favorites and replies. */

import { changed, jsonReply } from '../../../fault/proxy/reply.ts';
import { isObject, objectsOf } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { at, dataOf, inData, inEntry, inList, inRequest, numberIn, withQuery } from '../change.ts';

const operations = [
  ['favor', at.favor, 1],
  ['unfavor', at.unfavor, -1],
] as const;

const favorites: readonly Mutant[] = operations.flatMap(([name, matcher, step]): readonly Mutant[] => [
  {
    id: `${name} answers with another comment`,
    kills: `comment.favorites.${name}-answer`,
    fault: inData(matcher, ({ id }) => ({ id: Number(id) - 1 })),
  },
  {
    id: `${name} answers with the first comment that was asked for`,
    kills: `comment.favorites.${name}-answer`,
    fault: () => {
      let first: unknown;
      return changed(matcher, (json) => {
        first ??= json;
        return first;
      });
    },
  },
  {
    id: `the answer of ${name} has the count from before`,
    kills: `comment.favorites.${name}-count`,
    fault: inData(matcher, ({ favor_count: count }) => ({ favor_count: Number(count) - step })),
  },
  {
    id: `${name} changes the count of the comment before`,
    kills: `comment.favorites.${name}-count`,
    fault: () => (request, next) =>
      matcher.test(`${request.method} ${request.path}`)
        ? next({ ...request, path: request.path.replace(/\d+(?=\/\w+$)/, (id) => String(Number(id) - 1)) })
        : next(request),
  },
  {
    id: `${name} does not change what is read afterwards`,
    kills: `comment.favorites.${name}-count`,
    fault: () => {
      const counts = new Map<number, unknown>();
      return changed(at.comment, (json, request) => {
        const data = dataOf(json);
        const id = numberIn(request);
        if (!counts.has(id)) counts.set(id, data['favor_count']);
        return { ...(isObject(json) ? json : {}), data: { ...data, favor_count: counts.get(id) } };
      });
    },
  },
]);

const replies: readonly Mutant[] = [
  {
    id: 'the list of replies has those of the comment before at its end',
    kills: 'comment.replies.list-of-comment',
    fault: inEntry('replies', -1, ({ comment_id: id }) => ({ comment_id: String(Number(id) - 1) })),
  },
  {
    id: 'comment_id is a number in the list of replies',
    kills: 'comment.replies.list-of-comment',
    fault: inEntry('replies', 0, ({ comment_id: id }) => ({ comment_id: Number(id) })),
  },
  {
    id: 'a limit of replies is one too large',
    kills: 'comment.replies.list-limit',
    fault: inRequest(at.replies, (request) => {
      const limit = request.query.get('limit');
      return limit === null ? request : withQuery(request, { limit: String(Number(limit) + 1) });
    }),
  },
  {
    id: 'the limit is passed over behind the first page of replies',
    kills: 'comment.replies.list-limit',
    fault: inRequest(at.replies, (request) =>
      request.query.has('offset') ? withQuery(request, { limit: '100' }) : request,
    ),
  },
  {
    id: 'pages of replies skip one',
    kills: 'comment.replies.list-pages',
    fault: inRequest(at.replies, (request) => {
      const offset = Number(request.query.get('offset') ?? 0);
      return offset > 0 ? withQuery(request, { offset: String(offset + 1) }) : request;
    }),
  },
  {
    id: 'every page of replies is the first',
    kills: 'comment.replies.list-pages',
    fault: inRequest(at.replies, (request) => withQuery(request, { offset: undefined })),
  },
  {
    id: 'comment_id of a new reply is its own id',
    kills: 'comment.replies.create-comment',
    fault: inData(at.reply, ({ id }) => ({ comment_id: String(id) })),
  },
  {
    id: 'comment_id of a new reply is a number',
    kills: 'comment.replies.create-comment',
    fault: inData(at.reply, ({ comment_id: id }) => ({ comment_id: Number(id) })),
  },
  {
    id: 'a new reply is one of the first user',
    kills: 'comment.replies.create-author',
    fault: inData(at.reply, () => ({ user_id: '1207' })),
  },
  {
    id: 'reply_count counts only the first reply',
    kills: 'comment.replies.create-count',
    fault: inData(at.comment, ({ reply_count: count }) => ({ reply_count: Math.min(Number(count), 1) })),
  },
  {
    id: 'reply_count counts twice',
    kills: 'comment.replies.create-count',
    fault: inData(at.comment, ({ reply_count: count }) => ({ reply_count: 2 * Number(count) })),
  },
  {
    id: 'the newest reply is missing in the list',
    kills: 'comment.replies.create-listed',
    fault: inList('replies', (entries) => entries.slice(0, -1)),
  },
  {
    id: 'the list of replies has lost their content',
    kills: 'comment.replies.create-listed',
    fault: inEntry('replies', 0, () => ({ content: '' })),
  },
];

const stray: readonly Mutant[] = [
  {
    id: 'a reply is in the lists of all comments',
    kills: 'comment.replies.create-listed',
    fault: () => {
      let last: unknown;
      return async (request, next) => {
        const reply = await next(request);
        const line = `${request.method} ${request.path}`;
        if (reply.kind !== 'reply' || reply.status !== 200) return reply;
        const json: unknown = JSON.parse(reply.body);
        if (at.reply.test(line)) last = dataOf(json);
        if (!at.replies.test(line) || !isObject(last)) return reply;
        const { id } = last;
        const entries = objectsOf(dataOf(json)['replies']);
        if (entries.some((one) => one['id'] === id)) return reply;
        return jsonReply(200, {
          ...(isObject(json) ? json : {}),
          data: { ...dataOf(json), replies: [...entries, last] },
        });
      };
    },
  },
];

export const communityMutants: readonly Mutant[] = [...favorites, ...replies, ...stray];
