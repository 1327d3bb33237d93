/**
 * Writes the files for the document that controls the sandbox: it is not a service of the contract, so it has no
 * messages.
 */
import { type OpenApiDocument, operationsOf } from '../openapi/document.ts';
import { writeClient } from './client.ts';
import { writeModels } from './models.ts';
import { writeOperations } from './operations.ts';
import { writeSchema } from './schema.ts';
import { writeHandlers, writeServer } from './server.ts';
import { writeShapes } from './shapes.ts';
import { header } from './text.ts';
import { writeValidators, writeValidatorTypes } from './validators.ts';

/** The document without the operations that answer with a stream, since no handler returns one. */
function withoutStreams(document: OpenApiDocument): OpenApiDocument {
  const paths = structuredClone(document.paths);
  for (const { path, method, operation } of operationsOf(document)) {
    if (operation.responses['200']?.content?.['text/event-stream'] !== undefined) delete paths[path]?.[method];
  }
  return { ...document, paths };
}

/** The files, by path within `generated/sandbox`. */
export async function sandboxFiles(document: OpenApiDocument): Promise<Map<string, string>> {
  const answering = withoutStreams(document);
  const schema = await writeSchema(document);
  return new Map([
    ['openapi.json', `${JSON.stringify(document, null, 2)}\n`],
    ['schema.ts', schema],
    ['models.ts', writeModels(document, schema)],
    ['operations.ts', writeOperations(answering)],
    ['client.ts', writeClient('sandbox', answering)],
    ['handlers.ts', writeHandlers('sandbox', answering, './openapi.json')],
    ['server.ts', writeServer('sandbox')],
    ['shapes.ts', writeShapes(answering)],
    [
      'index.ts',
      `${header}export type { Handlers } from './handlers.ts';\nexport * from './models.ts';\nexport { mount } from './server.ts';\n`,
    ],
    ['validators.js', writeValidators(answering, 'judge')],
    ['validators.d.ts', writeValidatorTypes()],
  ]);
}
