/** Validates answers against a document with Ajv and the contract's exact formats, independently of Prism. */

import { readFile } from 'node:fs/promises';
import { type OpenApiDocument, operationsOf, type PlacedOperation } from '@wallet-services/generators/document';
import { bareSchema, componentSchemas, exactAjv } from '@wallet-services/generators/validators';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { documentPath } from '../documents.ts';
import type { ServiceName } from '../services.ts';
import type { SampleRequest } from './requests.ts';

/** Reads the document of a service. */
export async function readDocument(service: ServiceName): Promise<OpenApiDocument> {
  return JSON.parse(await readFile(documentPath(service), 'utf8'));
}

/** An answer over HTTP. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Sends a request and reads the JSON of the answer; times out after five seconds. */
export async function send(url: string, request: SampleRequest, more: Record<string, string> = {}): Promise<Answer> {
  const content = request.text ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  const response = await fetch(`${url}${request.target}`, {
    method: request.method.toUpperCase(),
    headers: { ...request.headers, ...more },
    signal: AbortSignal.timeout(PATIENCE),
    ...(content === undefined ? {} : { body: content }),
  });
  const contentType = response.headers.get('content-type') ?? '';
  const text = await response.text();
  const body: unknown = contentType.includes('json') ? JSON.parse(text) : text;
  return { status: response.status, contentType, headers: response.headers, body };
}

/** The violation of an answer; undefined when the document allows it. */
export type Judge = (operationId: string, answer: Answer) => string | undefined;

/** Creates the judge of a document. */
export function createJudge(document: OpenApiDocument): Judge {
  const ajv = exactAjv();
  ajv.addKeyword('components');
  ajv.addSchema(componentSchemas(document));
  const validators = new Map(
    operationsOf(document).flatMap(({ operation }: PlacedOperation) =>
      Object.entries(operation.responses).map(([status, { content }]) => {
        const schema = content?.['application/json']?.schema;
        return [`${operation.operationId} ${status}`, schema && ajv.compile(bareSchema(schema))] as const;
      }),
    ),
  );
  return (operationId, { status, contentType, body }) => {
    const [exact, range] = [`${operationId} ${status}`, `${operationId} ${String(status).charAt(0)}XX`] as const;
    const validate = validators.get(exact) ?? validators.get(range);
    // The document declares a response without content.
    if (validate === undefined && validators.has(exact) && body === '') return undefined;
    if (validate === undefined) return `${operationId}: status ${status} is not documented: ${JSON.stringify(body)}`;
    if (contentType !== 'application/json') return `${operationId}: ${status} has the content type ${contentType}`;
    if (validate(body)) return undefined;
    return `${operationId}: ${status} ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`;
  };
}
