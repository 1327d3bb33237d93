/** A step of the script: what the client is told, how the service behaves meanwhile, and what must come of it. */
import type { Fault } from '@wallet-services/conformance/testing/clients';
import type { Problem } from '../judge/problem.ts';
import type { Ask, Reply } from '../protocol.ts';
import type { ClientSuite } from '../suite.ts';
import type { Watched } from '../watcher.ts';

/** What came of a step. */
export interface Outcome {
  readonly reply: Reply;
  /** The requests of the operation that the step is about. */
  readonly requests: readonly Watched[];
  /** All requests: those to sign in too. */
  readonly all: readonly Watched[];
}

/** Something that must come of a step: what is wrong about it, as far as that goes. */
export type Expectation = (outcome: Outcome) => readonly Problem[];

/** A step that is ready to be told. */
export interface Prepared {
  readonly ask: Ask;
  readonly fault?: Fault | undefined;
  readonly expect: readonly Expectation[];
  /** Credentials of this step alone, which no report may show. */
  readonly secrets?: readonly string[];
}

export interface Step {
  /** `inputs.path-encoding` */
  readonly id: string;
  /** What a client has to do, as a sentence. */
  readonly title: string;
  /** Where the documents say it; null for what any good client does. */
  readonly source: string | null;
  /** Looks up, or makes, what the step is about. */
  readonly prepare: (suite: ClientSuite) => Promise<Prepared>;
}

/** A step for which nothing has to be looked up. */
export interface PlainStep extends Omit<Prepared, 'fault'> {
  readonly fault?: () => Fault;
  /** Default: none, as any good client does it. */
  readonly source?: string;
}

export function plainStep(id: string, title: string, { source, fault, ...told }: PlainStep): Step {
  return { id, title, source: source ?? null, prepare: async () => ({ ...told, fault: fault?.() }) };
}

/** The operation that a step is about, as `service operationId`. */
export function operationsOf(ask: Ask): readonly string[] {
  switch (ask.do) {
    case 'call':
    case 'list':
      return [`${ask.service} ${ask.operation}`];
    case 'sign-in':
    case 'authorize':
      return ['comment readMe'];
    case 'rpc':
      return [`POST /lending.v1.Lending/${ask.method}`];
    case 'wait':
      return ['assistant readTurn'];
  }
}
