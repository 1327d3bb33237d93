/** Serves documents for download: OpenAPI as JSON and YAML, and the protobuf files. */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { IRouter, Response } from 'express';
import type { Service } from '../service.ts';

const TYPES = { json: 'application/json', yaml: 'application/yaml', proto: 'text/plain' } as const;

/** Paths of a service's documents. */
export function documentPaths(service: Service['name']): {
  readonly openapi_json: string;
  readonly openapi_yaml: string;
  readonly proto: string;
} {
  return {
    openapi_json: `/openapi/${service}.json`,
    openapi_yaml: `/openapi/${service}.yaml`,
    proto: `/proto/${service}/v1/${service}.proto`,
  };
}

/** Serves the documents of the given services, and no other files. */
export function mountDocuments(app: IRouter, services: readonly Pick<Service, 'name'>[]): void {
  const paths = new Set(services.flatMap(({ name }) => Object.values(documentPaths(name))));
  app.get(['/openapi/*path', '/proto/*path'], async (request, response: Response) => {
    if (!paths.has(request.path)) {
      throw new Refusal(404, `there is no document at ${request.path}`, { hint: [...paths].join(', ') });
    }
    const extension = request.path.slice(request.path.lastIndexOf('.') + 1) as keyof typeof TYPES;
    const bytes = await readFile(fileURLToPath(import.meta.resolve(`@wallet-services/contract${request.path}`)));
    response.statusCode = 200;
    response.setHeader('Content-Type', `${TYPES[extension]}; charset=utf-8`);
    response.setHeader('Content-Length', bytes.byteLength);
    // Pages of other origins, such as an API reference, may read the documents.
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.end(bytes);
  });
}
