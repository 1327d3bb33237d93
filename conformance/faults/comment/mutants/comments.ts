/** Servers that are wrong about lists of comments and about writing them. */

import { changed, jsonReply } from '../../../fault/proxy/reply.ts';
import { isObject, objectsOf } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import {
  at,
  dataOf,
  inData,
  inEntry,
  inList,
  inRequest,
  refuses,
  siteHeader,
  withBody,
  withoutHeaders,
  withQuery,
} from '../change.ts';

/** The site that headers choose, moved into the query. */
const ID = 'x-comment-site-id';

const sites: readonly Mutant[] = [
  {
    id: 'a list without a site is that of the first site',
    kills: 'comment.comments.list-site-required',
    fault: inRequest(at.comments, (request) =>
      request.headers[ID] === undefined && !request.query.has('site_id') && !request.query.has('slug')
        ? withQuery(request, { site_id: '21' })
        : request,
    ),
  },
  {
    id: 'a comment without a site is put on the first site',
    kills: 'comment.comments.create-site-required',
    fault: inRequest(at.write, (request) =>
      request.headers[ID] === undefined && !request.query.has('site_id') && !request.query.has('slug')
        ? withQuery(request, { site_id: '21', slug: 'unknown' })
        : request,
    ),
  },
  {
    id: 'headers do not choose the site of a list',
    kills: 'comment.comments.list-site-in-header',
    fault: inRequest(at.comments, (request) => withoutHeaders(request, siteHeader)),
  },
  {
    id: 'a header chooses the first site, whatever it says',
    kills: 'comment.comments.list-site-in-header',
    fault: inRequest(at.comments, (request) =>
      request.headers[ID] === undefined ? request : { ...request, headers: { ...request.headers, [ID]: '21' } },
    ),
  },
  {
    id: 'the query does not choose the site of a list',
    kills: 'comment.comments.list-site-in-query',
    fault: refuses(at.comments, ({ headers }) => headers[ID] === undefined),
  },
  {
    id: 'the query chooses the first site, whatever it says',
    kills: 'comment.comments.list-site-in-query',
    fault: inRequest(at.comments, (request) =>
      request.query.has('site_id') ? withQuery(request, { site_id: '21' }) : request,
    ),
  },
  {
    id: 'the query wins over the header when a list is asked for',
    kills: 'comment.comments.list-header-wins',
    fault: inRequest(at.comments, (request) =>
      request.query.has('site_id') ? withoutHeaders(request, siteHeader) : request,
    ),
  },
  {
    id: 'a header and a query that contradict each other are refused',
    kills: 'comment.comments.list-header-wins',
    fault: refuses(at.comments, ({ headers, query }) => {
      const id = query.get('site_id');
      return id !== null && headers[ID] !== undefined && headers[ID] !== id;
    }),
  },
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
    id: 'headers do not choose the site of a comment',
    kills: 'comment.comments.create-site-in-header',
    fault: inRequest(at.write, (request) => withoutHeaders(request, siteHeader)),
  },
  {
    id: 'comments whose site is chosen by header are put on the first site',
    kills: 'comment.comments.create-site-in-header',
    fault: inRequest(at.write, (request) =>
      request.headers[ID] === undefined ? request : { ...request, headers: { ...request.headers, [ID]: '21' } },
    ),
  },
  {
    id: 'the query does not choose the site of a comment',
    kills: 'comment.comments.create-site-in-query',
    fault: refuses(at.write, ({ headers }) => headers[ID] === undefined),
  },
  {
    id: 'the query wins over the header when a comment is written',
    kills: 'comment.comments.create-header-wins',
    fault: inRequest(at.write, (request) =>
      request.query.has('site_id') ? withoutHeaders(request, siteHeader) : request,
    ),
  },
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
  {
    id: 'what is written is escaped for HTML',
    kills: 'comment.comments.create-content',
    fault: inRequest(at.write, (request) =>
      withBody(request, ({ content }) => ({ content: String(content).replaceAll('<', '&lt;') })),
    ),
  },
  {
    id: 'what is written is cut after 140 characters',
    kills: 'comment.comments.create-content',
    fault: inRequest(at.write, (request) =>
      withBody(request, ({ content }) => ({ content: String(content).slice(0, 140) })),
    ),
  },
  {
    id: 'letters beyond Latin-1 become question marks when a comment is read',
    kills: 'comment.comments.create-content',
    fault: inData(at.comment, ({ content }) => ({ content: String(content).replaceAll(/[^\0-\xff]/g, '?') })),
  },
  {
    id: 'a new comment cannot be read by its id',
    kills: 'comment.comments.create-readable',
    fault: refuses(at.comment, () => true, 404),
  },
  {
    id: 'the newest comment is missing in the list of its page',
    kills: 'comment.comments.create-readable',
    fault: inList('comments', (comments) => comments.slice(1)),
  },
  {
    id: 'a comment is twice in the list of its page',
    kills: 'comment.comments.create-readable',
    fault: inList('comments', (comments) => [...comments.slice(0, 1), ...comments]),
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

const pages: readonly Mutant[] = [
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
export const commentMutants: readonly Mutant[] = [
  ...sites,
  ...written,
  ...orders,
  ...pages,
  {
    id: 'lists by query are empty',
    kills: 'comment.comments.list-site-in-query',
    fault: () =>
      changed(at.comments, (json, { headers }) =>
        headers[ID] === undefined && isObject(json) ? { ...json, data: { comments: [], total: 0 } } : json,
      ),
  },
];
