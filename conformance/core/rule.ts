/** What a rule is: requests to send, and a judgement of the answers. Both are pure. */
import type { Level } from '../model/document/document.ts';
import type { ServiceName } from '../model/document/services.ts';
import type { Exchange } from '../model/exchange.ts';
import type { CheckContext, SuiteContext } from './context.ts';
import type { Judgement } from './judgement.ts';
import type { Mutant, Wrongs } from './mutant.ts';
import type { At } from './place.ts';

/** Reports judgements on a rule. */
export type Report = (...judgements: readonly Judgement[]) => void;

/**
 * Sends requests and reports a judgement on each response, in one pass. It may depend on nothing but the suite's
 * context and the responses, so that a replay with recorded responses takes the same path. It may send random values,
 * but must not decide by them.
 */
export interface Conversation {
  /** Unique within the service. */
  readonly id: string;
  /** The operationId that it is about; null for the whole service. */
  readonly operation: string | null;
  /** Ids of the rules that it may report on. */
  readonly rules: readonly string[];
  /** Must run serially, after all conversations that run in parallel. */
  readonly alone?: boolean;
  /** @param report the judgement on the rule with the id. */
  readonly hold: (
    ctx: CheckContext,
    report: (rule: string, ...judgements: readonly Judgement[]) => void,
  ) => Promise<void>;
}

/** A rule as the suite judges it: by the reports of a conversation, by watching exchanges, or both. */
export interface Rule {
  /** An id of the ledger, of a rule or of an open question, or of the suite's own wire and input rules. */
  readonly id: string;
  /** Judges every exchange of every case of the service. */
  readonly watch?: (exchange: Exchange, suite: SuiteContext) => readonly Judgement[];
  /** The judgement if no exchange let the rule decide. Default: inconclusive. */
  readonly whenSilent?: (suite: SuiteContext) => Judgement;
}

/** A hand-written rule, or the observer of an open question, with the servers that violate it. */
export interface OwnRule extends Rule {
  /**
   * Sends requests and reports judgements on the responses. Without it and `watch`, the rule only adds faulty servers
   * to a rule of a declaration, or of any API.
   */
  readonly check?: (ctx: CheckContext, report: Report) => Promise<void>;
  /** The conversation must run serially. */
  readonly alone?: boolean;
  /** Servers that violate the rule, by what they do wrong, each with more details if needed. Absent for an observer. */
  readonly mutants?: (at: At) => readonly Omit<Mutant, 'kills'>[] | Wrongs;
}

/** A rule of the suite's own, which holds for every operation. */
export interface GeneralRule extends Rule {
  readonly text: string;
  /** The level of the rule. Default: `must`. */
  readonly level?: Level;
}

/** A rule with its text from the ledger, or from the suite. */
export interface KnownRule extends Rule {
  readonly service: ServiceName;
  /**
   * The operation, `Service/Method`, or null for the whole service; results of watching rules are separated by
   * operation.
   */
  readonly operation: string | null;
  /** The operations that can show a violation of a rule of the whole service. Absent: any operation. */
  readonly shownBy?: readonly string[];
  readonly perOperation: boolean;
  readonly level: Level;
  readonly text: string;
  readonly source: string;
  /** The statement of the document that demands it, in our own words. Absent: none is registered. */
  readonly statement?: string;
}
