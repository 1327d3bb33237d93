/** Helpers of the tests: a service of examples on a loopback port, and what the documents say about it. */
import type { AddressInfo } from 'node:net';
import { type ServiceName, serviceNames } from '@wallet-services/contract/services';
import { type OpenApiDocument, operationsOf } from '@wallet-services/generators/document';
import { answerOf, documentOf } from '@wallet-services/generators/testing/documents';
import { type MountOptions, mountService, type Service } from '@wallet-services/runtime';
import express from 'express';

const facades = new Map(
  await Promise.all(
    serviceNames.map(async (name) => [name, await import(`@wallet-services/contract/${name}`)] as const),
  ),
);

/** Everything that was generated for a service. */
export function serviceOf(name: ServiceName): Service {
  return { name, ...facades.get(name), document: () => documentOf(name) };
}

export type AnyHandlers = Record<string, (request: { query: unknown; body: unknown; caller: unknown }) => unknown>;

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

/** Serves a service; every credential holds unless `authenticate` is given. */
export async function serve(name: ServiceName, handlers: AnyHandlers, options: MountOptions = {}): Promise<Served> {
  const app = express();
  mountService(app, serviceOf(name), handlers, { authenticate: () => 'caller', ...options });
  return listen(app);
}

export async function listen(app: express.Express): Promise<Served> {
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
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
