/** Serves the methods of a protobuf service with Connect, by the rules of the HTTP stubs. */
import {
  create,
  type DescMessage,
  type DescMethod,
  type DescMethodUnary,
  type DescService,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { Code, ConnectError, type ConnectRouter, type HandlerContext } from '@connectrpc/connect';
import { hintOnNaN, isNoCaller, type NoCaller } from '../authenticate.ts';
import { NotImplemented, notImplementedYet } from '../not-implemented.ts';
import { isOfServer, Refusal } from '../refusal.ts';
import { asError, type OnFault, report, writeFault } from '../reply.ts';
import { codeOf } from './codes.ts';

/** A call of a method, without its message. */
export interface RpcCall {
  /** `vault.v1.VaultService/ListVaults`. */
  readonly method: string;
  /** The metadata of the request. */
  readonly headers: Headers;
  /** Aborted when the caller disconnects, or its deadline has passed. */
  readonly signal: AbortSignal;
}

/** How a call ended. */
export interface RpcOutcome {
  /**
   * The same kinds as in HTTP: `refused` with a `Refusal`, `fault` with anything else, `left` when the caller
   * disconnected before the end.
   */
  readonly kind: 'answered' | 'refused' | 'fault' | 'left';
  readonly milliseconds: number;
  readonly error?: unknown;
}

export interface RpcOptions<Caller> {
  /**
   * Finds the caller. For a missing or invalid credential, return undefined, null or false, or throw `Refusal(401)`.
   * Needed when a method is made with `forCallers`.
   */
  authenticate?(call: RpcCall): Caller | NoCaller | Promise<Caller | NoCaller>;
  /** Called when a call has ended. */
  observe?(call: RpcCall, outcome: RpcOutcome): void;
  /** Called for each error that is not the client's, and when `authenticate` returns NaN. Default: written to standard error. */
  onFault?: OnFault<RpcCall>;
}

type Answer<Request, Result> = (request: Request, call: RpcCall) => Result | Promise<Result>;

/** A method that is called only for an authenticated caller. */
export interface ForCaller<Request, Result, Caller> {
  readonly forCaller: (request: Request, caller: Caller, call: RpcCall) => Result | Promise<Result>;
}

type Input<Method extends DescMethod> = MessageShape<Method['input']>;
type Output<Method extends DescMethod> = MessageInitShape<Method['output']>;

/**
 * The methods of a service, by local name. They throw `Refusal` for client errors.
 * @typeParam Guarded the methods that need a caller, and must be made with `forCallers`
 */
export type RpcMethods<Service extends DescService, Caller = unknown, Guarded extends string = never> = {
  readonly [Name in keyof Service['method']]:
    | ForCaller<Input<Service['method'][Name]>, Output<Service['method'][Name]>, Caller>
    | (Name extends Guarded ? () => never : Answer<Input<Service['method'][Name]>, Output<Service['method'][Name]>>);
};

/**
 * A method that needs a caller: without one it is not called, and the client gets `unauthenticated`.
 *
 * @example
 * forCallers(async (page, user: User) => ({ vaults: await vaultsOf(user, page) }))
 */
export function forCallers<Request, Result, Caller>(
  forCaller: ForCaller<Request, Result, Caller>['forCaller'],
): ForCaller<Request, Result, Caller> {
  return { forCaller };
}

/** A method for each of a service that answers `unimplemented`: spread them before the implemented methods. */
export function notImplementedMethods<Service extends DescService>(
  service: Service,
): Readonly<Record<keyof Service['method'], () => never>> {
  const methods = service.methods.map(({ localName }) => [localName, notImplementedYet] as const);
  return Object.fromEntries(methods) as Record<keyof Service['method'], () => never>;
}

/**
 * Routes for Connect's adapters: Express, Fastify, Next.js, Node.js. A `Refusal` becomes the code for its status; any
 * other error, including `ConnectError`, is `internal` and reported to `onFault`: the code of another API that the
 * method calls must not become its own. The methods that are not implemented yet are listed on the console.
 *
 * @param guarded the methods that are served only with `forCallers`, by local name
 * @throws TypeError when a method is missing or streams, or needs a caller when there is no `authenticate` or it was not
 *   made with `forCallers`
 * @example
 * expressConnectMiddleware({ routes: rpcRoutes(rpc.VaultService, methods, { authenticate }, ['listMyVaults']) })
 */
export function rpcRoutes<Service extends DescService, Caller = unknown, Guarded extends string = never>(
  service: Service,
  methods: RpcMethods<Service, Caller, Guarded>,
  options: RpcOptions<Caller> = {},
  guarded: readonly Guarded[] = [],
): (router: ConnectRouter) => void {
  const given = new Map<string, unknown>(Object.entries(methods));
  const isGuarded = (name: string) => guarded.some((each) => each === name);
  const served = service.methods.map((method): { method: DescMethodUnary; name: string; run: Run } => {
    const name = `${service.typeName}/${method.name}`;
    const implementation = given.get(method.localName);
    if (!isUnary(method)) throw new TypeError(`${name} streams: serve it with a route of its own`);
    if (typeof implementation === 'function') {
      if (isGuarded(method.localName) && implementation !== notImplementedYet)
        throw new TypeError(`${name} needs a caller: make it with forCallers`);
      return { method, name, run: implementation as Run };
    }
    if (!isForCaller(implementation))
      throw new TypeError(`the methods of ${service.typeName} lack ${method.localName}`);
    if (options.authenticate === undefined) throw new TypeError(`${name} needs a caller: give the option authenticate`);
    return { method, name, run: withCaller(implementation.forCaller, options) };
  });
  const missing = service.methods.filter(({ localName }) => given.get(localName) === notImplementedYet);
  if (missing.length > 0)
    console.warn(`${service.typeName}: not implemented yet: ${missing.map(({ name }) => name).join(', ')}`);
  return (router) => {
    for (const { method, name, run } of served) {
      router.rpc(method, (request, context) => answered(method, run, request, callOf(name, context), options));
    }
  };
}

/**
 * The types of messages are erased here: the type of the method was derived from the descriptor that decodes its
 * message.
 */
type Run = (request: unknown, call: RpcCall) => unknown;

function isUnary(method: DescMethod): method is DescMethodUnary {
  return method.methodKind === 'unary';
}

function isForCaller(value: unknown): value is ForCaller<unknown, unknown, unknown> {
  return typeof value === 'object' && value !== null && 'forCaller' in value && typeof value.forCaller === 'function';
}

function callOf(method: string, { requestHeader: headers, signal }: HandlerContext): RpcCall {
  return { method, headers, signal };
}

function withCaller(
  forCaller: ForCaller<unknown, unknown, never>['forCaller'],
  { authenticate, onFault = writeFault }: RpcOptions<unknown>,
): Run {
  return async (request, call) => {
    const caller = await authenticate?.(call);
    if (isNoCaller(caller)) {
      if (Number.isNaN(caller)) report(hintOnNaN(call.method), call, onFault);
      throw new Refusal(401, `${call.method} needs a credential that is valid`);
    }
    return forCaller(request, caller as never, call);
  };
}

async function answered<Output extends DescMessage>(
  { output }: DescMethodUnary<DescMessage, Output>,
  run: Run,
  request: unknown,
  call: RpcCall,
  { observe, onFault = writeFault }: Pick<RpcOptions<unknown>, 'observe' | 'onFault'>,
): Promise<MessageShape<Output>> {
  const began = performance.now();
  const ends = (kind: RpcOutcome['kind'], error?: unknown) => {
    try {
      observe?.(call, { kind, milliseconds: performance.now() - began, ...(error === undefined ? {} : { error }) });
    } catch (failure) {
      report(failure, call, onFault);
    }
  };
  try {
    const message = judged(output, await run(request, call), call);
    ends('answered');
    return message;
  } catch (error) {
    if (call.signal.aborted) {
      ends('left', error);
      throw new ConnectError('the call was given up', Code.Canceled);
    }
    if (error instanceof NotImplemented) {
      ends('refused', error);
      throw new ConnectError(`${call.method} is not implemented yet`, Code.Unimplemented);
    }
    const isRefusal = error instanceof Refusal;
    ends(isRefusal ? 'refused' : 'fault', error);
    if (!isRefusal || isOfServer(error.status)) report(error, call, onFault);
    if (!isRefusal) throw new ConnectError('internal error', Code.Internal);
    const { message, hint, status, headers } = error;
    throw new ConnectError(hint === undefined ? message : `${message} (${hint})`, codeOf(status), headers);
  }
}

/** @throws Error when the answer is not a message of the method's output */
function judged<Output extends DescMessage>(
  output: Output,
  answer: unknown,
  { method }: RpcCall,
): MessageShape<Output> {
  try {
    // A handler without a return value is a mistake, and not an empty message.
    if (typeof answer !== 'object' || answer === null) throw new TypeError(`it returned ${String(answer)}`);
    const message = create(output, answer as MessageInitShape<Output>);
    toBinary(output, message);
    return message;
  } catch (error) {
    throw new Error(`${method} answered what is no ${output.typeName}: ${asError(error).message}`, { cause: error });
  }
}
