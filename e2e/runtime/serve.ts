/** Test helpers: a service with example answers on a loopback port, and its document. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { type ServiceName, serviceNames } from '@wallet-services/contract/services';
import { type OpenApiDocument, operationsOf } from '@wallet-services/generators/document';
import { answerOf, documentOf } from '@wallet-services/generators/testing/documents';
import type { RequestInfo, ServeOptions, Service } from '@wallet-services/runtime';
import { mountService } from '@wallet-services/runtime/express';
import { serviceFetchHandler } from '@wallet-services/runtime/fetch';
import { type NodeHandler, serviceNodeHandler } from '@wallet-services/runtime/node';
import express from 'express';

const facades = new Map(
  await Promise.all(
    serviceNames.map(async (name) => [name, await import(`@wallet-services/contract/${name}`)] as const),
  ),
);

/** Cached, because express-openapi-validator caches its work by document. */
const services = new Map(
  serviceNames.map((name): [ServiceName, Service] => [
    name,
    { name, ...facades.get(name), document: () => documentOf(name) },
  ]),
);

/** Everything that was generated for a service. */
export function serviceOf(name: ServiceName): Service {
  const service = services.get(name);
  if (service === undefined) throw new Error(`there is no service ${name}`);
  return service;
}

export type AnyHandlers = Record<
  string,
  (request: { query: unknown; body: unknown; caller: unknown; request: RequestInfo; signal: AbortSignal }) => unknown
>;

/** Handlers that answer every operation with its example. */
export function exampleHandlers(document: OpenApiDocument): AnyHandlers {
  return Object.fromEntries(
    operationsOf(document).map((placed) => [
      placed.operation.operationId,
      () => ({ status: 200, body: answerOf(placed) }),
    ]),
  );
}

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** The adapters, which must behave alike. */
export const adapters = ['express', 'fetch', 'node'] as const;
export type Adapter = (typeof adapters)[number];

/** A server of Node.js with the given handlers; unknown paths are passed to `otherwise`, if it is given. */
export function serverOf(
  adapter: Adapter,
  service: Service,
  handlers: object,
  options: ServeOptions<unknown>,
  otherwise?: string,
): Server {
  if (adapter === 'fetch') {
    const fallthrough = otherwise === undefined ? undefined : () => new Response(otherwise, { status: 404 });
    return createAdaptorServer({
      fetch: serviceFetchHandler(service, handlers, { ...options, fallthrough }),
    }) as Server;
  }
  if (adapter === 'node') {
    const fallthrough: NodeHandler | undefined =
      otherwise === undefined ? undefined : (_request, response) => response.writeHead(404).end(otherwise);
    return createServer(serviceNodeHandler(service, handlers, { ...options, fallthrough }));
  }
  const app = express();
  mountService(app, service, handlers, { ...options, fallthrough: otherwise !== undefined });
  app.use((_request, response) => {
    response.status(404).send(otherwise);
  });
  return createServer(app);
}

/** Serves a service; without `authenticate`, every credential is accepted. */
export async function serve(
  adapter: Adapter,
  name: ServiceName,
  handlers: AnyHandlers,
  options: ServeOptions<unknown> = {},
): Promise<Served> {
  return listen(serverOf(adapter, serviceOf(name), handlers, { authenticate: () => 'caller', ...options }));
}

export async function listen(server: Server): Promise<Served> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
