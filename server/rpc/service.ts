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

/** The properties of a call, in addition to its request. */
export interface RpcCall {
  readonly headers: Headers;
  /** Aborted when the client disconnects or the deadline has passed. */
  readonly signal: AbortSignal;
}

type Answer<Request, Result> = (request: Request, call: RpcCall) => Promise<Result>;

/** A method that checks the credential before the request is read. */
export interface Admitting<Request, Result> {
  admit(call: RpcCall): Promise<(request: Request) => Promise<Result>>;
}

/** The methods of a service by local name. They throw `Refusal` for errors of the client. */
export type RpcMethods<Service extends DescService> = {
  readonly [Name in keyof Service['method']]:
    | Answer<MessageShape<Service['method'][Name]['input']>, MessageInitShape<Service['method'][Name]['output']>>
    | Admitting<MessageShape<Service['method'][Name]['input']>, MessageInitShape<Service['method'][Name]['output']>>;
};

/** A method with erased types, for the protocols. */
export interface RpcMethod extends Admitting<Message, Message> {
  readonly descriptor: DescMethodUnary;
}

/**
 * Creates methods that need the caller.
 *
 * @param callerOf throws `Refusal` 401 when the credential is invalid
 * @example
 * const forUser = forCallers((call) => verifier.trustedUser(bearerToken(call)));
 * rpcService(rpc.Service, { readMe: forUser(async (_request, user) => ({ data: user })) })
 */
export function forCallers<Caller>(callerOf: (call: RpcCall) => Caller | Promise<Caller>) {
  return <Request, Result>(
    answer: (request: Request, caller: Caller, call: RpcCall) => Promise<Result>,
  ): Admitting<Request, Result> => ({
    async admit(call) {
      const caller = await callerOf(call);
      return (request) => answer(request, caller, call);
    },
  });
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
      const { admit } = typeof implementation === 'function' ? unconditional(implementation) : implementation;
      return {
        descriptor: method,
        async admit(call) {
          const answer = await admit(call);
          return async (request) => create(method.output, await answer(request as never));
        },
      };
    }),
  };
}

/** Types are erased here: the descriptor that decodes a request also typed its method. */
type Implementation = Answer<never, MessageInitShape<DescMessage>> | Admitting<never, MessageInitShape<DescMessage>>;

function unconditional<Request, Result>(answer: Answer<Request, Result>): Admitting<Request, Result> {
  return { admit: async (call) => (request) => answer(request, call) };
}
