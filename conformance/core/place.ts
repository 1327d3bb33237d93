/** Where servers of an API go wrong, as mutants are written: by operationId. */
import type { Fault, Reply, Request } from '@wallet-services/kit/exchange';
import type { ApiModel, Operation } from '../model/document/api.ts';
import type { JsonObject } from '../model/values/json.ts';

/** Makes a fault; each run gets one of its own, so that it may remember things. */
export type FaultMaker = () => Fault;

/** A request that is meant, with what its path holds. */
export interface Asked extends Request {
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
  all(change: (items: readonly JsonObject[], asked: Asked) => unknown): FaultMaker;
  each(change: (item: JsonObject, index: number, asked: Asked) => unknown): FaultMaker;
  first(change: (item: JsonObject, asked: Asked) => unknown): FaultMaker;
  last(change: (item: JsonObject, asked: Asked) => unknown): FaultMaker;
}

/** Where a server goes wrong. */
export interface Place {
  readonly operation: Operation;
  readonly items: Items;
  /** The same, for some requests alone. */
  when(isMeant: (asked: Asked) => boolean): Place;
  /** Changes the JSON of successful answers. */
  answer(change: (json: unknown, asked: Asked) => unknown): FaultMaker;
  /** Changes the values at a pointer into successful answers; `*` is each item. */
  value(pointer: string, change: (value: unknown, asked: Asked, place: number) => unknown): FaultMaker;
  /** Tells something else at a pointer into successful answers. */
  set(pointer: string, value: unknown): FaultMaker;
  /** Tells for ever what it told first at a pointer into successful answers. */
  always(pointer: string): FaultMaker;
  /** Changes the reply, whatever it is. */
  reply(change: (reply: Extract<Reply, { kind: 'reply' }>, asked: Asked) => Reply): FaultMaker;
  /** Changes the request before the server sees it. */
  request(change: (asked: Asked) => Request): FaultMaker;
  /** Sets query parameters before the server sees them; undefined takes one away. */
  query(members: Members | ((asked: Asked) => Members)): FaultMaker;
  /** Looks at the request, and leaves it as it is. */
  noting(note: (asked: Asked) => void): FaultMaker;
  /** Changes the JSON body of the request before the server sees it. */
  body(change: (body: JsonObject, asked: Asked) => unknown): FaultMaker;
  /** Sets headers before the server sees them; undefined takes one away. */
  headers(members: Members): FaultMaker;
  /** Refuses, always or when. */
  refused(when?: (asked: Asked) => boolean, status?: number): FaultMaker;
  /** Answers what is meant as it answered before: the first request that it took, or the last one. */
  asBefore(which: 'first' | 'last', isMeant?: (asked: Asked, reply: Reply) => boolean): FaultMaker;
  /** Handles the request in a way of its own. */
  instead(handle: (asked: Asked, next: Next) => Reply | Promise<Reply>): FaultMaker;
  /** Handles the request in a way of its own, and may remember something from one to the next. */
  remembering<Kept>(handle: (kept: Memory<Kept>, asked: Asked, next: Next) => Reply | Promise<Reply>): FaultMaker;
}

/** Where an RPC goes wrong. */
export interface RpcPlace {
  /** Changes the values at a pointer into successful answers; `*` is each item. */
  value(pointer: string, change: (value: unknown, place: number) => unknown): FaultMaker;
  /** Changes the request message. */
  message(change: (message: JsonObject) => JsonObject): FaultMaker;
  /** Refuses, always or when. */
  refused(when?: (message: JsonObject) => boolean, status?: number): FaultMaker;
}

/** Where servers of an API go wrong. */
export interface At {
  readonly api: ApiModel;
  /** @throws when the API has no such operation. */
  (operation: string): Place;
  /** An RPC method by its name, over the protocols that write JSON. */
  rpc(method: string): RpcPlace;
}
