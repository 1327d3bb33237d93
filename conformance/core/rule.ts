/** What a rule is: requests to send, and a judgement of the answers. Both are pure. */
import type { Level } from '../model/document/document.ts';
import type { ServiceName } from '../model/document/services.ts';
import type { Exchange } from '../model/exchange.ts';
import type { CheckContext, SuiteContext } from './context.ts';
import type { Judgement } from './judgement.ts';
import type { Mutant, Wrongs } from './mutant.ts';
import type { At } from './place.ts';

/** Tells what is thought of the answers so far, of one rule. */
export type Report = (...judgements: readonly Judgement[]) => void;

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
  readonly hold: (
    ctx: CheckContext,
    report: (rule: string, ...judgements: readonly Judgement[]) => void,
  ) => Promise<void>;
}

/** A rule as the suite judges it: by what a conversation says of it, by watching, or both. */
export interface Rule {
  /** An id of the ledger, of a rule or of an open question, or of the suite's own wire and input rules. */
  readonly id: string;
  /** Judges every exchange of every case of the service, whoever planned it. */
  readonly watch?: (exchange: Exchange, suite: SuiteContext) => readonly Judgement[];
  /** What to say when nothing that was sent let the rule decide. Default: inconclusive. */
  readonly whenSilent?: (suite: SuiteContext) => Judgement;
}

/** A rule that is a thought of its own, or an observer of an open question, with the servers that break it. */
export interface OwnRule extends Rule {
  /** Asks, and says what it thinks of the answers. Without it and `watch` it has faulty servers of a declaration, or of any API. */
  readonly check?: (ctx: CheckContext, report: Report) => Promise<void>;
  /** It disturbs others, or is disturbed by them. */
  readonly alone?: boolean;
  /** Servers that break the rule, by what they do wrong or with more said of each; none for an observer. */
  readonly mutants?: (at: At) => readonly Omit<Mutant, 'kills'>[] | Wrongs;
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
