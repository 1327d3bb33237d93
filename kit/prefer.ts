/** The preferences of a request for its answer (RFC 7240), and the documented answer that fits them. */
import { STATUS_CODES } from 'node:http';
import { isObject } from './json.ts';

/** An answer that a document shows for an operation. */
export interface ShownAnswer {
  /** The status in the document: `404`, or a range such as `4XX`. */
  readonly status: string;
  /** Name of the example; undefined where the document shows one without a name, or none. */
  readonly name?: string | undefined;
  /** The body; undefined when the answer has none. */
  readonly body?: unknown;
  /** Whether it comes from the user and not from the document. */
  readonly isOwn?: boolean;
}

/** The answer that a request prefers. */
export interface Wish {
  readonly code?: number | undefined;
  /** Name of an example. */
  readonly example?: string | undefined;
}

/** An answer that fits a preference. */
export interface FittingAnswer {
  readonly status: number;
  /** The response that shows it, as in the document: `4XX`. */
  readonly response: string;
  readonly name: string | undefined;
  readonly body: unknown;
}

/** A preference that cannot be fulfilled, as the body of the answer that reports it. */
export interface UnfitWish {
  readonly code: 400 | 404;
  readonly msg: string;
  readonly hint: string;
}

/**
 * The preferences of a header, by name in lower case; when one is given twice, the first counts. Parameters after a
 * semicolon are ignored, and so are malformed preferences, as RFC 7240 requires of servers.
 *
 * @example
 * preferencesIn('code=429, example="too-many-requests"'); // Map { code: '429', example: 'too-many-requests' }
 */
export function preferencesIn(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const entry of header.match(/(?:"[^"]*"|[^",])+/g) ?? []) {
    const [, name, quoted, bare = ''] = /^\s*([\w-]+)\s*(?:=\s*(?:"([^"]*)"|([^\s;]*)))?/.exec(entry) ?? [];
    if (name !== undefined && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), quoted ?? bare);
  }
  return found;
}

/** The preference for an answer; undefined when there is none. */
export function wishIn(preferences: ReadonlyMap<string, string>): Wish | UnfitWish | undefined {
  const [code, example] = [preferences.get('code'), preferences.get('example')];
  if (code !== undefined && !/^[2-5]\d\d$/.test(code)) {
    return {
      code: 400,
      msg: 'code in the header Prefer must be an HTTP status from 200 to 599',
      hint: 'such as Prefer: code=404',
    };
  }
  if (example === '') {
    return { code: 400, msg: 'example in the header Prefer must be a name', hint: 'such as Prefer: example=not-found' };
  }
  if (code === undefined && example === undefined) return undefined;
  return { code: code === undefined ? undefined : Number(code), example };
}

/** Whether the answer reports why a preference cannot be fulfilled. */
export function isUnfit(wish: object): wish is UnfitWish {
  return 'msg' in wish;
}

/**
 * The answers that fit a preference, in the order of the document: the first one is sent. The body of a range has the
 * status that is sent; if no example of the range has that status, the first example is changed to it.
 * @param operationId the name in the message when nothing fits
 */
export function fittingAnswers(
  shown: readonly ShownAnswer[],
  { code, example }: Wish,
  operationId: string,
): readonly [FittingAnswer, ...FittingAnswer[]] | UnfitWish {
  const named = example === undefined ? shown : shown.filter(({ name }) => name === example);
  const statusOf = statusesIn(shown);
  const fitting =
    code === undefined
      ? named.map((answer) => asItIs(answer, statusOf(answer)))
      : ofStatus(shown, named, code, example !== undefined);
  const [first, ...others] = fitting;
  if (first !== undefined) return [first, ...others];
  if (example === undefined) {
    const known = [...new Set(shown.map(({ status }) => status))].join(', ');
    return { code: 404, msg: `${operationId} has no response with status ${code}`, hint: `it has: ${known}` };
  }
  const names = shown.flatMap((answer) => (answer.name === undefined ? [] : `${answer.name} (${statusOf(answer)})`));
  const where = code === undefined ? '' : ` with status ${code}`;
  return {
    code: 404,
    msg: `${operationId} has no example ${example}${where}`,
    hint: `it has: ${names.join(', ') || 'none'}`,
  };
}

function ofStatus(
  shown: readonly ShownAnswer[],
  named: readonly ShownAnswer[],
  code: number,
  byName: boolean,
): readonly FittingAnswer[] {
  const documented = [String(code), rangeOf(code), 'default'].find((one) => shown.some(({ status }) => status === one));
  const answers = named.filter(({ status }) => status === documented);
  const statusOf = statusesIn(shown);
  const ofCode = answers.filter((answer) => statusOf(answer) === code);
  if (ofCode.length > 0) return ofCode.map((answer) => asItIs(answer, code));
  return answers.slice(0, 1).map((answer) => ({
    status: code,
    response: answer.status,
    name: byName ? answer.name : undefined,
    body: statusIn(answer) === undefined ? answer.body : withStatus(answer.body, code, byName),
  }));
}

/**
 * The body for another status of its range: under its own name it keeps its text, otherwise it gets the text of the
 * status.
 */
function withStatus(body: unknown, code: number, byName: boolean): unknown {
  return byName && isObject(body) ? { ...body, code } : { code, msg: (STATUS_CODES[code] ?? 'refused').toLowerCase() };
}

function asItIs(answer: ShownAnswer, status: number): FittingAnswer {
  return { status, response: answer.status, name: answer.name, body: answer.body };
}

function rangeOf(code: number): string {
  return `${Math.floor(code / 100)}XX`;
}

/**
 * The status of each answer. For a range: the status that its body has, otherwise its first. For `default` likewise,
 * otherwise 500; 200 when the document has no other successful response.
 */
function statusesIn(shown: readonly ShownAnswer[]): (answer: ShownAnswer) => number {
  const usual = shown.some(({ status, isOwn }) => isOwn !== true && status.startsWith('2')) ? 500 : 200;
  return (answer) =>
    statusIn(answer) ?? (answer.status === 'default' ? usual : Number(answer.status.replace('XX', '00')));
}

/**
 * The status in the `code` of a body. A number that the answer cannot have as its status is a code of the API's own.
 */
function statusIn({ status, body }: ShownAnswer): number | undefined {
  const code = isObject(body) ? body['code'] : undefined;
  if (typeof code !== 'number' || !Number.isInteger(code) || code < 200 || code > 599) return undefined;
  return status === 'default' || status === rangeOf(code) ? code : undefined;
}
