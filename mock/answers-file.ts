/** Reads the file with the user's own answers. */
import { readFile } from 'node:fs/promises';
import type { IHttpOperation } from '@stoplight/types';
import { Failure, messageOf } from '@wallet-services/kit/errors';
import { isObject, type JsonObject } from '@wallet-services/kit/json';
import { type Findings, type OwnAnswer, readAnswers } from './own-answers.ts';

/** The user's answers by operation; the first one of each is the default. */
export type OwnAnswers = ReadonlyMap<IHttpOperation, readonly OwnAnswer[]>;

/** @throws Failure when the file cannot be read, or is not a JSON object */
export async function readAnswersFile(file: string): Promise<JsonObject> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    throw new Failure(`cannot read ${file}: give --examples a JSON file`);
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new Failure(`${file} is not JSON: ${messageOf(error).replaceAll(/\s+/g, ' ')}`);
  }
  if (isObject(content)) return content;
  throw new Failure(`${file} must be an object with a member for each service`);
}

/**
 * The answers for one service in the content of a file.
 *
 * @param findings receives a line for each operation that is not in the document, and for each problem of an answer
 */
export function answersOf(
  service: string,
  operations: readonly IHttpOperation[],
  content: JsonObject,
  findings: Findings,
): OwnAnswers {
  const entries = content[service];
  const answers = new Map<IHttpOperation, readonly OwnAnswer[]>();
  if (entries === undefined) return answers;
  if (!isObject(entries)) {
    findings.problems.push(`${service} must be an object of its operations`);
    return answers;
  }
  for (const [operationId, list] of Object.entries(entries)) {
    const operation = operations.find(({ iid }) => iid === operationId);
    if (!Array.isArray(list)) findings.problems.push(`${service}.${operationId} must be a list of responses`);
    else if (operation === undefined) {
      const known = operations.flatMap(({ iid }) => iid ?? []).join(', ');
      findings.problems.push(`${service} has no operation ${operationId}: use one of ${known}`);
    } else answers.set(operation, readAnswers(operation, list, `${service}.${operationId}`, findings));
  }
  return answers;
}

/** Largest number of printed lines; further problems appear when these are fixed. */
const MOST_LINES = 20;

/** @throws Failure with a line for each invalid entry of a file */
export function failOn(file: string, problems: readonly string[]): void {
  if (problems.length === 0) return;
  const shown = problems.slice(0, MOST_LINES).map((problem) => `${file}: ${problem}`);
  const more = problems.length > MOST_LINES ? [`${file}: ${problems.length - MOST_LINES} more problems`] : [];
  throw new Failure([...shown, ...more].join('\n'));
}
