/**
 * Writes the `Handlers` interface of a service, and the functions that serve them: `mount`, `createFetchHandler`,
 * `createNodeHandler`.
 */
import { type OpenApiDocument, type OperationObject, operationsOf } from '../openapi/document.ts';
import { docComment, header, isIdentifier, literal } from './text.ts';

/** Schemes in every alternative of every operation are always presented; others may be missing. */
function writeCredentials(document: OpenApiDocument): string {
  const alternatives = operationsOf(document).flatMap(({ operation }) =>
    (operation.security ?? []).map(Object.keys).filter((schemes) => schemes.length > 0),
  );
  const names = Object.keys(document.components.securitySchemes ?? {});
  const used = names.filter((name) => alternatives.flat().includes(name));
  const comment =
    '/** What `authenticate` is given, by security scheme: a bearer token without the word, or the value of a header. */\n';
  if (used.length === 0) return `${comment}export type Credentials = Readonly<Record<never, string>>;\n`;
  const members = used.map((name) => {
    const isAlways = alternatives.every((schemes) => schemes.includes(name));
    return `  readonly ${isIdentifier(name) ? name : literal(name)}${isAlways ? '' : '?'}: string;\n`;
  });
  return `${comment}export type Credentials = {\n${members.join('')}};\n`;
}

/** The type of an operation's caller: present when a credential is required, and absent when none is taken. */
function callerOf({ security = [] }: OperationObject): string {
  const isTaken = security.some((schemes) => Object.keys(schemes).length > 0);
  if (!isTaken) return 'undefined';
  return security.some((schemes) => Object.keys(schemes).length === 0)
    ? 'NonNullable<Caller> | undefined'
    : 'NonNullable<Caller>';
}

/**
 * @param place of the document, relative to the file
 * @returns the text of `handlers.ts`
 */
export function writeHandlers(
  service: string,
  document: OpenApiDocument,
  place = `../../openapi/${service}.json`,
): string {
  const methods = operationsOf(document).map(({ path, method, operation }) => {
    const comment = docComment(`${method.toUpperCase()} ${path}\n\n${operation.description ?? ''}`, '  ');
    return `${comment}  ${operation.operationId}: Handler<schema['${operation.operationId}'], ${callerOf(operation)}>;\n`;
  });
  const isCalled = operationsOf(document).some(({ operation }) => callerOf(operation) !== 'undefined');
  return `${header}import { readDocument } from '@wallet-services/runtime/document';
import type { HandlerOf as Handler, ResultOf as Result } from '@wallet-services/runtime/handlers';
import { notImplementedHandlers } from '@wallet-services/runtime/not-implemented';
import type { Service } from '@wallet-services/runtime/operation';
import { type OperationId, operations, securitySchemes } from './operations.ts';
import type { operations as schema } from './schema.ts';
import { shapes } from './shapes.ts';
import { validators } from './validators.js';

${writeCredentials(document)}
/**
 * The ${service} service: one method an operation. A method is given the inputs as the document types them, and
 * answers with a documented status and its body; it throws \`Refusal\` for any other client error.
 *
 * @typeParam Caller what \`authenticate\` makes of the credentials
 */
export interface Handlers<${isCalled ? '' : '_'}Caller = unknown> {
${methods.join('\n')}}

/** The handler of one operation, such as of a class that implements \`Handlers\` or in a file of its own. */
export type HandlerOf<Id extends OperationId, Caller = unknown> = Handlers<Caller>[Id];

/** The input of an operation's handler. */
export type RequestOf<Id extends OperationId, Caller = unknown> = Parameters<HandlerOf<Id, Caller>>[0];

/** What the handler of an operation may answer. */
export type ResultOf<Id extends OperationId> = Result<schema[Id]>;

/**
 * A handler for every operation that answers 501, to begin with.
 *
 * @example
 * const handlers: Handlers = { ...notImplemented, ...implemented };
 */
export const notImplemented: Readonly<Record<OperationId, () => never>> = notImplementedHandlers(operations);

/** What serving the handlers needs. */
export const service: Service = {
  name: '${service}',
  operations,
  securitySchemes,
  validators,
  shapes,
  document: () => readDocument(new URL('${place}', import.meta.url)),
};
`;
}

/** @returns the text of `server.ts` */
export function writeServer(service: string): string {
  return `${header}import { type MountOptions as Options, mountService } from '@wallet-services/runtime/express';
import type { IRouter } from 'express';
import { type Credentials, type Handlers, service } from './handlers.ts';

/** The options of \`mount\`. */
export type MountOptions<Caller = unknown> = Options<Caller, Credentials>;

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

/** The variants for serving without Express: the name of the file, and the texts in it. */
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
import { type ${Name}Handler, type ${Name}Options as Options, service${Name}Handler } from '@wallet-services/runtime/${way}';
import { type Credentials, type Handlers, service } from './handlers.ts';

export { AnswerError, type ${Name}Handler, type Observe, type Operation, type Outcome, Refusal } from '@wallet-services/runtime/${way}';
export { type Credentials, type HandlerOf, type Handlers, notImplemented, type RequestOf, type ResultOf } from './handlers.ts';
export * from './models.ts';

/** The options of \`create${Name}Handler\`. */
export type ${Name}Options<Caller = unknown> = Options<Caller, Credentials>;

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
