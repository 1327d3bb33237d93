/** A step of the script: what the client is told, how the service behaves meanwhile, and what must come of it. */
import type { Fault } from '../../fault/proxy/reply.ts';
import type { Problem } from '../judge/problem.ts';
import type { Ask, Reply } from '../protocol.ts';
import type { Scene } from '../scene.ts';
import type { Watched } from '../watcher.ts';

/** What came of a step. */
export interface Outcome {
  readonly reply: Reply;
  /** The requests of the operation that the step is about. */
  readonly requests: readonly Watched[];
  /** All requests: those to sign in too. */
  readonly all: readonly Watched[];
}

/** A step that is ready to be told. */
export interface Prepared {
  readonly ask: Ask;
  readonly fault?: Fault;
  readonly judge: (outcome: Outcome) => readonly Problem[];
}

export interface Step {
  /** `inputs.path-encoding` */
  readonly id: string;
  /** What a client has to do, as a sentence. */
  readonly title: string;
  /** Where the documents say it; null for what any good client does. */
  readonly source: string | null;
  /** Looks up, or makes, what the step is about. */
  readonly prepare: (scene: Scene) => Promise<Prepared>;
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
