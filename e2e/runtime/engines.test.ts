/**
 * Compares the two engines behind every adapter: the same requests and answers must lead to the same decisions. Engines
 * and adapters must agree for every derived case, adapters down to the last byte of a rejection.
 */
import { serviceNames } from '@wallet-services/contract/services';
import { operationsOf } from '@wallet-services/generators/document';
import { answerOf, documentOf } from '@wallet-services/generators/testing/documents';
import {
  brokenRequests,
  brokenValues,
  send,
  type TestRequest,
  validRequest,
} from '@wallet-services/generators/testing/requests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adapters, exampleHandlers, type Served, serve } from './serve.ts';

const engines = ['compiled', 'express-openapi-validator'] as const;

let derived = 0;

/** The answers of each server, grouped by engine. */
async function answersOf(servers: readonly Served[], request: TestRequest): Promise<string[]> {
  return Promise.all(
    servers.map(async ({ url }) => {
      const response = await send(url, request);
      return `${response.status} ${response.headers.get('content-type')} ${await response.text()}`;
    }),
  );
}

/** One answer of each engine, if all of its adapters gave the same. */
function ofEngines(answers: readonly string[]): (string | undefined)[] {
  return engines.map((_engine, place) => {
    const [one, ...others] = answers.slice(place * adapters.length, (place + 1) * adapters.length);
    expect(others).toEqual(adapters.slice(1).map(() => one));
    return one?.slice(0, 3);
  });
}

describe.each(serviceNames)('the engines on %s', (service) => {
  const document = documentOf(service);
  const operations = operationsOf(document);
  const answers = new Map<string, unknown>();
  const servers: Served[] = [];

  beforeAll(async () => {
    const handlers = Object.fromEntries(
      Object.entries(exampleHandlers(document)).map(([id, handler]) => [
        id,
        (request: Parameters<typeof handler>[0]) =>
          answers.has(id) ? { status: 200, body: answers.get(id) } : handler(request),
      ]),
    );
    for (const validator of engines) {
      for (const adapter of adapters) {
        servers.push(await serve(adapter, service, handlers, { validator, onFault: () => undefined }));
      }
    }
  });

  afterAll(() => Promise.all(servers.map((server) => server.close())));

  it.each(operations.map((placed) => [placed.operation.operationId, placed] as const))(
    '%s: both accept the request of the examples',
    async (_id, placed) => {
      expect(ofEngines(await answersOf(servers, validRequest(placed)))).toEqual(['200', '200']);
    },
  );

  it.each(operations.map((placed) => [placed.operation.operationId, placed] as const))(
    '%s: both refuse the same broken requests',
    async (_id, placed) => {
      for (const request of brokenRequests(document, placed)) {
        derived += 1;
        expect(ofEngines(await answersOf(servers, request)), request.label).toEqual(['400', '400']);
      }
    },
  );

  it.each(operations.map((placed) => [placed.operation.operationId, placed] as const))(
    '%s: neither lets a broken answer out',
    async (id, placed) => {
      const schema = placed.operation.responses['200']?.content?.['application/json']?.schema ?? {};
      for (const [place, [what, answer]] of brokenValues(document, schema, answerOf(placed)).entries()) {
        answers.set(id, answer);
        // The adapters alternate, because the handling of a rejected answer does not depend on the adapter.
        const requested = engines.map(
          (_engine, engine) => servers[engine * adapters.length + (place % adapters.length)],
        );
        const judged = await Promise.all(requested.map((server) => send(server?.url ?? '', validRequest(placed))));
        expect(
          judged.map(({ status }) => status),
          `${id} answers ${what}`,
        ).toEqual([500, 500]);
      }
      answers.delete(id);
    },
  );
});

it('at least 500 invalid requests were derived', () => {
  expect(derived).toBeGreaterThanOrEqual(500);
});

describe.each(engines)('an integer beyond every bound, validated by %s', (validator) => {
  it.each(['9'.repeat(20), '9'.repeat(400), `-${'9'.repeat(400)}`])(
    'counts as the last exact one: %s',
    async (limit) => {
      const seen: unknown[] = [];
      const handlers = exampleHandlers(documentOf('vault'));
      const server = await serve(
        'express',
        'vault',
        {
          ...handlers,
          listVaults: (request) => {
            seen.push(request.query);
            return handlers['listVaults']?.(request);
          },
        },
        { validator },
      );
      expect((await fetch(`${server.url}/vats?limit=${limit}`)).status).toBe(200);
      await server.close();
      expect(seen).toEqual([{ limit: limit.startsWith('-') ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER }]);
    },
  );
});

it('null instead of a list is an error of the handler for both engines', async () => {
  const handlers = {
    ...exampleHandlers(documentOf('lending')),
    listTransactions: () => ({ status: 200, body: null }),
  };
  const statuses = [];
  for (const validator of engines) {
    const server = await serve('express', 'lending', handlers, { validator, onFault: () => undefined });
    statuses.push((await fetch(`${server.url}/api/v1/transactions`)).status);
    await server.close();
  }
  expect(statuses).toEqual([500, 500]);
});
