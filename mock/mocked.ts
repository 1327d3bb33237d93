/** Combines a document with the user's own answers. */
import type { IHttpOperation } from '@stoplight/types';
import type { JsonObject } from '@wallet-services/kit/json';
import { answersOf, failOn } from './answers-file.ts';
import type { ReadDocument } from './documents.ts';
import { createHandle, type Handle } from './handle.ts';
import type { Log } from './log.ts';
import type { Findings, OwnAnswer } from './own-answers.ts';
import { isServiceName } from './services.ts';

/** A mocked document. */
export interface Mocked {
  readonly name: string;
  readonly operations: readonly IHttpOperation[];
  readonly handle: Handle;
  readonly findings: Findings;
  /** The parts that are not checked. */
  readonly notes: readonly string[];
  /** The answers that a test has set for each operation; they precede all others. */
  readonly overrides: Map<IHttpOperation, Override>;
}

/** The answers that a test has set for an operation. */
export interface Override {
  /** Undefined: the document's answer. */
  readonly answers: (OwnAnswer | undefined)[];
  /** Whether each answer is for one request only. */
  readonly isOnce: boolean;
}

/** The options of the mock that concern a document. */
export interface MockedOptions {
  readonly dynamic?: boolean;
  readonly validate?: boolean;
  readonly prefix?: string;
}

/** Prepares a document for answering. @param content content of the file of answers */
export function createMocked(
  name: string,
  { operations, bases, notes }: ReadDocument,
  content: JsonObject,
  { dynamic = false, validate = true, prefix }: MockedOptions,
  log: Log,
): Mocked {
  const findings: Findings = { problems: [], notes: [] };
  const fromFile = answersOf(name, operations, content, findings);
  const overrides = new Map<IHttpOperation, Override>();
  const handle = createHandle({
    operations,
    bases,
    prefix,
    asSandbox: isServiceName(name),
    dynamic,
    validates: validate,
    log,
    ownOf: (operation) => fromFile.get(operation) ?? [],
    nextOf: (operation) => next(overrides, operation),
  });
  return { name, operations, handle, findings, notes: [...notes, ...findings.notes], overrides };
}

function next(overrides: Map<IHttpOperation, Override>, operation: IHttpOperation): OwnAnswer | undefined {
  const override = overrides.get(operation);
  if (override === undefined) return undefined;
  const [answer] = override.answers;
  if (override.isOnce) override.answers.shift();
  if (override.answers.length === 0) overrides.delete(operation);
  return answer;
}

/** @throws Failure with a line for each problem in a file of answers, for all services */
export function failOnAnswers(
  file: string,
  content: JsonObject,
  mocked: readonly Mocked[],
  names: readonly string[],
): void {
  const unknown = Object.keys(content).filter((name) => !names.includes(name) && !isServiceName(name));
  failOn(file, [
    ...unknown.map((name) => `${name} is not a service: use ${names.join(', ')}`),
    ...mocked.flatMap(({ findings }) => findings.problems),
  ]);
}
