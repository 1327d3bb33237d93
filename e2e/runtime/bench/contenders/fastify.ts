/** Fastify: its validation of requests, its plugin for the validation of answers, its JSON serializer. */
import type { Server } from 'node:http';
import responseValidation from '@fastify/response-validation';
import type { OperationObject } from '@wallet-services/generators/document';
import { formats } from '@wallet-services/runtime/formats';
import Fastify from 'fastify';
import { answers, document } from '../operations.ts';

/** A schema with its references resolved inline, without keywords for readers. */
function inlined(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(inlined);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...rest } = schema as Record<string, unknown>;
  const target = typeof $ref === 'string' ? document.components.schemas[$ref.split('/').at(-1) ?? ''] : undefined;
  const kept = Object.entries({ ...target, ...rest }).filter(([name]) => !/^x-|^examples$|^description$/.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, inlined(value)]));
}

/** The options of an operation for Fastify. */
function schemaOf({ parameters = [], requestBody, responses }: OperationObject): object {
  const places = [
    ['params', 'path'],
    ['querystring', 'query'],
    ['headers', 'header'],
  ].map(([name, place]) => {
    const here = parameters.filter((parameter) => parameter.in === place);
    const properties = here.map((parameter) => [parameter.name.toLowerCase(), inlined(parameter.schema)]);
    const required = here.filter((parameter) => parameter.required === true).map((parameter) => parameter.name);
    return here.length === 0 ? [] : [name, { type: 'object', properties: Object.fromEntries(properties), required }];
  });
  const body = requestBody?.content['application/json']?.schema;
  return {
    ...Object.fromEntries(places.filter((place) => place.length > 0)),
    ...(body === undefined ? {} : { body: inlined(body) }),
    response: { 200: inlined(responses['200']?.content?.['application/json']?.schema) },
  };
}

export async function fastify(): Promise<Server> {
  const app = Fastify({ ajv: { customOptions: { formats } } });
  await app.register(responseValidation, { ajv: { formats } });
  const { '/comments': comments, '/comments/{comment_id}': one } = document.paths;
  if (comments?.get === undefined || comments.post === undefined || one?.get === undefined) throw new Error('no paths');
  app.get('/comments', { schema: schemaOf(comments.get) }, async () => answers.listComments);
  app.get('/comments/:comment_id', { schema: schemaOf(one.get) }, async () => answers.readComment);
  app.post('/comments', { schema: schemaOf(comments.post) }, async () => answers.createComment);
  await app.ready();
  return app.server;
}
