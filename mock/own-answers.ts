/** Reads the user's own answers, which replace the documented examples, from a file or a test. */
import type { IHttpOperation, IMediaTypeContent } from '@stoplight/types';
import { isObject } from '@wallet-services/kit/json';
import { closestOf } from '@wallet-services/kit/media';
import { limited } from './input/limited.ts';
import { validateOutput } from './input/validate.ts';
import { WRITTEN_HEADERS } from './output/send.ts';
import { responseFor } from './prefer.ts';
import { isMediaType } from './target.ts';
import { violationsOf } from './violation.ts';

const validateInTime = limited(validateOutput);

/** An answer to an operation. */
export interface OwnAnswer {
  readonly name: string;
  readonly status: number;
  /** Headers with names in lower case; a repeated header has several values. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Undefined when there is no body. */
  readonly body: unknown;
  /** Media type and schema of the body; undefined when there is no body. */
  readonly content: Pick<IMediaTypeContent, 'mediaType' | 'schema'> | undefined;
}

/** Problems and notes of the answers that were read. */
export interface Findings {
  /** A line for each problem. */
  readonly problems: string[];
  /** A line for each answer that the document does not define. */
  readonly notes: string[];
}

const MEMBERS = ['name', 'status', 'headers', 'body'] as const;

/**
 * Reads the answers to an operation.
 *
 * @param place their place in the file, for messages
 */
export function readAnswers(
  operation: IHttpOperation,
  entries: readonly unknown[],
  place: string,
  findings: Findings,
): OwnAnswer[] {
  const answers = entries.flatMap((entry, index) => {
    const answer = readAnswer(operation, entry, `own-${index + 1}`, `${place}[${index}]`, findings);
    return answer === undefined ? [] : [{ answer, at: `${place}[${index}]` }];
  });
  const names = answers.map(({ answer }) => answer.name);
  for (const { answer, at } of answers.filter((each, index) => names.indexOf(each.answer.name) < index)) {
    findings.problems.push(`${at} has the name ${answer.name}, like another response: choose a different name`);
  }
  return answers.map(({ answer }) => answer);
}

/** Reads an answer; undefined when it does not have the form that the guide describes. */
export function readAnswer(
  operation: IHttpOperation,
  entry: unknown,
  usualName: string,
  place: string,
  findings: Findings,
): OwnAnswer | undefined {
  const { problems } = findings;
  if (!isObject(entry)) {
    problems.push(`${place} must be an object with body or status, and optionally name and headers`);
    return undefined;
  }
  const { name = usualName, status = 200, body } = entry;
  for (const member of Object.keys(entry)) {
    if (MEMBERS.some((known) => known === member)) continue;
    problems.push(`${place} has ${member}, but only ${MEMBERS.slice(0, -1).join(', ')} and body are allowed`);
  }
  if (!('body' in entry) && !('status' in entry)) problems.push(`${place} has no body and no status`);
  const isName = typeof name === 'string' && /^[\w.-]+$/.test(name);
  if (!isName) problems.push(`${place} must have a name of letters, digits, dots, dashes and underscores`);
  const isStatus = typeof status === 'number' && Number.isInteger(status) && status >= 200 && status <= 599;
  if (!isStatus) problems.push(`${place} must have a status from 200 to 599, as a number`);
  const headers = readHeaders(entry['headers'], place, problems);
  // Other problems are reported only if status and headers can be read.
  if (!isStatus || headers === undefined) return undefined;
  const answer = { name: isName ? name : usualName, status, headers, body };
  const content = body === undefined ? undefined : contentOf(operation, answer);
  if ('body' in entry || responseFor(operation, status) === undefined)
    judge(operation, { ...answer, content }, place, findings);
  return { ...answer, content };
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

function readHeaders(value: unknown, place: string, problems: string[]): OwnAnswer['headers'] | undefined {
  if (value === undefined) return {};
  const names = isObject(value) ? Object.keys(value) : [];
  const isSound = isObject(value) && names.every((name) => HEADER_NAME.test(name) && isHeaderValue(value[name]));
  if (!isSound) {
    problems.push(`${place}/headers must be an object of names with a text, a number, or a list of texts each`);
    return undefined;
  }
  const headers = names.map((name) => {
    const content = value[name];
    return [name.toLowerCase(), Array.isArray(content) ? content.map(String) : String(content)] as const;
  });
  for (const [name] of headers) {
    if (WRITTEN_HEADERS.has(name)) problems.push(`${place}/headers has ${name}, which the mock writes: leave it out`);
  }
  const type = headers.find(([name]) => name === 'content-type')?.[1];
  if (type !== undefined && !isMediaType(String(type)))
    problems.push(`${place}/headers/Content-Type is not a media type`);
  return Object.fromEntries(headers);
}

function isHeaderValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((each) => typeof each === 'string' && isHeaderValue(each));
  return typeof value === 'number' || (typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value));
}

/** The media type of the body: from the answer's header, else JSON, else the first one of the document. */
function contentOf(
  operation: IHttpOperation,
  { status, headers, body }: Omit<OwnAnswer, 'content'>,
): OwnAnswer['content'] {
  const contents = responseFor(operation, status)?.contents ?? [];
  const type = headers['content-type'];
  if (typeof type === 'string' && isMediaType(type)) return { ...closestOf(contents, type), mediaType: type };
  const isTextual = typeof body === 'string';
  const [first] = contents;
  return (
    closestOf(contents, 'application/json') ??
    (first === undefined || first.mediaType.includes('*') ? undefined : first) ?? {
      mediaType: isTextual ? 'text/plain' : 'application/json',
    }
  );
}

function judge(operation: IHttpOperation, answer: OwnAnswer, place: string, { problems, notes }: Findings): void {
  const { status, headers, body, content } = answer;
  const response = responseFor(operation, status);
  if (response === undefined) {
    notes.push(`${place} has the status ${status}, which the document does not have: its body is not checked`);
    return;
  }
  if (
    body !== undefined &&
    response.contents !== undefined &&
    response.contents.length > 0 &&
    content?.schema === undefined
  ) {
    const known = response.contents.map(({ mediaType }) => mediaType).join(', ');
    if (closestOf(response.contents, content?.mediaType ?? '') === undefined) {
      problems.push(`${place} is ${content?.mediaType}, which the document does not have for ${status}: use ${known}`);
    }
    return;
  }
  const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
  // Headers that are not given are those of the document.
  const known = response.headers?.filter(({ name }) => Object.hasOwn(flat, name.toLowerCase()));
  const resource = { ...operation, responses: [{ ...response, code: String(status), headers: known ?? [] }] };
  const element = { statusCode: status, headers: { ...flat, 'content-type': content?.mediaType ?? '' }, body };
  const outcome = validateInTime({ resource, element });
  if (outcome._tag === 'Right') return;
  for (const { pointer, message } of violationsOf('response', outcome.left))
    problems.push(`${place}${pointer} ${message}`);
}
