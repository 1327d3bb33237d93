/** What a rule is: a plan of what to ask, and a judgement of what came back. Both are pure. */

import type { InputProfile } from '../builtin/inputs/profile.ts';
import type { Stock } from '../discovery/population.ts';
import type { InputOracle } from '../generate/oracle.ts';
import type { Input } from '../model/call.ts';
import type { ApiModel, Operation } from '../model/document/api.ts';
import type { Level } from '../model/document/document.ts';
import type { RpcModel } from '../model/document/rpc.ts';
import type { SchemaJudge } from '../model/document/schemas.ts';
import type { ServiceName } from '../model/document/services.ts';
import type { Call, Exchange, RpcProtocol } from '../model/exchange.ts';
import type { ServiceTarget } from '../model/target.ts';
import type { At } from '../mutation/language/at.ts';
import type { Wallet } from '../sign-in/wallet.ts';
import type { FamilyFault, Wrongs } from './family.ts';

/** Everything that planning and judging may look at. */
export interface Scene {
  readonly api: ApiModel;
  readonly schemas: SchemaJudge;
  readonly oracle: InputOracle;
  readonly target: ServiceTarget;
  /** Signs tokens and messages, as far as the target says with what. */
  readonly wallet: Wallet;
  /** Ways to reach the RPC methods that the target names; empty when it names none. */
  readonly rpcProtocols: readonly RpcProtocol[];
  /** The protobuf messages; null when the target names no RPC address. */
  readonly rpc: RpcModel | null;
  /** Fresh ids are made from it. */
  readonly seed: number;
  /** Different in every run: part of the names of what a run makes, so that it does not meet what an earlier one left. */
  readonly run: string;
  /** So many random cases are added to the enumerated ones. */
  readonly fuzz: number;
  /** Nothing may be made or changed. Absent: it may. */
  readonly readOnly?: boolean;
  /** What the suite knows of the service beyond its document. */
  readonly profile: InputProfile;
  /** Inputs that an operation needs although its document does not say so; absent: there are none. */
  readonly complete?: (operation: Operation, talk: Talk) => Promise<Partial<Input> | null>;
  /** Waits for what an accepted request set off; absent: nothing is to be waited for. */
  readonly settle?: (exchange: Exchange, talk: Talk) => Promise<void>;
  /** So many things, or more, that a list holds; null where the service has no better way than to make each. */
  readonly stock?: (operation: string, count: number, talk: Talk) => Promise<Stock | null>;
  /** What was found on the server, for the whole run. */
  readonly found: Map<string, Promise<unknown>>;
  /** Why signing in failed, where it did. */
  readonly signInProblem?: string | null;
}

/** Sends a request and waits for what comes back. @throws when the run is interrupted, or must not send it. */
export type Ask = (call: Call) => Promise<Exchange>;

/**
 * Asks again until what was expected is there, since what takes effect may show a moment later; after the time that the
 * target gives (5 s, if it says nothing) it gives back what came last. Only a server that is wrong, or late, costs time.
 *
 * @example
 * const exchange = await talk.until(() => talk.ask(call), (one) => isSuccess(one));
 */
export type Until = <Found>(ask: () => Promise<Found>, isThere: (found: Found) => boolean) => Promise<Found>;

/** What a conversation works with. */
export interface Talk {
  readonly scene: Scene;
  readonly ask: Ask;
  readonly until: Until;
}

/** Tells what is thought of the answers so far, of one rule. */
export type Say = (...judgements: readonly Judgement[]) => void;

/**
 * Asks, and says what it thinks of each answer, in one pass. It may look at nothing but the scene and the answers, so
 * that it goes the same way when it is held again with recorded answers; what it makes up at random may be sent, but
 * not be decided by.
 */
export interface Conversation {
  /** Unique within the service. */
  readonly id: string;
  /** The operationId that it is about; null for the whole service. */
  readonly operation: string | null;
  /** Ids of the rules that it may speak of. */
  readonly rules: readonly string[];
  /** Disturbs others, or is disturbed by them: it runs alone, after all that run side by side. */
  readonly alone?: boolean;
  /** @param say of the rule with the id. */
  readonly hold: (talk: Talk, say: (rule: string, ...judgements: readonly Judgement[]) => void) => Promise<void>;
}

/** Where the documents' demand was not met. */
export interface Breach {
  readonly expected: string;
  readonly actual: string;
  /** JSON pointer into the body of the answer; absent when the answer as a whole is meant. */
  readonly pointer?: string;
  /** The operation with whose answer this one was compared, where either may be the wrong one. Absent: it is this one. */
  readonly against?: string;
  /** No request found the operation. Absent: one did, or the breach is about something else. */
  readonly isAbsent?: true;
  /** Breaches of a rule about the same thing are told as one. Default: the pointer, or what was expected and came. */
  readonly about?: string;
  /** The exchange that shows it; absent when there is none. */
  readonly exchange?: Exchange;
  /** How many alike it stands for, itself included. Absent: 1. */
  readonly alike?: number;
  /** Values of the server's data that the sentences quote and the exchange does not hold. Absent: none. */
  readonly values?: readonly string[];
}

/** What a judge says of one thing it looked at. */
export type Judgement =
  | { readonly verdict: 'pass' }
  | { readonly verdict: 'broken'; readonly breach: Breach }
  /** Odd, but nothing that the documents forbid. */
  | { readonly verdict: 'warn'; readonly breach: Breach }
  | { readonly verdict: 'observed'; readonly value: string }
  /** Not decided for lack of data or of a fixture. */
  | { readonly verdict: 'inconclusive'; readonly reason: string; readonly hint?: string }
  /** Not decided since the server did not answer, or refused, what comes first. */
  | { readonly verdict: 'blocked'; readonly reason: string; readonly hint?: string }
  /** The target does not offer what the rule is about. */
  | { readonly verdict: 'unsupported'; readonly reason: string; readonly hint?: string };

/** A rule as the suite judges it: by what a conversation says of it, by watching, or both. */
export interface Rule {
  /** An id of the ledger, of a rule or of an open question, or of the suite's own wire and input rules. */
  readonly id: string;
  /** Judges every exchange of every case of the service, whoever planned it. */
  readonly watch?: (exchange: Exchange, scene: Scene) => readonly Judgement[];
  /** What to say when nothing that was sent let the rule decide. Default: inconclusive. */
  readonly whenSilent?: (scene: Scene) => Judgement;
}

/** A server that breaks a rule. */
export type OwnFault = Omit<FamilyFault, 'kills'>;

/** A rule that is a thought of its own, or an observer of an open question, with the servers that break it. */
export interface OwnRule extends Rule {
  /** Asks, and says what it thinks of the answers. Without it and `watch` it has faulty servers of a declaration, or of any API. */
  readonly check?: (talk: Talk, say: Say) => Promise<void>;
  /** It disturbs others, or is disturbed by them. */
  readonly alone?: boolean;
  /** Servers that break the rule, by what they do wrong or with more said of each; none for an observer. */
  readonly faults?: (at: At) => readonly OwnFault[] | Wrongs;
}

/** A rule of the suite's own, which holds for every operation. */
export interface GeneralRule extends Rule {
  readonly text: string;
  /** Default: `must`. */
  readonly level?: Level;
}

/** A rule with what the ledger, or the suite, says of it. */
export interface KnownRule extends Rule {
  readonly service: ServiceName;
  /** The operation, `Service/Method`, or null for the whole service; watching rules are told apart by operation. */
  readonly operation: string | null;
  /** Of a rule of the whole service: the operations that show it. Absent: any may. */
  readonly shownBy?: readonly string[];
  readonly perOperation: boolean;
  readonly level: Level;
  readonly text: string;
  readonly source: string;
}
