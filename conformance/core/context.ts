/** What checks work with: the suite's context, and how requests are sent. */
import type { ApiModel, Operation } from '../model/document/api.ts';
import type { RpcModel } from '../model/document/rpc.ts';
import type { SchemaJudge } from '../model/document/schemas.ts';
import type { Call, CredentialUse, Exchange, HttpCall, RpcProtocol } from '../model/exchange.ts';
import type { Input } from '../model/input.ts';
import type { InputOracle, InputVariant } from '../model/judging.ts';
import type { ServiceTarget } from '../model/target.ts';
import type { Wallet } from './wallet.ts';

/** A search for something on the server, begun once in a run. */
export interface Search {
  readonly result: Promise<unknown>;
  /** The searches that it waits for now. */
  readonly waits: Set<Search>;
}

/** Items that were added to a list. */
export interface Population {
  /** The inputs that list the new items. */
  readonly input: Input;
  /** The number of items that were created. */
  readonly count: number;
  /** The names of the items, if the request names what it creates; they are then the keys of the list. */
  readonly names: ReadonlySet<string>;
  /** The credentials that list them. Default: the caller's. */
  readonly credentials?: CredentialUse;
  /** Removes the items, if an operation does that. */
  readonly takeBack: () => Promise<void>;
}

/** Everything that planning and judging may use. */
export interface SuiteContext {
  readonly api: ApiModel;
  readonly schemas: SchemaJudge;
  readonly oracle: InputOracle;
  readonly target: ServiceTarget;
  /** Signs tokens and messages, as far as the target has the keys. */
  readonly wallet: Wallet;
  /** Ways to reach the RPC methods that the target names; empty when it names none. */
  readonly rpcProtocols: readonly RpcProtocol[];
  /** The protobuf messages; null when the target names no RPC address. */
  readonly rpc: RpcModel | null;
  /** Fresh ids are derived from it. */
  readonly seed: number;
  /**
   * Different in every run. It is part of the names of created items, so that they differ from those of earlier runs.
   */
  readonly run: string;
  /** The number of random cases beside the enumerated ones. */
  readonly fuzz: number;
  /** The run may create or change nothing. Absent: it may. */
  readonly readOnly?: boolean;
  /** What the suite knows of the service beyond its document. */
  readonly profile: InputProfile;
  /** Inputs that an operation needs although its document does not mark them as required. Absent: there are none. */
  readonly complete?: (operation: Operation, ctx: CheckContext) => Promise<Partial<Input> | null>;
  /** Waits for the effects of an accepted request. Absent: there are none to wait for. */
  readonly settle?: (exchange: Exchange, ctx: CheckContext) => Promise<void>;
  /**
   * Fills a list with at least this many items; null if the service has no better way than to create each. Absent: each
   * is created.
   */
  readonly populate?: (operation: string, count: number, ctx: CheckContext) => Promise<Population | null>;
  /** The searches of the run, by the function that searches and by its arguments. */
  readonly found: Map<unknown, Map<string, Search>>;
  /** Why signing in failed, where it did. */
  readonly signInProblem?: string | null;
}

/** Sends a request and waits for the response. @throws when the run is interrupted, or must not send it. */
export type Send = (call: Call) => Promise<Exchange>;

/**
 * Repeats a request until the response shows what was expected, since effects may show with a delay. After the time
 * limit of the target (default 5 s) it returns the last response. Only a faulty or slow server costs time.
 *
 * @example
 * const exchange = await ctx.until(() => ctx.send(call), (one) => isSuccess(one));
 */
export type Until = <Found>(send: () => Promise<Found>, isThere: (found: Found) => boolean) => Promise<Found>;

/** What a conversation works with. */
export interface CheckContext {
  readonly suite: SuiteContext;
  readonly send: Send;
  readonly until: Until;
}

/** Sends a request before the checks begin. @throws only when the run is interrupted. */
export type SendHttp = (call: HttpCall) => Promise<Exchange>;

export interface SignedIn {
  /** The target with the new credentials. */
  readonly target: ServiceTarget;
  /** Why a sign-in failed; null when none did. */
  readonly problem: string | null;
  /** Signs in again: the target with new credentials. Absent: those that were made last. */
  readonly again?: () => Promise<ServiceTarget>;
}

export interface InputProfile {
  /** Operations with an example that every server must accept, beside those that need no inputs. */
  readonly certain?: readonly string[];
  /**
   * Whether every server must accept this request, where that depends on what was discovered or named. Default: by
   * operation.
   */
  readonly isCertain?: (call: HttpCall, suite: SuiteContext) => boolean;
  /** Inputs of an operation that its document does not mark as required, and that a request needs all the same. */
  readonly complete?: (operation: Operation, ctx: CheckContext) => Promise<Partial<Input> | null>;
  /** Makes the credentials that the target does not name. Absent: wallet tokens, where the service takes such. */
  readonly signIn?: (suite: SuiteContext, send: SendHttp) => Promise<SignedIn>;
  /** Called after each accepted request: waits for its effects. */
  readonly settle?: (exchange: Exchange, ctx: CheckContext) => Promise<void>;
  /** Fills a list with at least this many items; null if there is no better way than to create each. */
  readonly populate?: SuiteContext['populate'];
  /** Operations that are left to their own rules: requests in parallel with others would disturb those. */
  readonly apart?: readonly string[];
  /**
   * The OpenAPI document is the only source, so its schemas of inputs are binding. Default: the documents that it was
   * made from decide.
   */
  readonly isStrict?: boolean;
  /** Whether the documents leave open how a server responds to a request that is invalid by its schema. */
  readonly isOpen?: (operation: Operation, variant: InputVariant) => boolean;
  /** Whether the documents allow a server to reject a request that is valid by its schema. */
  readonly mayRefuse?: (operation: Operation, variant: InputVariant) => boolean;
  /** Gives a request unique ids. Inputs that differ from the base stay as they are. */
  readonly refresh?: (operation: Operation, base: Input, variant: InputVariant, suite: SuiteContext) => InputVariant;
  /** Requests that the documents allow, beside the edges of each input. Sent if the example was accepted. */
  readonly allowed?: (operation: Operation, base: Input) => readonly InputVariant[];
  /**
   * Values on which the documents are silent, by the input that takes them, of any operation or of one: `query/dur`,
   * `createAction body/amount`. Nothing is demanded, but a crash or a hang is reported.
   */
  readonly silent?: Readonly<Record<string, readonly string[]>>;
}
