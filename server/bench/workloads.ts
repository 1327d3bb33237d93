/** The measured operations: three requests, and the answers that every variant gives to them. */
import { readFileSync } from 'node:fs';
import type { MediaType, OpenApiDocument } from '@wallet-services/generators/document';

export interface Workload {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  /** Generates the body of each request, for operations that accept a body only once. */
  readonly fresh?: () => string;
}

/** The only example, or the first of several. */
function usualExample(media: MediaType | undefined): unknown {
  return media?.example ?? Object.values(media?.examples ?? {})[0]?.value;
}

function example(
  document: OpenApiDocument,
  path: string,
  method: 'get' | 'post',
): { request: unknown; response: unknown } {
  const operation = document.paths[path]?.[method];
  return {
    request: usualExample(operation?.requestBody?.content['application/json']),
    response: usualExample(operation?.responses['200']?.content?.['application/json']),
  };
}

const text = readFileSync(new URL('../../generated/openapi/lending.json', import.meta.url), 'utf8');
const lending: OpenApiDocument = JSON.parse(text);
const pay = example(lending, '/api/v1/pay-requests', 'post');
const transactions = example(lending, '/api/v1/transactions', 'get');
const markets = example(lending, '/api/v1/markets/all', 'get').response as { data: unknown[] };

/** Answers by path. */
export const answers: Readonly<Record<string, unknown>> = {
  '/api/v1/pay-requests': pay.response,
  '/api/v1/transactions': (transactions.response as unknown[]).slice(0, 1),
  '/api/v1/markets/all': { data: Array.from({ length: 5 }, () => markets.data).flat() },
};

export const workloads: readonly Workload[] = [
  { name: 'small POST', method: 'POST', path: '/api/v1/pay-requests', body: JSON.stringify(pay.request) },
  {
    name: 'GET with parameters',
    method: 'GET',
    path: '/api/v1/transactions?limit=10&offset=2020-12-12T12:12:12.999999999Z',
  },
  { name: 'GET of 20 markets', method: 'GET', path: '/api/v1/markets/all' },
];
