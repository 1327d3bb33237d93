/** Answers of the user's own, from a file, in place of the documented examples. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PrismHttpComponents } from '@stoplight/prism-http';
import type { IHttpOperation, IHttpOperationResponse, IMediaTypeContent } from '@stoplight/types';
import { Failure } from '@wallet-services/kit/errors';
import { isServiceName, type ServiceName, serviceNames } from './services.ts';
import { violationsOf } from './violation.ts';

// Prism's entry point does not export it.
const require = createRequire(import.meta.url);
const { validateOutput }: Pick<PrismHttpComponents, 'validateOutput'> = require('@stoplight/prism-http/dist/validator');

/** One answer to one operation. */
interface OwnAnswer {
  readonly name: string;
  readonly status: number;
  readonly body: unknown;
  /** Where it stands in the file. */
  readonly place: string;
}

/** The answers of a file, by operation id; the first of each operation is the usual one. */
export type OwnAnswers = ReadonlyMap<string, readonly OwnAnswer[]>;

/** The operations of a document with answers of the user's own among their examples. */
export interface Answering {
  readonly operations: readonly IHttpOperation[];
  /** What an operation answers when the request leaves it to the mock. */
  readonly usual: ReadonlyMap<IHttpOperation, { readonly code: number; readonly exampleKey: string }>;
}

type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads a file of answers.
 *
 * @param problems gets a line for each entry that is not of the form that the guide shows
 * @throws Failure when it cannot be read, or is not a JSON object
 */
export async function readOwnAnswers(file: string, problems: string[]): Promise<ReadonlyMap<ServiceName, OwnAnswers>> {
  const content = parse(await read(file), file);
  const services = Object.entries(content).flatMap(([service, operations]) => {
    if (!isServiceName(service)) problems.push(`${service} is not a service: use ${serviceNames.join(', ')}`);
    else if (!isMembers(operations)) problems.push(`${service} must be an object of its operations`);
    else return [[service, answersOf(service, operations, problems)] as const];
    return [];
  });
  return new Map(services);
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new Failure(`cannot read ${file}: give --examples a JSON file`);
  }
}

function parse(text: string, file: string): Members {
  try {
    const content: unknown = JSON.parse(text);
    if (isMembers(content)) return content;
  } catch (error) {
    throw new Failure(`${file} is not JSON: ${error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : error}`);
  }
  throw new Failure(`${file} must be an object with a member for each service`);
}

function answersOf(service: ServiceName, operations: Members, problems: string[]): OwnAnswers {
  return new Map(
    Object.entries(operations).map(([operationId, entries]) => {
      const place = `${service}.${operationId}`;
      if (!Array.isArray(entries)) {
        problems.push(`${place} must be a list of responses`);
        return [operationId, []];
      }
      const answers = entries.flatMap((entry: unknown, index) =>
        answerOf(entry, index, `${place}[${index}]`, problems),
      );
      const names = answers.map(({ name }) => name);
      for (const { name, place: at } of answers.filter((answer, index) => names.indexOf(answer.name) < index)) {
        problems.push(`${at} has the name ${name}, like another response: choose a different name`);
      }
      return [operationId, answers];
    }),
  );
}

const MEMBERS = new Set(['name', 'status', 'body']);

function answerOf(entry: unknown, index: number, place: string, problems: string[]): OwnAnswer[] {
  if (!isMembers(entry)) {
    problems.push(`${place} must be an object with body, and optionally name and status`);
    return [];
  }
  const usualName = `own-${index + 1}`;
  const { name = usualName, status = 200, body } = entry;
  for (const member of Object.keys(entry)) {
    if (!MEMBERS.has(member)) problems.push(`${place} has ${member}, but only name, status and body are allowed`);
  }
  if (!('body' in entry)) problems.push(`${place} has no body`);
  const isName = typeof name === 'string' && /^[\w.-]+$/.test(name);
  if (!isName) problems.push(`${place} must have a name of letters, digits, dots, dashes and underscores`);
  const isStatus = typeof status === 'number' && Number.isInteger(status) && status >= 200 && status <= 599;
  if (!isStatus) problems.push(`${place} must have a status such as 200, as a number`);
  // What else is wrong is told of as far as the document can be asked.
  return isStatus && 'body' in entry ? [{ name: isName ? name : usualName, status, body, place }] : [];
}

/**
 * Puts answers among the examples of their operations, each before the documented ones.
 *
 * @param problems gets a line for each operation or status that is not in the document, and for what its body must not be
 */
export function withOwnAnswers(
  operations: readonly IHttpOperation[],
  service: ServiceName,
  answers: OwnAnswers,
  problems: string[],
): Answering {
  const known = new Set(operations.map(({ iid }) => iid));
  const strangers = [...answers.keys()].filter((operationId) => !known.has(operationId));
  for (const operationId of strangers) {
    problems.push(`${service} has no operation ${operationId}: use one of ${[...known].join(', ')}`);
  }
  const extended = operations.map((operation) => {
    const own = answers.get(operation.iid ?? '') ?? [];
    for (const answer of own) problems.push(...problemsOf(operation, answer));
    return { operation: own.toReversed().reduce(withAnswer, operation), first: own[0] };
  });
  return {
    operations: extended.map(({ operation }) => operation),
    usual: new Map(
      extended.flatMap(({ operation, first }) =>
        first === undefined ? [] : [[operation, { code: first.status, exampleKey: first.name }]],
      ),
    ),
  };
}

function problemsOf(operation: IHttpOperation, { status, body, place }: OwnAnswer): string[] {
  const response = responseFor(operation, status);
  if (response === undefined) {
    const known = operation.responses.map(({ code }) => code).join(', ');
    return [`${place} has the status ${status}, which the document does not have: use one of ${known}`];
  }
  const element = { statusCode: status, headers: { 'content-type': 'application/json' }, body };
  const outcome = validateOutput({ resource: operation, element });
  if (outcome._tag === 'Right') return [];
  return violationsOf('response', outcome.left).map(({ pointer, message }) => `${place}${pointer} ${message}`);
}

/** The response of a status: its own, or that of its range. */
function responseFor({ responses }: IHttpOperation, status: number): IHttpOperationResponse | undefined {
  const range = `${String(status).charAt(0)}XX`;
  return responses.find(({ code }) => code === String(status)) ?? responses.find(({ code }) => code === range);
}

/** A status that only a range stands for gets a response of its own. */
function withAnswer(operation: IHttpOperation, answer: OwnAnswer): IHttpOperation {
  const code = String(answer.status);
  const shown = responseFor(operation, answer.status);
  if (shown === undefined) return operation;
  const base = shown.code === code ? shown : { ...shown, code, contents: (shown.contents ?? []).map(withoutExamples) };
  const response = { ...base, contents: (base.contents ?? []).map((content) => withExample(content, answer)) };
  return { ...operation, responses: [response, ...operation.responses.filter((other) => other.code !== code)] };
}

function withoutExamples(content: IMediaTypeContent): IMediaTypeContent {
  return { ...content, examples: [] };
}

function withExample(content: IMediaTypeContent, { name, body, place }: OwnAnswer): IMediaTypeContent {
  const others = (content.examples ?? []).filter(({ key }) => key !== name);
  return { ...content, examples: [{ id: place, key: name, value: body }, ...others] };
}

/** Lines that are told at once; who has more mends these first. */
const TOLD = 20;

/** @throws Failure with a line for each entry of a file that is wrong */
export function complainOf(file: string, problems: readonly string[]): void {
  if (problems.length === 0) return;
  const told = problems.slice(0, TOLD).map((problem) => `${file}: ${problem}`);
  const more = problems.length > TOLD ? [`${file}: ${problems.length - TOLD} more problems`] : [];
  throw new Failure([...told, ...more].join('\n'));
}
