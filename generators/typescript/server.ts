/** Writes the `Handlers` interface of a service, and the `mount` that serves it. */
import { type OpenApiDocument, operationsOf } from '../openapi/document.ts';
import { docComment, header } from './text.ts';

/**
 * @param place of the document, seen from the file
 * @returns the text of `server.ts`
 */
export function writeServer(
  service: string,
  document: OpenApiDocument,
  place = `../../openapi/${service}.json`,
): string {
  const methods = operationsOf(document).map(({ path, method, operation }) => {
    const comment = docComment(`${method.toUpperCase()} ${path}\n\n${operation.description ?? ''}`, '  ');
    return `${comment}  ${operation.operationId}: HandlerOf<schema['${operation.operationId}'], Caller>;\n`;
  });
  return `${header}import { readFileSync } from 'node:fs';
import { type MountOptions, mountService } from '@wallet-services/runtime/express';
import type { HandlerOf } from '@wallet-services/runtime/handlers';
import type { IRouter } from 'express';
import { operations, securitySchemes } from './operations.ts';
import type { operations as schema } from './schema.ts';
import { validators } from './validators.js';

/**
 * The ${service} service: one method an operation. A method is given the inputs as the document types them, and
 * answers with a documented status and its body; it throws \`Refusal\` for any other client error.
 *
 * @typeParam Caller what \`authenticate\` makes of the credentials
 */
export interface Handlers<Caller = unknown> {
${methods.join('\n')}}

/**
 * Serves the handlers on an Express application. Every request and every answer is validated against the
 * document; an answer that breaks it is not sent.
 *
 * @example
 * const app = express();
 * mount(app, handlers, { prefix: '/${service}' });
 * app.listen(4000);
 */
export function mount<Caller = unknown>(
  app: IRouter,
  handlers: Handlers<Caller>,
  options: MountOptions<Caller> = {},
): void {
  mountService(app, { name: '${service}', operations, securitySchemes, validators, document }, handlers, options);
}

function document(): object {
  const text = readFileSync(new URL('${place}', import.meta.url), 'utf8');
  const parsed: object = JSON.parse(text);
  return parsed;
}
`;
}
