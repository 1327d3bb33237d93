/** Helpers of the tests: the committed documents, and the examples in them. */
import { readFileSync } from 'node:fs';
import type { ServiceName } from '@wallet-services/contract/services';
import type { MediaType, OpenApiDocument, PlacedOperation } from '../openapi/document.ts';

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
