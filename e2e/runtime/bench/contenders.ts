/** The contenders, in the order of the table. */
import type { Server } from 'node:http';
import { expressOpenApiValidator, oursOnExpress, oursOnNode, plainExpress } from './contenders/express.ts';
import { fastify } from './contenders/fastify.ts';
import { honoZodOpenApi, oursOnFetch, plainHono } from './contenders/fetch.ts';

export interface Contender {
  readonly name: string;
  /** Whether it validates requests and answers. */
  readonly checks: boolean;
  serve(): Server | Promise<Server>;
}

export const contenders: readonly Contender[] = [
  { name: 'Express, plain', checks: false, serve: plainExpress },
  { name: 'mount', checks: true, serve: oursOnExpress },
  { name: 'Express, express-openapi-validator', checks: true, serve: expressOpenApiValidator },
  { name: 'createNodeHandler', checks: true, serve: oursOnNode },
  { name: 'Hono, plain', checks: false, serve: plainHono },
  { name: 'createFetchHandler', checks: true, serve: oursOnFetch },
  { name: 'Hono, zod-openapi', checks: true, serve: honoZodOpenApi },
  { name: 'Fastify, its own validation', checks: true, serve: fastify },
];
