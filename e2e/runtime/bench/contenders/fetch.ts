/** Fetch handlers on Hono's server for Node.js: plain Hono, Hono with zod-openapi, and this package. */
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { createFetchHandler } from '@wallet-services/contract/comment/fetch';
import { Hono } from 'hono';
import { answers, document } from '../operations.ts';
import { handlers, options } from './express.ts';

function served(fetch: (request: Request) => Response | Promise<Response>): Server {
  return createAdaptorServer({ fetch }) as Server;
}

/** Without validation. */
export function plainHono(): Server {
  const app = new Hono();
  app.get('/comments', async (context) => context.json(answers.listComments));
  app.get('/comments/:comment_id', async (context) => context.json(answers.readComment));
  app.post('/comments', async (context) => {
    await context.req.json();
    return context.json(answers.createComment);
  });
  return served(app.fetch);
}

/** The pattern of a schema of the document, so that all contenders validate the same texts. */
function patternOf(schema: string): z.ZodString {
  const { pattern = '' } = document.components.schemas[schema] as { pattern?: string };
  return z.string().regex(new RegExp(pattern, 'u'));
}

const integer = z.int();
const Comment = z.object({
  id: integer,
  user_id: z.string(),
  site_id: integer,
  slug: z.string(),
  favor_count: integer,
  reply_count: integer,
  storage_tx_hash: z.string(),
  content: z.string(),
  created_at: patternOf('Moment'),
  updated_at: patternOf('Moment'),
  creator: z.object({
    id: z.string(),
    network_user_id: patternOf('Uuid'),
    network_identity_number: z.string(),
    full_name: z.string(),
    avatar_url: patternOf('Picture'),
    created_at: patternOf('Timestamp'),
  }),
  rewards: z.array(z.looseObject({})).nullable(),
});
const CommentResponse = z.object({ ts: integer, data: Comment });
const ListResponse = z.object({ ts: integer, data: z.looseObject({ comments: z.array(Comment) }) });
const orders = (document.components.schemas['CommentOrder'] as unknown as { enum: string[] }).enum;
const headers = z.object({
  'x-comment-site-id': z.coerce.number().int().optional(),
  'x-comment-site-slug': z.string().optional(),
});
const site = z.object({ site_id: z.coerce.number().int().optional(), slug: z.string().optional() });
const page = site.extend({
  limit: z.coerce.number().int().optional(),
  offset: z.coerce.number().int().optional(),
  order_by: z.enum(orders).optional(),
});
const json = <Schema extends z.ZodType>(schema: Schema) => ({ 'application/json': { schema } });
const ok = <Schema extends z.ZodType>(schema: Schema) => ({ 200: { description: 'OK', content: json(schema) } });

const list = createRoute({
  method: 'get',
  path: '/comments',
  request: { headers, query: page },
  responses: ok(ListResponse),
});
const read = createRoute({
  method: 'get',
  path: '/comments/{comment_id}',
  request: { params: z.object({ comment_id: z.coerce.number().int() }) },
  responses: ok(CommentResponse),
});
const create = createRoute({
  method: 'post',
  path: '/comments',
  request: { headers, query: site, body: { content: json(z.object({ content: z.string() })), required: true } },
  responses: ok(CommentResponse),
});

/**
 * Requests are validated by zod-openapi; answers by their schemas in the handler, because it does not validate them.
 */
export function honoZodOpenApi(): Server {
  const app = new OpenAPIHono();
  app.openapi(list, async (context) => context.json(ListResponse.parse(answers.listComments), 200));
  app.openapi(read, async (context) => context.json(CommentResponse.parse(answers.readComment), 200));
  app.openapi(create, async (context) => context.json(CommentResponse.parse(answers.createComment), 200));
  app.onError((error, context) => context.json({ code: 500, msg: error.message }, 500));
  return served(app.fetch);
}

/** `createFetchHandler`, with all fourteen operations of the service. */
export function oursOnFetch(): Server {
  return served(createFetchHandler(handlers, options));
}
