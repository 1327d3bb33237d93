/** Validates every answer of an operation in the form in which it will be sent. */
import { type CheckedRequest, documentedStatus, type Judge, type Problem } from './engines/engine.ts';
import { type GivenHeaders, pairsOf, type SentHeaders, sentHeaders } from './headers.ts';
import type { Input } from './input.ts';
import { type Serialized, serialized } from './json.ts';
import { bareType, kindOf } from './media.ts';
import type { AnswerShape, CompiledValidator, Operation, Service } from './operation.ts';
import type { Refusal } from './refusal.ts';
import { asError, type ErrorBody, type Reply } from './reply.ts';
import { type Shape, undocumentedIn, withoutUndocumented } from './shape.ts';

/** The answer of a handler. */
export interface Answer {
  readonly status: number;
  /** The body, which is sent as JSON unless the document has another type. */
  readonly body: unknown;
  readonly headers?: GivenHeaders;
}

/** An answer of the service violates its document. It is not sent; the client gets a 500. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
  readonly operation: Operation;
  readonly problem: Problem;

  constructor(operation: Operation, status: unknown, problem: Problem, options?: ErrorOptions) {
    const place = problem.pointer === '' ? 'the body' : problem.pointer;
    super(`${operation.id} answered ${shown(status)}, but ${place} ${problem.message}`, options);
    this.operation = operation;
    this.problem = problem;
  }
}

/**
 * Reports problems of an answer beyond the document's schemas, such as a violated relation between its members.
 * @returns the first problem, or undefined when there is none
 */
export type JudgeAnswer = (operation: Operation, input: Input, answer: Answer) => Problem | undefined;

/**
 * How members of an answer that the document does not have are treated: sent, removed, or a 500. Sending them can leak
 * data: a database row with a password hash is a valid answer wherever the schema is open.
 */
export type Undocumented = 'send' | 'strip' | 'refuse';

export interface GateOptions {
  readonly judgeAnswer?: JudgeAnswer | undefined;
  readonly undocumented?: Undocumented | undefined;
  /** Writes errors in the form of the document. */
  readonly errorBody?: ErrorBody | undefined;
}

export interface Gate {
  /**
   * @param isExample an answer in place of the handler's, which need not belong to the request
   * @throws AnswerError when the answer must not be sent
   */
  answer(checked: CheckedRequest, answer: unknown, isExample: boolean): Reply;
  /**
   * A refusal that a handler threw.
   * @throws AnswerError when the document does not have it
   */
  refusal(checked: CheckedRequest, refusal: Refusal): Reply;
}

const JSON_TYPE = 'application/json';
const JSON_ONLY: AnswerShape = Object.freeze({ types: Object.freeze([JSON_TYPE]) });
const NO_CONTENT = new Set([204, 205, 304]);

export function gateOf(
  { validators, shapes }: Service,
  operation: Operation,
  judge: Judge,
  { judgeAnswer, undocumented = 'send', errorBody }: GateOptions,
): Gate {
  const judgesOf = validators[operation.id]?.headers ?? {};
  const components = shapes?.components ?? {};

  /** @returns the documented status that covers it */
  function statusOf(status: unknown): string {
    if (!Number.isInteger(status)) fail(status, 'comes with a status that is not an integer');
    const documented = documentedStatus(operation, Number(status));
    if (documented === undefined || Number(status) < 200 || Number(status) > 599) {
      return fail(status, `comes with a status that is not documented (${operation.statuses.join(', ')} are)`);
    }
    return documented;
  }

  function judged(
    checked: CheckedRequest,
    status: number,
    body: unknown,
    given: unknown,
  ): { reply: Reply; value: unknown } {
    const documented = statusOf(status);
    const shape = operation.answers?.[documented] ?? JSON_ONLY;
    const headers = legalHeaders(status, given);
    const lacking = headerProblem(shape, judgesOf[documented], headers);
    if (lacking !== undefined) throw new AnswerError(operation, status, lacking);

    const type = typeOf(shape, given);
    if (type === undefined || NO_CONTENT.has(status)) {
      if (body !== undefined && body !== null) fail(status, 'is not documented: this status has none');
      return { reply: { status, headers, content: undefined }, value: undefined };
    }
    const kind = type === JSON_TYPE ? 'json' : kindOf(type);
    if (kind !== 'json') {
      const isText = kind === 'text';
      const content = contentOf(isText, body) ?? fail(status, `must be ${isText ? 'a string' : 'a Uint8Array'}`);
      // Where JSON is documented too, the validator is that of JSON.
      const isJudged = isText && !shape.types.some((each) => kindOf(each) === 'json');
      const broken = isJudged ? judge.response(checked, status, documented, content) : undefined;
      if (broken !== undefined) throw new AnswerError(operation, status, broken);
      return { reply: { status, headers, type: isText ? `${type}; charset=utf-8` : type, content }, value: body };
    }
    const made = json(status, body);
    const members = undocumented === 'send' ? undefined : shapes?.answers[operation.id]?.[documented];
    const value = members === undefined ? made.value : documentedPart(members, made.value, status);
    const problem = judge.response(checked, status, documented, value);
    if (problem !== undefined) throw new AnswerError(operation, status, problem);
    const content = (value === made.value ? made.text() : JSON.stringify(value)) ?? fail(status, 'is missing');
    return { reply: { status, headers, type: type === JSON_TYPE ? undefined : type, content }, value };
  }

  function fail(status: unknown, message: string, options?: ErrorOptions): never {
    throw new AnswerError(operation, status, { pointer: '', message }, options);
  }

  function legalHeaders(status: number, given: unknown): SentHeaders | undefined {
    try {
      return sentHeaders(given);
    } catch (error) {
      return fail(status, `cannot be sent: ${asError(error).message}`, { cause: error });
    }
  }

  function json(status: number, body: unknown): Serialized {
    try {
      return serialized(body);
    } catch (error) {
      return fail(status, `cannot be serialized: ${asError(error).message}`, { cause: error });
    }
  }

  function documentedPart(members: Shape, value: unknown, status: number): unknown {
    if (undocumented === 'strip') return withoutUndocumented(members, value, components);
    const pointer = undocumentedIn(members, value, components);
    if (pointer === undefined) return value;
    throw new AnswerError(operation, status, { pointer, message: 'is not documented' });
  }

  return {
    answer(checked, answer, isExample) {
      if (typeof answer !== 'object' || answer === null) {
        throw new TypeError(`${operation.id} answered ${shown(answer)}: return { status, body } from its handler`);
      }
      // Each member is read once, since it may be an accessor.
      const { status, body, headers } = answer as Partial<Answer>;
      const { reply, value } = judged(checked, status as number, body, headers);
      const rest = headers === undefined ? {} : { headers };
      const problem = isExample
        ? undefined
        : judgeAnswer?.(operation, checked.input, { status: reply.status, body: value, ...rest });
      if (problem !== undefined) throw new AnswerError(operation, status, problem);
      return reply;
    },
    refusal(checked, { status, body, headers }) {
      const form = errorBody?.(body, status) ?? { body };
      return judged(checked, status, form.body, withType(headers, form.type)).reply;
    },
  };
}

function withType(headers: GivenHeaders, type: string | undefined): GivenHeaders {
  return type === undefined ? headers : { ...headers, 'Content-Type': type };
}

function shown(status: unknown): string {
  return typeof status === 'number' ? String(status) : `${asError(status).message} (${typeof status})`;
}

/** The content type to send: when several are documented, the one that the handler names, otherwise the first. */
function typeOf({ types }: AnswerShape, given: unknown): string | undefined {
  const pairs = typeof given === 'object' && given !== null ? [...pairsOf(given)] : [];
  const wanted = bareType(String(pairs.find(([name]) => name.toLowerCase() === 'content-type')?.[1]));
  return types.find((type) => bareType(type) === wanted) ?? types[0];
}

function contentOf(isText: boolean, body: unknown): string | Uint8Array | undefined {
  if (isText) return typeof body === 'string' ? body : undefined;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  return body instanceof Uint8Array ? body : undefined;
}

/** The problem with the documented headers of an answer. */
function headerProblem(
  { headers: shapes }: AnswerShape,
  judge: CompiledValidator | undefined,
  headers: SentHeaders | undefined,
): Problem | undefined {
  if (shapes === undefined) return undefined;
  const byName = new Map(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  const values: Record<string, unknown> = {};
  for (const { name, required, type } of shapes) {
    const value = byName.get(name.toLowerCase());
    if (value === undefined) {
      if (required) return { pointer: `the header ${name}`, message: 'is missing' };
      continue;
    }
    const text = typeof value === 'string' ? value : value.join(', ');
    values[name] = (type === 'integer' || type === 'number') && text !== '' ? Number(text) : text;
    if (type === 'boolean' && (text === 'true' || text === 'false')) values[name] = text === 'true';
  }
  if (judge === undefined || judge(values)) return undefined;
  const [{ instancePath = '', message = 'is invalid' } = {}] = judge.errors ?? [];
  return { pointer: `the header ${instancePath.slice(1)}`, message };
}
