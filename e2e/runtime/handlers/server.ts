/**
 * Serves the faulty handlers in a separate process, so that the test notices when one of them ends it: every case has a
 * path prefix on the server of each adapter and engine. Sends the ports; on request, the number of calls of `onFault`
 * for a case.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { documentOf } from '@wallet-services/generators/testing/documents';
import { mountService } from '@wallet-services/runtime/express';
import { serviceFetchHandler } from '@wallet-services/runtime/fetch';
import { serviceNodeHandler } from '@wallet-services/runtime/node';
import express, { type RequestHandler } from 'express';
import { type Adapter, adapters, exampleHandlers, serviceOf } from '../serve.ts';
import { type FaultyCase, faultyCases } from './cases/index.ts';

const engines = ['compiled', 'express-openapi-validator'] as const;
type Engine = (typeof engines)[number];

const faults = new Map<string, number>();

function meansOf(place: number, { service = 'vault', handlers, options }: FaultyCase, validator: Engine, key: string) {
  const onFault = options?.onFault ?? (() => void faults.set(key, (faults.get(key) ?? 0) + 1));
  return {
    service: serviceOf(service),
    handlers: { ...exampleHandlers(documentOf(service)), ...handlers },
    options: { authenticate: () => 'caller', validator, ...options, prefix: `/${place}`, onFault },
  };
}

const before: Readonly<Record<NonNullable<FaultyCase['before']>, RequestHandler>> = {
  'express.raw': express.raw({ type: '*/*' }),
  'express.text': express.text({ type: '*/*' }),
  reader: (request, _response, next) => {
    request.on('data', () => undefined).on('end', () => next());
  },
  cookies: (_request, response, next) => {
    response.setHeader('Set-Cookie', 'a=1');
    next();
  },
};

function onExpress(validator: Engine): Server {
  const app = express().disable('x-powered-by').disable('etag');
  for (const [place, each] of faultyCases.entries()) {
    const { service, handlers, options } = meansOf(place, each, validator, `express ${validator} ${place}`);
    if (each.before !== undefined) app.use(`/${place}`, before[each.before]);
    mountService(app, service, handlers, options);
  }
  return createServer(app);
}

const placeOf = (url: string) => Number(/^(?:[a-z]+:\/\/[^/]+)?\/(\d+)/.exec(url)?.[1]);

function onNode(validator: Engine): Server {
  const listeners = faultyCases.map((each, place) => {
    const { service, handlers, options } = meansOf(place, each, validator, `node ${validator} ${place}`);
    const handler = serviceNodeHandler(service, handlers, options);
    const first = each.before === undefined ? undefined : before[each.before];
    return (request: IncomingMessage, response: ServerResponse) => {
      if (first === undefined) handler(request, response);
      else Reflect.apply(first, undefined, [request, response, () => handler(request, response)]);
    };
  });
  return createServer((request, response) => listeners[placeOf(request.url ?? '')]?.(request, response));
}

function onFetch(validator: Engine): Server {
  const all = faultyCases.map((each, place) => {
    const { service, handlers, options } = meansOf(place, each, validator, `fetch ${validator} ${place}`);
    const handler = serviceFetchHandler(service, handlers, options);
    return async (request: Request) => {
      if (each.before === 'reader') await request.text();
      return handler(request);
    };
  });
  const missing = () => new Response('', { status: 404 });
  return createAdaptorServer({
    fetch: (request: Request) => (all[placeOf(new URL(request.url).pathname)] ?? missing)(request),
  }) as Server;
}

const serverOf: Readonly<Record<Adapter, (validator: Engine) => Server>> = {
  express: onExpress,
  node: onNode,
  fetch: onFetch,
};

if (process.send !== undefined) {
  // The log of the adapters is not tested here.
  console.error = () => undefined;
  console.warn = () => undefined;
  const ports: Record<string, number> = {};
  for (const adapter of adapters) {
    for (const engine of engines) {
      const server = serverOf[adapter](engine);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      ports[`${adapter} ${engine}`] = (server.address() as AddressInfo).port;
    }
  }
  process.send({ ports });
  process.on('message', (key: string) => process.send?.({ key, faults: faults.get(key) ?? 0 }));
  process.on('disconnect', () => process.exit(0));
}
