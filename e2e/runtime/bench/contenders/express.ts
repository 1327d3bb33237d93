/** Express: plain, with express-openapi-validator, and with this package. */
import { createServer, type Server } from 'node:http';
import { type Handlers, mount } from '@wallet-services/contract/comment';
import { createNodeHandler } from '@wallet-services/contract/comment/node';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { middleware } from 'express-openapi-validator';
import { answers, document } from '../operations.ts';

/** An application without ETag for all contenders, because it costs more than validation. */
function application(): Express {
  return express().disable('etag').disable('x-powered-by');
}

function routed(app: Express): Express {
  app.get('/comments', async (_request, response) => {
    response.json(answers.listComments);
  });
  app.get('/comments/:comment_id', async (_request, response) => {
    response.json(answers.readComment);
  });
  app.post('/comments', async (_request, response) => {
    response.json(answers.createComment);
  });
  return app;
}

const refuse: ErrorRequestHandler = (error, _request, response, _next) => {
  response.status(error.status ?? 500).json({ code: error.status, msg: error.message });
};

/** Without validation. */
export function plainExpress(): Server {
  return createServer(routed(application().use(express.json())));
}

/** As in its own documentation; the document only has the three operations, which makes it faster. */
export function expressOpenApiValidator(): Server {
  const { '/comments': comments, '/comments/{comment_id}': one } = document.paths;
  const apiSpec = { ...document, servers: [], paths: { '/comments': comments, '/comments/{comment_id}': one } };
  const app = application().use(express.json());
  const options: unknown = { apiSpec, validateResponses: true, validateSecurity: false };
  app.use(middleware(options as Parameters<typeof middleware>[0]));
  return createServer(routed(app).use(refuse));
}

/** Handlers for this package, asynchronous like real ones; unused ones are missing. */
export const handlers = {
  listComments: async () => ({ status: 200, body: answers.listComments }),
  readComment: async () => ({ status: 200, body: answers.readComment }),
  createComment: async () => ({ status: 200, body: answers.createComment }),
} as unknown as Handlers;
for (const { operationId } of Object.values(document.paths).flatMap((item) => Object.values(item))) {
  if (!(operationId in handlers))
    Object.assign(handlers, { [operationId]: () => ({ status: 404, body: { code: 404 } }) });
}

/** Answers that are not sent are not reported. */
export const options = { authenticate: () => 'caller', onFault: () => undefined };

/** `createNodeHandler`, with all fourteen operations of the service. */
export function oursOnNode(): Server {
  return createServer(createNodeHandler(handlers, options));
}

/** `mount`, with all fourteen operations of the service. */
export function oursOnExpress(): Server {
  const app = application();
  mount(app, handlers, options);
  return createServer(app);
}
