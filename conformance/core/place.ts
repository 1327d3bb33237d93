/** Where servers of an API go wrong, as mutants are written: by operationId. */
import type { Fault, Reply, Request } from '@wallet-services/kit/exchange';
import type { ApiModel, Operation } from '../model/document/api.ts';
import type { JsonObject } from '../model/values/json.ts';

/** Makes the proxy of a faulty server. Each run gets a new one, which may keep state. */
export type Mutation = () => Fault;

/** A request that is meant, with what its path holds. */
export interface MatchedRequest extends Request {
  /** Path parameters. */
  readonly inputs: Readonly<Record<string, string>>;
}

export type Next = (request: Request) => Promise<Reply>;

/** Query parameters, or headers, by name. */
export type Members = Readonly<Record<string, string | undefined>>;

/** What a faulty server remembers; nothing at first. */
export interface Memory<Kept> {
  value: Kept | undefined;
}

/** The items of the list that an operation answers with. */
export interface Items {
  /** Another list in its place. */
  all(change: (items: readonly JsonObject[], request: MatchedRequest) => unknown): Mutation;
  each(change: (item: JsonObject, index: number, request: MatchedRequest) => unknown): Mutation;
  first(change: (item: JsonObject, request: MatchedRequest) => unknown): Mutation;
  last(change: (item: JsonObject, request: MatchedRequest) => unknown): Mutation;
}

/** Where a server goes wrong. */
export interface Place {
  readonly operation: Operation;
  readonly items: Items;
  /** The same, for some requests alone. */
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
  /** Sets query parameters before the server sees them; undefined takes one away. */
  query(members: Members | ((request: MatchedRequest) => Members)): Mutation;
  /** Observes the request and leaves it unchanged. */
  noting(note: (request: MatchedRequest) => void): Mutation;
  /** Changes the JSON body of the request before the server sees it. */
  body(change: (body: JsonObject, request: MatchedRequest) => unknown): Mutation;
  /** Sets headers before the server sees them; undefined takes one away. */
  headers(members: Members): Mutation;
  /** Refuses, always or when. */
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

/** Where an RPC goes wrong. */
export interface RpcPlace {
  /** Handles the request in its own way. */
  instead(handle: (request: Request, next: Next) => Reply | Promise<Reply>): Mutation;
  /** Changes the JSON of successful answers. */
  answer(change: (json: unknown) => unknown): Mutation;
  /** Changes the values at a pointer into successful answers; `*` is each item. */
  value(pointer: string, change: (value: unknown, place: number) => unknown): Mutation;
  /** Changes the request message. */
  message(change: (message: JsonObject) => JsonObject): Mutation;
  /** Refuses, always or when. */
  refused(when?: (message: JsonObject) => boolean, status?: number): Mutation;
}

/** Where servers of an API go wrong. */
export interface At {
  readonly api: ApiModel;
  /** @throws when the API has no such operation. */
  (operation: string): Place;
  /** An RPC method by its name, over the protocols that write JSON. */
  rpc(method: string): RpcPlace;
}
