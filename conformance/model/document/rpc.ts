/** The protobuf side of a service: its methods and messages. */
import { type DescMessage, type DescMethodUnary, type DescService, fromJson, type JsonValue } from '@bufbuild/protobuf';
import type { ServiceName } from './services.ts';

export interface RpcModel {
  /** `lending.v1.Lending` */
  readonly typeName: string;
  /** `Lending` */
  readonly name: string;
  readonly service: DescService;
}

/** Reads the protobuf description of a service from the contract; null for services whose RPC is not checked yet. */
export async function loadRpc(service: ServiceName): Promise<RpcModel | null> {
  if (service !== 'lending') return null;
  const { rpc } = await import('@wallet-services/contract/lending');
  return { typeName: rpc.Lending.typeName, name: rpc.Lending.name, service: rpc.Lending };
}

/**
 * Finds a method by its name in the documents, `AllMarkets`.
 *
 * @throws when the service has no such method.
 */
export function rpcMethod(model: RpcModel, name: string): DescMethodUnary {
  const method = model.service.methods.find(
    (candidate): candidate is DescMethodUnary => candidate.name === name && candidate.methodKind === 'unary',
  );
  if (method === undefined) throw new Error(`${model.typeName} has no unary method ${name}`);
  return method;
}

/**
 * Why a JSON value is not the JSON form of a message; null when it is. Members that the message does not have are
 * allowed.
 */
export function messageProblem(message: DescMessage, value: unknown): string | null {
  try {
    fromJson(message, value as JsonValue, { ignoreUnknownFields: true });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
