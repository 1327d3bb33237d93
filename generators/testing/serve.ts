/** Helpers of the tests: a service of examples on a loopback port, and what the documents say about it. */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { type MountOptions, mountService, type Service } from '../../generated/typescript/runtime/index.ts';
import {
  type MediaType,
  type OpenApiDocument,
  operationsOf,
  type PlacedOperation,
  type ServiceName,
} from '../openapi/document.ts';

export function documentOf(service: ServiceName): OpenApiDocument {
  return JSON.parse(readFileSync(new URL(`../../generated/openapi/${service}.json`, import.meta.url), 'utf8'));
}

/** The first example of a media type or of a parameter. */
export function exampleOf(media: object | undefined): unknown {
  const { example, examples }: Partial<MediaType> = media ?? {};
  return example === undefined ? Object.values(examples ?? {})[0]?.value : example;
}

/** The example of the 200 of an operation. */
export function answerOf({ operation }: PlacedOperation): unknown {
  return exampleOf(operation.responses['200']?.content?.['application/json']);
}

/** Everything that was generated for a service. */
export async function serviceOf(name: ServiceName): Promise<Service> {
  const folder = `../../generated/typescript/${name}`;
  const { operations, securitySchemes } = await import(`${folder}/operations.ts`);
  const { validators } = await import(`${folder}/validators.js`);
  return { name, operations, securitySchemes, validators, document: () => documentOf(name) };
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
  mountService(app, await serviceOf(name), handlers, { authenticate: () => 'caller', ...options });
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
