/** Writes what stands on the document that controls the sandbox: no service of the contract, so it has no messages. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { writeClient } from './client.ts';
import { writeModels } from './models.ts';
import { writeOperations } from './operations.ts';
import { writeSchema } from './schema.ts';
import { writeHandlers, writeServer } from './server.ts';
import { header } from './text.ts';
import { writeValidators, writeValidatorTypes } from './validators.ts';

/** The files, by path within `generated/sandbox`. */
export async function sandboxFiles(document: OpenApiDocument): Promise<Map<string, string>> {
  return new Map([
    ['openapi.json', `${JSON.stringify(document, null, 2)}\n`],
    ['schema.ts', await writeSchema(document)],
    ['models.ts', writeModels(document)],
    ['operations.ts', writeOperations(document)],
    ['client.ts', writeClient('sandbox', document)],
    ['handlers.ts', writeHandlers('sandbox', document, './openapi.json')],
    ['server.ts', writeServer('sandbox')],
    [
      'index.ts',
      `${header}export type { Handlers } from './handlers.ts';\nexport * from './models.ts';\nexport { mount } from './server.ts';\n`,
    ],
    ['validators.js', writeValidators(document, 'judge')],
    ['validators.d.ts', writeValidatorTypes()],
  ]);
}
