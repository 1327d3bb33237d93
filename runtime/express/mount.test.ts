import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { IRouter, Request } from 'express';
import { expect, it } from 'vitest';
import type { Operation, Service } from '../operation.ts';
import { type MountOptions, mountService } from './mount.ts';

const operation: Operation = {
  id: 'read',
  method: 'get',
  path: '/items',
  summary: '',
  parameters: [],
  security: [],
  statuses: ['200'],
};
const shop: Service = {
  name: 'shop',
  operations: { read: operation },
  securitySchemes: {},
  validators: {},
  document: () => ({}),
};

type Handler = (request: Request, response: ServerResponse, next: () => void) => void;

/** The parts of an Express application that are used. */
function application() {
  const handlers: Handler[] = [];
  const app = { use: (handler: Handler) => void handlers.push(handler) } as unknown as IRouter;
  return { app, handlers };
}

const handlers = { read: () => ({ status: 200, body: 1 }) };

/** The status of the response to a request, or whether it was passed on. */
async function sent(url: string, options: MountOptions = {}): Promise<number | 'passed on'> {
  const { app, handlers: added } = application();
  mountService(app, shop, handlers, options);
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url });
  const response = new ServerResponse(request);
  return new Promise((resolve) => {
    response.end = () => {
      resolve(response.statusCode);
      return response;
    };
    for (const handler of added) handler(request as Request, response, () => resolve('passed on'));
  });
}

it.each<[string, MountOptions, number | 'passed on']>([
  ['/items', {}, 200],
  ['/items', { prefix: '/shop' }, 'passed on'],
  ['/shop/items', { prefix: '/shop' }, 200],
  ['/other', {}, 404],
  ['/other', { fallthrough: false }, 404],
  ['/other', { fallthrough: true }, 'passed on'],
])('%s with %j: %s', async (url, options, expected) => expect(await sent(url, options)).toBe(expected));

it.each<[readonly MountOptions[], string | undefined]>([
  [[{}, {}], "shop at '/' would never be reached: shop answers everything below '/'. Give shop the option fallthrough"],
  [[{}, { prefix: '/a' }], "shop at '/a' would never be reached: shop answers everything below '/'."],
  [
    [{ prefix: '/a' }, { prefix: '/a/b' }],
    "shop at '/a/b' would never be reached: shop answers everything below '/a'.",
  ],
  [
    [{ prefix: '/a' }, { prefix: '/b' }, { prefix: '/a/c' }],
    "shop at '/a/c' would never be reached: shop answers everything below '/a'.",
  ],
  [[{ prefix: '/a' }, { prefix: '/b' }, { prefix: '/b' }], "shop at '/b' would never be reached"],
  [[{ prefix: '/a' }, {}], undefined],
  [[{ prefix: '/a' }, { prefix: '/ab' }], undefined],
  [[{ fallthrough: true }, {}], undefined],
])('mounted with %j in turn: %j', (all, message) => {
  const { app } = application();
  const mountAll = () => {
    for (const options of all) mountService(app, shop, handlers, options);
  };
  if (message === undefined) expect(mountAll).not.toThrow();
  else expect(mountAll).toThrow(message);
  expect(() => mountService(application().app, shop, handlers, {})).not.toThrow();
});

it('passes unknown paths on, or not', () => {
  expect(() => mountService(application().app, shop, handlers, { fallthrough: 'no' as never })).toThrow(
    'the option fallthrough of mount must be true or false',
  );
});
