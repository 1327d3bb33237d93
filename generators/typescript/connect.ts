/**
 * Writes the module that serves the methods of a service over RPC. A method needs a caller if its operation needs a
 * credential.
 */
import { type OpenApiDocument, operationsOf } from '../openapi/document.ts';
import { header, literal } from './text.ts';

/** @returns the local names of the methods with operations that need a credential, in the order of the protobuf file */
function guardedIn(document: OpenApiDocument, proto: string): string[] {
  const own = operationsOf(document).flatMap(({ operation }) => {
    const { operationId, security = [], 'x-behaviour': behaviour = [] } = operation;
    if (security.length === 0 || security.some((schemes) => Object.keys(schemes).length === 0)) return [];
    const same = behaviour.find(({ family, rpc }) => family === 'same-as' && rpc !== undefined);
    return [localName(same === undefined ? operationId : String(same['rpc']).replace(/^.*\//, ''))];
  });
  const methods = [...proto.matchAll(/^\s*rpc (\w+)/gm)].map(([, name = '']) => localName(name));
  return methods.filter((method) => own.includes(method));
}

function localName(method: string): string {
  return `${method.charAt(0).toLowerCase()}${method.slice(1)}`;
}

/**
 * @param proto the service's protobuf file
 * @returns the text of `connect.ts`
 */
export function writeConnect(service: string, document: OpenApiDocument, proto: string): string {
  const name = /^service (\w+)/m.exec(proto)?.[1] ?? '';
  return `${header}/** Serving the methods of ${name} with Connect: the methods to write, and what answers with them. */
import {
  notImplementedMethods,
  type RpcMethods as Methods,
  type RpcOptions,
  rpcRoutes,
} from '@wallet-services/runtime/rpc';
import { ${name} } from './v1/${service}_pb.ts';

export { forCallers, Refusal, type RpcCall, type RpcOptions, type RpcOutcome } from '@wallet-services/runtime/rpc';

/** The methods that need a caller, since their operations need a credential. */
export const guarded = ${literal(guardedIn(document, proto))} as const;

/**
 * The methods of ${name}. Those that need a caller are made with \`forCallers\`.
 *
 * @typeParam Caller what \`authenticate\` makes of the metadata
 */
export type RpcMethods<Caller = unknown> = Methods<typeof ${name}, Caller, (typeof guarded)[number]>;

/**
 * A method for each that answers \`unimplemented\`, to begin with.
 *
 * @example
 * createRpcRoutes({ ...notImplemented, ...methods }, { authenticate });
 */
export const notImplemented = notImplementedMethods(${name});

/**
 * Routes for an adapter of Connect.
 *
 * @example
 * createServer(connectNodeAdapter({ routes: createRpcRoutes(methods, { authenticate }) })).listen(4000);
 */
export function createRpcRoutes<Caller = unknown>(
  methods: RpcMethods<Caller>,
  options: RpcOptions<Caller> = {},
): ReturnType<typeof rpcRoutes> {
  return rpcRoutes(${name}, methods, options, guarded);
}
`;
}
