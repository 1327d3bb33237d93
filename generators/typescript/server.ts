/** Writes the `Handlers` interface of a service, and what serves them: `mount`, `createFetchHandler`, `createNodeHandler`. */
import { type OpenApiDocument, operationsOf } from '../openapi/document.ts';
import { docComment, header } from './text.ts';

/**
 * @param place of the document, seen from the file
 * @returns the text of `handlers.ts`
 */
export function writeHandlers(
  service: string,
  document: OpenApiDocument,
  place = `../../openapi/${service}.json`,
): string {
  const methods = operationsOf(document).map(({ path, method, operation }) => {
    const comment = docComment(`${method.toUpperCase()} ${path}\n\n${operation.description ?? ''}`, '  ');
    return `${comment}  ${operation.operationId}: HandlerOf<schema['${operation.operationId}'], Caller>;\n`;
  });
  return `${header}import { readDocument } from '@wallet-services/runtime/document';
import type { HandlerOf } from '@wallet-services/runtime/handlers';
import type { Service } from '@wallet-services/runtime/operation';
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

/** What serving the handlers needs. */
export const service: Service = {
  name: '${service}',
  operations,
  securitySchemes,
  validators,
  document: () => readDocument(new URL('${place}', import.meta.url)),
};
`;
}

/** @returns the text of `server.ts` */
export function writeServer(service: string): string {
  return `${header}import { type MountOptions, mountService } from '@wallet-services/runtime/express';
import type { IRouter } from 'express';
import { type Handlers, service } from './handlers.ts';

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
  mountService(app, service, handlers, options);
}
`;
}

/** How a service is served without Express: the name of the file, and what its texts say. */
const ways = {
  fetch: {
    Name: 'Fetch',
    doc: 'the Fetch API',
    as: 'as a function from a `Request` to a `Response`',
    example: (service: string) => `export default { fetch: createFetchHandler(handlers, { prefix: '/${service}' }) };`,
  },
  node: {
    Name: 'Node',
    doc: 'Node.js alone',
    as: 'to a server of Node.js',
    example: (service: string) => `createServer(createNodeHandler(handlers, { prefix: '/${service}' })).listen(4000);`,
  },
} as const;

/** @returns the text of `fetch.ts`, or of `node.ts` */
export function writeHandlerOf(way: keyof typeof ways, service: string): string {
  const { Name, doc, as, example } = ways[way];
  return `${header}/** Serving ${service} with ${doc}: the handlers to write, and what validates and answers with them. */
import { type ${Name}Handler, type ${Name}Options, service${Name}Handler } from '@wallet-services/runtime/${way}';
import { type Handlers, service } from './handlers.ts';

export { AnswerError, type Credentials, type ${Name}Handler, type ${Name}Options, type Operation, Refusal } from '@wallet-services/runtime/${way}';
export type { Handlers } from './handlers.ts';
export * from './models.ts';

/**
 * Serves the handlers ${as}. Every request and every answer is validated
 * against the document; an answer that breaks it is not sent.
 *
 * @example
 * ${example(service)}
 */
export function create${Name}Handler<Caller = unknown>(
  handlers: Handlers<Caller>,
  options: ${Name}Options<Caller> = {},
): ${Name}Handler {
  return service${Name}Handler(service, handlers, options);
}
`;
}
