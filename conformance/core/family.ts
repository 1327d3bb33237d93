/** What a family is: everything that follows from one declaration. */

import type { ApiModel, Operation } from '../model/document/api.ts';
import type { Declaration } from '../model/document/behaviour.ts';
import type { Exchange } from '../model/exchange.ts';
import type { CheckContext, SuiteContext } from './context.ts';
import type { Judgement } from './judgement.ts';
import type { Mutant } from './mutant.ts';
import type { At } from './place.ts';

/** Tells what is thought of one aspect of a declaration; an aspect that it does not demand is passed over. */
export type ReportAspect = (aspect: string, ...judgements: readonly Judgement[]) => void;

/** The aspect of a declaration that has only one. */
export function aspectOf({ rules, family }: Declaration): string {
  return rules[0]?.aspect ?? family;
}

/** A user, as a token names him; both are digests. */
export interface User {
  /** Who made the token, and by which claim it names the user: the names of one issuer tell users apart. */
  readonly issuer: string;
  readonly name: string;
}

/** An exchange that others made, as it passed by. */
export interface Passing {
  readonly exchange: Exchange;
  /** Tells callers apart, and names none; null where that is not known, as in a recording without credentials. */
  readonly caller: string | null;
  /** Whether the request carried something that may be a credential; null where that is not known. */
  readonly signed: boolean | null;
  /** The user that its token names; null where it names none that can be read. */
  readonly user: User | null;
  /** When the request was sent, in milliseconds since the epoch. */
  readonly began: number;
  /** When the answer was there. */
  readonly at: number;
}

/** Judges what passes by, each exchange beside those before it. What it remembers is bounded. */
export type Follower = (passing: Passing, report: ReportAspect) => void;

/**
 * A kind of behaviour that can be declared. Its folder holds the check, the faulty servers that prove the check for
 * every use, and a test that judges recorded traces.
 */
export interface Family<Declared extends Declaration = Declaration> {
  /** As in `x-behaviour`: the name of its folder. */
  readonly name: string;
  /**
   * Asks the server, and says what it thinks of each aspect. What can be seen in a single exchange is said by `watch`;
   * then this only asks, so that something passes by.
   */
  readonly check?: (declared: Declared, ctx: CheckContext, report: ReportAspect) => Promise<void>;
  /** It disturbs others, or is disturbed by them. */
  readonly alone?: (declared: Declared, api: ApiModel) => boolean;
  /** Operations whose answers show what is declared of a whole service; absent: any may. */
  readonly bearing?: (declared: Declared, api: ApiModel) => readonly Operation[];
  /** Judges what others asked: every exchange of the service. */
  readonly watch?: (declared: Declared, exchange: Exchange, suite: SuiteContext, report: ReportAspect) => void;
  /**
   * Judges traffic, where nothing of our own is asked: what one exchange shows beyond `watch`, and what several show
   * together that nobody's write in between explains.
   */
  readonly follow?: (declared: Declared, suite: SuiteContext) => Follower;
  /** Servers that break the declaration. A right server must not be able to behave like any of them. */
  readonly mutants: (declared: Declared, at: At) => readonly Mutant[];
}
