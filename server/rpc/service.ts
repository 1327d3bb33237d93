/** A protobuf service with its methods, independent of the protocol that carries a call. */
import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type DescService,
  type Message,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import { isUnary } from './describe.ts';

/** What a method knows of the call, beside its request. */
export interface RpcCall {
  readonly headers: Headers;
  /** Aborted when the caller goes away or its deadline has passed. */
  readonly signal: AbortSignal;
}

/** The methods of a service, by local name. They throw `Refusal` for what a client did wrong. */
export type RpcMethods<Service extends DescService> = {
  readonly [Name in keyof Service['method']]: (
    request: MessageShape<Service['method'][Name]['input']>,
    call: RpcCall,
  ) => Promise<MessageInitShape<Service['method'][Name]['output']>>;
};

/** One method, its types erased: what a protocol needs. */
export interface RpcMethod {
  readonly descriptor: DescMethodUnary;
  readonly call: (request: Message, call: RpcCall) => Promise<Message>;
}

/** A service as the protocols serve it. */
export interface RpcService {
  readonly descriptor: DescService;
  readonly methods: readonly RpcMethod[];
}

/**
 * Joins the descriptor of a service and its methods.
 *
 * @example
 * rpcService(rpc.Lending, { allMarkets: async () => ({ data: [] }), ... })
 */
export function rpcService<Service extends DescService>(descriptor: Service, methods: RpcMethods<Service>): RpcService {
  const implementations = new Map<string, Implementation>(Object.entries(methods));
  return {
    descriptor,
    methods: descriptor.methods.map((method) => {
      const implementation = implementations.get(method.localName);
      if (implementation === undefined || !isUnary(method)) {
        throw new TypeError(`${descriptor.typeName}.${method.name} has no implementation, or it streams`);
      }
      return {
        descriptor: method,
        call: async (request, call) => create(method.output, await implementation(request as never, call)),
      };
    }),
  };
}

/** The types of request and answer are erased here: the descriptor that decodes one made the type of the method. */
type Implementation = (request: never, call: RpcCall) => Promise<MessageInitShape<DescMessage>>;
