/** Writes the types of a document with openapi-typescript. */
import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenApiDocument } from '../openapi/document.ts';
import { header } from './text.ts';

/** @returns the text of `schema.ts`: `paths`, `operations` and `components`, as openapi-typescript writes them */
export async function writeSchema(document: OpenApiDocument): Promise<string> {
  // Its parameter type has no `x-` members; it copies the document before it works on it.
  const nodes = await openapiTS(JSON.stringify(document), {
    alphabetize: false,
    emptyObjectsUnknown: true,
    silent: true,
  });
  return `${header}/* biome-ignore-all lint: written by openapi-typescript */\n${astToString(nodes)}`;
}
