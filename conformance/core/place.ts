/** The DSL of mutants: an operation, by its operationId, and what the server does wrong there. */
import type { Fault, Reply, Request } from '@wallet-services/kit/exchange';
import type { ApiModel, Operation } from '../model/document/api.ts';
import type { JsonObject } from '../model/values/json.ts';

/** Makes the proxy of a faulty server. Each run gets a new one, which may keep state. */
export type Mutation = () => Fault;

/** A request to the operation, with the values in its path. */
export interface MatchedRequest extends Request {
  /** Path parameters. */
  readonly inputs: Readonly<Record<string, string>>;
}

export type Next = (request: Request) => Promise<Reply>;

/** Query parameters, or headers, by name. */
export type Members = Readonly<Record<string, string | undefined>>;

/** The state of a faulty server; empty at first. */
export interface Memory<Kept> {
  value: Kept | undefined;
}

/** The items of the list that an operation answers with. */
export interface Items {
  /** The list that replaces it. */
  all(change: (items: readonly JsonObject[], request: MatchedRequest) => unknown): Mutation;
  each(change: (item: JsonObject, index: number, request: MatchedRequest) => unknown): Mutation;
  first(change: (item: JsonObject, request: MatchedRequest) => unknown): Mutation;
  last(change: (item: JsonObject, request: MatchedRequest) => unknown): Mutation;
}

/** The operation at which a server is wrong. */
export interface Place {
  readonly operation: Operation;
  readonly items: Items;
  /** The same, but only for some requests. */
  when(isMeant: (request: MatchedRequest) => boolean): Place;
  /** Changes the JSON of successful answers. */
  answer(change: (json: unknown, request: MatchedRequest) => unknown): Mutation;
  /** Changes the values at a pointer into successful answers; `*` is each item. */
  value(pointer: string, change: (value: unknown, request: MatchedRequest, place: number) => unknown): Mutation;
  /** Writes another value at a pointer into successful responses. */
  set(pointer: string, value: unknown): Mutation;
  /** Always writes the first value that it saw at a pointer into successful responses. */
  always(pointer: string): Mutation;
  /** Changes the reply, whatever it is. */
  reply(change: (reply: Extract<Reply, { kind: 'reply' }>, request: MatchedRequest) => Reply): Mutation;
  /** Changes the request before the server sees it. */
  request(change: (request: MatchedRequest) => Request): Mutation;
  /** Sets query parameters before the server sees them; undefined removes one. */
  query(members: Members | ((request: MatchedRequest) => Members)): Mutation;
  /** Observes the request and leaves it unchanged. */
  noting(note: (request: MatchedRequest) => void): Mutation;
  /** Changes the JSON body of the request before the server sees it. */
  body(change: (body: JsonObject, request: MatchedRequest) => unknown): Mutation;
  /** Sets headers before the server sees them; undefined removes one. */
  headers(members: Members): Mutation;
  /** Rejects requests: all, or those that a condition selects. */
  refused(when?: (request: MatchedRequest) => boolean, status?: number): Mutation;
  /** Repeats an earlier response to matching requests: to the first successful request, or to the last one. */
  asBefore(which: 'first' | 'last', isMeant?: (request: MatchedRequest, reply: Reply) => boolean): Mutation;
  /** Handles the request in its own way. */
  instead(handle: (request: MatchedRequest, next: Next) => Reply | Promise<Reply>): Mutation;
  /** Handles the request in its own way, and may keep state from one request to the next. */
  remembering<Kept>(
    handle: (kept: Memory<Kept>, request: MatchedRequest, next: Next) => Reply | Promise<Reply>,
  ): Mutation;
}

/** The RPC method at which a server is wrong. */
export interface RpcPlace {
  /** Handles the request in its own way. */
  instead(handle: (request: Request, next: Next) => Reply | Promise<Reply>): Mutation;
  /** Changes the JSON of successful answers. */
  answer(change: (json: unknown) => unknown): Mutation;
  /** Changes the values at a pointer into successful answers; `*` is each item. */
  value(pointer: string, change: (value: unknown, place: number) => unknown): Mutation;
  /** Changes the request message. */
  message(change: (message: JsonObject) => JsonObject): Mutation;
  /** Rejects requests: all, or those that a condition selects. */
  refused(when?: (message: JsonObject) => boolean, status?: number): Mutation;
}

/** Selects the operation, or the RPC method, at which a server of an API is wrong. */
export interface At {
  readonly api: ApiModel;
  /** @throws when the API has no such operation. */
  (operation: string): Place;
  /** An RPC method by its name, over the protocols that write JSON. */
  rpc(method: string): RpcPlace;
}
