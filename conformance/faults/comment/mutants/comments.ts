/** Servers that are wrong about lists of comments and about writing them. */

import { jsonReply } from '../../../fault/proxy/reply.ts';
import { isObject, objectsOf } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { at, dataOf, inData, inEntry, inList, inRequest, withoutHeaders, withQuery } from '../change.ts';

const sites: readonly Mutant[] = [
  {
    id: 'the last comment of a list is of another site',
    kills: 'comment.comments.list-of-site',
    fault: inEntry('comments', -1, () => ({ site_id: 9 })),
  },
  {
    id: 'lists by favorites show all sites',
    kills: 'comment.comments.list-of-site',
    fault: inList('comments', (comments, { query }) =>
      query.get('order_by') === 'favor_count'
        ? comments.map((one, place) => (place === 0 ? { ...one, site_id: 4 + Number(one['site_id']) } : one))
        : comments,
    ),
  },
  {
    id: 'a list holds the comments of the whole site, whatever the page',
    kills: 'comment.comments.list-of-page',
    fault: inRequest(at.comments, (request) =>
      withoutHeaders(withQuery(request, { slug: undefined }), /^x-comment-site-slug$/),
    ),
  },
  {
    id: 'lists by favorites show other pages of the site',
    kills: 'comment.comments.list-of-page',
    fault: inRequest(at.comments, (request) =>
      request.query.get('order_by') === 'favor_count' ? withoutHeaders(request, /^x-comment-site-slug$/) : request,
    ),
  },
];

const written: readonly Mutant[] = [
  {
    id: 'user_id of a new comment is that of the first user',
    kills: 'comment.comments.create-author',
    fault: inData(at.write, () => ({ user_id: '1207' })),
  },
  {
    id: 'creator of a new comment is that of another user',
    kills: 'comment.comments.create-author',
    fault: inData(at.write, ({ creator }) => ({
      creator: { ...(isObject(creator) ? creator : {}), network_user_id: '7d3f9ea0-b142-4c5d-8e6f-7a8b9c0d1e2f' },
    })),
  },
];

/** Puts entries the other way round where that breaks the order. */
const orders: readonly Mutant[] = [
  {
    id: 'created_at is passed over, and the list is ordered by favorites',
    kills: 'comment.comments.list-order-created-at',
    fault: inRequest(at.comments, (request) =>
      request.query.get('order_by') === 'created_at' ? withQuery(request, { order_by: 'favor_count' }) : request,
    ),
  },
  {
    id: 'the first two of a list by created_at are changed about',
    kills: 'comment.comments.list-order-created-at',
    fault: inList('comments', (comments, { query }) =>
      query.get('order_by') === 'created_at' ? [...comments.slice(0, 2).reverse(), ...comments.slice(2)] : comments,
    ),
  },
  {
    id: 'created_at_asc puts the newest first',
    kills: 'comment.comments.list-order-created-at-asc',
    fault: inRequest(at.comments, (request) =>
      request.query.get('order_by') === 'created_at_asc' ? withQuery(request, { order_by: 'created_at' }) : request,
    ),
  },
  {
    id: 'created_at_asc turns the newest page round in place of the whole list',
    kills: 'comment.comments.list-order-created-at-asc',
    fault: () => async (request, next) => {
      if (request.query.get('order_by') !== 'created_at_asc') return next(request);
      const reply = await next(withQuery(request, { order_by: 'created_at' }));
      if (reply.kind !== 'reply' || reply.status !== 200) return reply;
      const json: unknown = JSON.parse(reply.body);
      const data = dataOf(json);
      return jsonReply(200, {
        ...(isObject(json) ? json : {}),
        data: { ...data, comments: objectsOf(data['comments']).toReversed() },
      });
    },
  },
  {
    id: 'favor_count is passed over',
    kills: 'comment.comments.list-order-favor-count',
    fault: inRequest(at.comments, (request) =>
      request.query.get('order_by') === 'favor_count' ? withQuery(request, { order_by: undefined }) : request,
    ),
  },
  {
    id: 'favor_count orders one page at a time',
    kills: 'comment.comments.list-order-favor-count',
    fault: () => async (request, next) => {
      if (request.query.get('order_by') !== 'favor_count') return next(request);
      const reply = await next(withQuery(request, { order_by: 'created_at' }));
      if (reply.kind !== 'reply' || reply.status !== 200) return reply;
      const json: unknown = JSON.parse(reply.body);
      const data = dataOf(json);
      const comments = objectsOf(data['comments']).toSorted(
        (left, right) => Number(right['favor_count']) - Number(left['favor_count']),
      );
      return jsonReply(200, { ...(isObject(json) ? json : {}), data: { ...data, comments } });
    },
  },
];

function limitOf(query: URLSearchParams): number {
  return Number(query.get('limit') ?? 20);
}

const pages: readonly Mutant[] = [
  {
    id: 'a limit of comments is one too large',
    kills: 'comment.comments.list-limit',
    fault: inRequest(at.comments, (request) => withQuery(request, { limit: String(limitOf(request.query) + 1) })),
  },
  {
    id: 'the limit is passed over when comments are ordered by favorites',
    kills: 'comment.comments.list-limit',
    fault: inRequest(at.comments, (request) =>
      request.query.get('order_by') === 'favor_count' ? withQuery(request, { limit: '20' }) : request,
    ),
  },
  {
    id: 'the second page of comments repeats the last of the first',
    kills: 'comment.comments.list-pages',
    fault: inRequest(at.comments, (request) => {
      const offset = Number(request.query.get('offset') ?? 0);
      return offset > 0 ? withQuery(request, { offset: String(offset - 1) }) : request;
    }),
  },
  {
    id: 'pages of comments skip one',
    kills: 'comment.comments.list-pages',
    fault: inRequest(at.comments, (request) => {
      const offset = Number(request.query.get('offset') ?? 0);
      return offset > 1 ? withQuery(request, { offset: String(offset + 1) }) : request;
    }),
  },
  {
    id: 'the reply count of a list is always 0',
    kills: 'comment.comments.list-matches-read',
    fault: inList('comments', (comments) => comments.map((one) => ({ ...one, reply_count: 0 }))),
  },
  {
    id: 'the last comment of a list has the creator of the first',
    kills: 'comment.comments.list-matches-read',
    fault: inEntry('comments', -1, ({ creator }) => ({
      creator: { ...(isObject(creator) ? creator : {}), full_name: 'Nobody' },
    })),
  },
  {
    id: 'lists cut the content of comments short',
    kills: 'comment.comments.list-matches-read',
    fault: inList('comments', (comments) =>
      comments.map((one) => ({ ...one, content: String(one['content']).slice(0, 10) })),
    ),
  },
];

/** Answers that are empty lists, where there is something. */
export const commentMutants: readonly Mutant[] = [...sites, ...written, ...orders, ...pages];
