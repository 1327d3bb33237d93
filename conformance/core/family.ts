/** What a family is: everything that follows from one declaration. */

import type { ApiModel, Operation } from '../model/document/api.ts';
import type { Declaration } from '../model/document/behaviour.ts';
import type { Exchange } from '../model/exchange.ts';
import type { JsonObject } from '../model/values/json.ts';
import type { CheckContext, SuiteContext } from './context.ts';
import type { Judgement } from './judgement.ts';
import type { Mutant } from './mutant.ts';
import type { At } from './place.ts';

/** Reports the judgement on one aspect of a declaration; ignored for an aspect that it does not demand. */
export type ReportAspect = (aspect: string, ...judgements: readonly Judgement[]) => void;

/** The aspect of a declaration that has only one. */
export function aspectOf({ rules, family }: Declaration): string {
  return rules[0]?.aspect ?? family;
}

/** A user as a token names them; both members are digests. */
export interface User {
  /** The issuer of the token, and the claim that names the user: only names of one issuer can be compared. */
  readonly issuer: string;
  readonly name: string;
}

/** An observed exchange between other clients and the server. */
export interface Passing {
  readonly exchange: Exchange;
  /** Identifies the caller of an exchange; null where it is unknown, as in a recording without credentials. */
  readonly caller: string | null;
  /** Whether the request carried a possible credential; null where that is not known. */
  readonly signed: boolean | null;
  /** The user that its token names; null where it names none that can be read. */
  readonly user: User | null;
  /** The time at which the request was sent, in milliseconds since the epoch. */
  readonly began: number;
  /** The time at which the response arrived, in milliseconds since the epoch. */
  readonly at: number;
}

/** Judges observed exchanges, each by comparison with earlier ones. It keeps a bounded amount of data. */
export type Follower = (passing: Passing, report: ReportAspect) => void;

/** What is known of an API before any declaration: its document, and successful responses. */
export interface Observed {
  readonly api: ApiModel;
  readonly exchanges: readonly Exchange[];
}

/** A possible declaration: the members of its short form, without the family, and the operation that it applies to. */
export interface Candidate {
  /** The operationId; null for the whole service. */
  readonly operation: string | null;
  readonly members: JsonObject;
}

/**
 * A kind of behaviour that can be declared. Its folder holds the check, the faulty servers that prove the check for
 * every use, and a test that judges recorded traces.
 */
export interface Family<Declared extends Declaration = Declaration> {
  /** The name in `x-behaviour`, which is also that of the folder. */
  readonly name: string;
  /**
   * Sends requests and reports a judgement on each aspect. `watch` reports what a single exchange shows; then this only
   * sends requests, so that there are exchanges to watch.
   */
  readonly check?: (declared: Declared, ctx: CheckContext, report: ReportAspect) => Promise<void>;
  /** The check must run serially. */
  readonly alone?: (declared: Declared, api: ApiModel) => boolean;
  /**
   * Operations with responses that can show a violation, for a declaration on a whole service. Absent: any operation.
   */
  readonly bearing?: (declared: Declared, api: ApiModel) => readonly Operation[];
  /** Judges every exchange of the service, including those of other checks. */
  readonly watch?: (declared: Declared, exchange: Exchange, suite: SuiteContext, report: ReportAspect) => void;
  /**
   * Judges recorded traffic, where the suite sends nothing: what one exchange shows beyond `watch`, and what several
   * show together if no write in between explains it.
   */
  readonly follow?: (declared: Declared, suite: SuiteContext) => Follower;
  /**
   * The declarations that may hold for an API, judged by its document and its responses so far; `npm run propose` tries
   * each with `check`. A short, pure function; too many proposals are better than too few, as long as `mutants` can
   * refute each. Absent: only a person can know.
   */
  readonly candidates?: (observed: Observed) => readonly Candidate[];
  /** The aspect without which a declaration is false, whatever else of it holds. Absent: each aspect may hold alone. */
  readonly essential?: string;
  /** Servers that violate the declaration. No correct server may be able to behave like one of them. */
  readonly mutants: (declared: Declared, at: At) => readonly Mutant[];
}
