/** Lets tests replace answers of the document. */
import type { IHttpOperation } from '@stoplight/types';
import { Failure } from '@wallet-services/kit/errors';
import type { Mocked, Override } from './mocked.ts';
import { type Findings, readAnswer } from './own-answers.ts';
import type { AnswerTo } from './typed.ts';

/** Answers to an operation: one for every request, or a list of which each request takes the next. */
export type Answers<Name extends string> = AnswerTo<Name> | readonly (AnswerTo<Name> | 'document')[];

/** The part of a mock that tests change. */
export interface Overrides<Name extends string> {
  /**
   * Replaces the answer to an operation until `reset`. Each valid request takes the next entry of a list. `'document'`
   * stands for the answer of the document, which also follows after the end of the list.
   *
   * @param operation its operationId; with the service's name, such as `vault.listAssets`, when several services have
   *   it
   * @throws Failure when there is no such operation, or the document does not allow the answer
   *
   * @example
   * mock.use('listFlips', { status: 503, headers: { 'Retry-After': '1' } });
   * mock.use('listFlips', [{ status: 503 }, { status: 503 }, 'document']);
   */
  use<Used extends Name>(operation: Used, answers: Answers<Used>): void;
  /** Removes all changes by `use`. */
  reset(): void;
}

/** The overrides of all services of a mock. */
export interface AllOverrides extends Overrides<string> {
  /** Switches to documents that were read again, without the changes of a test. */
  follow(mocked: readonly Mocked[]): void;
}

/** Creates the overrides of a mock. */
export function createOverrides(): AllOverrides {
  let all: readonly Mocked[] = [];
  return {
    follow(mocked) {
      all = mocked;
    },
    use(name, answers) {
      const { mocked, operation } = found(all, name);
      mocked.overrides.set(operation, read(operation, name, answers as Answers<string>));
    },
    reset() {
      for (const { overrides } of all) overrides.clear();
    },
  };
}

interface Found {
  readonly mocked: Mocked;
  readonly operation: IHttpOperation;
}

function found(all: readonly Mocked[], name: string): Found {
  const matching = all.flatMap((mocked) =>
    mocked.operations
      .filter(({ iid }) => iid !== undefined && (name === iid || name === `${mocked.name}.${iid}`))
      .map((operation): Found => ({ mocked, operation })),
  );
  const [first, ...others] = matching;
  if (first === undefined) {
    const known = all.flatMap(({ operations }) => operations.flatMap(({ iid }) => iid ?? []));
    throw new Failure(`there is no operation ${name}: use one of ${known.join(', ')}`);
  }
  if (others.length === 0) return first;
  const names = matching.map(({ mocked }) => `${mocked.name}.${name}`);
  throw new Failure(`several services have an operation ${name}: use ${names.join(' or ')}`);
}

function read(operation: IHttpOperation, name: string, answers: Answers<string>): Override {
  const findings: Findings = { problems: [], notes: [] };
  const entries = [answers].flat();
  const made = entries.map((entry, index) =>
    entry === 'document' ? undefined : readAnswer(operation, entry, `own-${index + 1}`, name, findings),
  );
  if (findings.problems.length > 0) throw new Failure(findings.problems.join('\n'));
  return { answers: made, isOnce: Array.isArray(answers) };
}
