/** Writes the facade of a service: the only file that code outside `generated/` imports. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { writeCalls } from './calls.ts';
import { writeClient } from './client.ts';
import { writeConnect } from './connect.ts';
import { writeModels } from './models.ts';
import { writeOperations } from './operations.ts';
import { writeSchema } from './schema.ts';
import { writeHandlerOf, writeHandlers, writeServer } from './server.ts';
import { writeShapes } from './shapes.ts';
import { header } from './text.ts';
import { writeValidators, writeValidatorTypes } from './validators.ts';

function writeFacade(service: string): string {
  return `${header}export { AnswerError, isNestedDeeperThan, type Observe, type Operation, type Outcome, Refusal } from '@wallet-services/runtime';
export { type Client, type ClientOptions, createClient } from './client.ts';
export { type Credentials, type HandlerOf, type Handlers, notImplemented, type RequestOf, type ResultOf } from './handlers.ts';
export * from './models.ts';
export { type OperationId, operations, securitySchemes } from './operations.ts';
export type { components, operations as schema, paths } from './schema.ts';
export { type MountOptions, mount } from './server.ts';
export { shapes } from './shapes.ts';
export { validators } from './validators.js';
export * as rpc from './v1/${service}_pb.ts';
`;
}

/**
 * The files of a service, by path within `generated/typescript`; the messages are written by `buf generate`.
 * @param proto its protobuf file
 */
export async function serviceFiles(
  service: string,
  document: OpenApiDocument,
  proto: string,
): Promise<Map<string, string>> {
  const schema = await writeSchema(document);
  return new Map([
    [`${service}/index.ts`, writeFacade(service)],
    [`${service}/schema.ts`, schema],
    [`${service}/models.ts`, writeModels(document, schema)],
    [`${service}/operations.ts`, writeOperations(document)],
    [`${service}/calls.ts`, writeCalls(document)],
    [`${service}/client.ts`, writeClient(service, document)],
    [`${service}/handlers.ts`, writeHandlers(service, document)],
    [`${service}/server.ts`, writeServer(service)],
    [`${service}/shapes.ts`, writeShapes(document)],
    [`${service}/connect.ts`, writeConnect(service, document, proto)],
    [`${service}/fetch.ts`, writeHandlerOf('fetch', service)],
    [`${service}/node.ts`, writeHandlerOf('node', service)],
    [`${service}/validators.js`, writeValidators(document)],
    [`${service}/validators.d.ts`, writeValidatorTypes()],
  ]);
}
