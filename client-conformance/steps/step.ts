/**
 * A step of the script: the command for the client, the behaviour of the service during it, and the expected results.
 */
import type { Fault } from '@wallet-services/conformance/testing/clients';
import type { Problem } from '../judge/problem.ts';
import type { Command, Reply } from '../protocol.ts';
import type { ClientSuite } from '../suite.ts';
import type { Watched } from '../watcher.ts';

/** The observations of a step. */
export interface Outcome {
  readonly reply: Reply;
  /** The requests of the step's operation. */
  readonly requests: readonly Watched[];
  /** All requests, including those of signing in. */
  readonly all: readonly Watched[];
}

/** An expectation of a step: returns the problem, if any. */
export type Expectation = (outcome: Outcome) => readonly Problem[];

/** A step that is ready to be sent. */
export interface Prepared {
  readonly command: Command;
  readonly fault?: Fault | undefined;
  readonly expect: readonly Expectation[];
  /** Credentials of this step alone, which no report may show. */
  readonly secrets?: readonly string[];
  /** Shortest time limit for the reply in milliseconds, when it exceeds the limit of the run. */
  readonly leastLimitMs?: number;
  /** Further environment variables of the client, which is started for this step alone. */
  readonly variables?: Readonly<Record<string, string>>;
}

export interface Step {
  /** Such as `inputs.path-encoding`. */
  readonly id: string;
  /** The task of the client, as a sentence. */
  readonly title: string;
  /** The source in the documents; null for a general expectation of a good client. */
  readonly source: string | null;
  /** Looks up, or creates, the data that the step needs. */
  readonly prepare: (suite: ClientSuite) => Promise<Prepared>;
}

/** A step that needs no data. */
export interface PlainStep extends Omit<Prepared, 'fault'> {
  readonly fault?: () => Fault;
  /** Default: none, for a general expectation of a good client. */
  readonly source?: string;
}

export function plainStep(id: string, title: string, { source, fault, ...prepared }: PlainStep): Step {
  return { id, title, source: source ?? null, prepare: async () => ({ ...prepared, fault: fault?.() }) };
}

/** The operation of a step, as `service operationId`. */
export function operationsOf(command: Command): readonly string[] {
  switch (command.do) {
    case 'call':
    case 'list':
      return [`${command.service} ${command.operation}`];
    case 'sign-in':
    case 'authorize':
      return ['comment readMe'];
    case 'rpc':
      return [`POST /lending.v1.Lending/${command.method}`];
    case 'wait':
      return ['assistant readTurn'];
  }
}
