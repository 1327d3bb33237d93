/** A document with the answers of the user's own, ready to answer. */
import type { IHttpOperation } from '@stoplight/types';
import type { JsonObject } from '@wallet-services/kit/json';
import { answersOf, failOn } from './answers-file.ts';
import type { ReadDocument } from './documents.ts';
import { createHandle, type Handle } from './handle.ts';
import type { Log } from './log.ts';
import type { Findings, OwnAnswer } from './own-answers.ts';
import { isServiceName } from './services.ts';

/** A document that is mocked. */
export interface Mocked {
  readonly name: string;
  readonly operations: readonly IHttpOperation[];
  readonly handle: Handle;
  readonly findings: Findings;
  /** The parts that are not checked. */
  readonly notes: readonly string[];
  /** The answers of a test to each operation, which come before all others. */
  readonly overrides: Map<IHttpOperation, Override>;
}

/** What a test has put in place of the answers to an operation. */
export interface Override {
  /** Undefined: the answer of the document. */
  readonly answers: (OwnAnswer | undefined)[];
  /** Whether each of them is for one request alone. */
  readonly isOnce: boolean;
}

/** What of the mock's options concerns a document. */
export interface MockedOptions {
  readonly dynamic?: boolean;
  readonly validate?: boolean;
  readonly prefix?: string;
}

/** Makes a document answer. @param content of the file of answers */
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

/** @throws Failure with a line for all that is wrong with a file of answers, in every service */
export function failOnAnswers(
  file: string,
  content: JsonObject,
  mocked: readonly Mocked[],
  names: readonly string[],
): void {
  const strangers = Object.keys(content).filter((name) => !names.includes(name) && !isServiceName(name));
  failOn(file, [
    ...strangers.map((name) => `${name} is not a service: use ${names.join(', ')}`),
    ...mocked.flatMap(({ findings }) => findings.problems),
  ]);
}
