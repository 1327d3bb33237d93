/** Checks an exchange against a document, with Prism's engine: its router and its validators. */
import { MIMEType } from 'node:util';
import { createLogger, type IPrismDiagnostic } from '@stoplight/prism-core';
import {
  createInstance,
  type IHttpMockConfig,
  type IHttpRequest,
  type IHttpResponse,
  ProblemJsonError,
} from '@stoplight/prism-http';
import type { IHttpOperation } from '@stoplight/types';
import { BODILESS } from '@wallet-services/kit/exchange';
import { closestOf, isJson } from '@wallet-services/kit/media';
import type { Readable } from '../../documents.ts';
import { isUnjudged } from '../../input/against.ts';
import { headerProblems } from '../../input/parameters.ts';
import { hasMultiples, isByMultiples } from '../../input/rounded.ts';
import { validateInput, validateOutput, validateSecurity } from '../../input/validate.ts';
import { responseFor } from '../../prefer.ts';
import { isMediaType, readTarget, toMethod } from '../../target.ts';
import { type Violation, violationsOf } from '../../violation.ts';
import type { Body } from './body.ts';
import { withoutNames } from './private.ts';
import type { DocumentedOperation, Verdict } from './tasks.ts';

/** A request after its body was read. */
export interface ReadRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

/** A response after its body was read. */
export interface ReadResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

/** Checks a request, alone or with its response. Never rejects. */
export type Check = (request: ReadRequest, response?: ReadResponse) => Promise<Verdict>;

const SETTINGS: IHttpMockConfig = {
  isProxy: false,
  validateRequest: true,
  validateResponse: true,
  checkSecurity: true,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
};

/** Makes the check of a document. */
export function createCheck(readable: Readable): Check {
  const check = createReading(readable);
  return async (request, response) => {
    const verdict = await check(request, response);
    const [otherRequest, otherResponse] = [withOther(request), response && withOther(response)];
    if (otherRequest === request && otherResponse === response) return verdict;
    const { method, path } = verdict.operation ?? {};
    const operation = readable.operations.find((one) => one.method === method && one.path === path);
    return certain(
      verdict,
      await check(otherRequest, otherResponse),
      operation !== undefined && hasMultiples(operation),
    );
  };
}

/** The message with the other reading of its body; itself if there is none. */
function withOther<Message extends { readonly body: Body }>(message: Message): Message {
  const { body } = message;
  return body.kind === 'value' && body.other !== undefined
    ? { ...message, body: { ...body, value: body.other.value } }
    : message;
}

/** The violations that both readings of a message have; that it has others is not certain. */
function certain(verdict: Verdict, other: Verdict, isUnknown: boolean): Verdict {
  const keyOf = ({ side, pointer, code }: Violation) => `${side} ${pointer} ${code}`;
  const [own, others] = [new Set(verdict.violations.map(keyOf)), new Set(other.violations.map(keyOf))];
  if (own.symmetricDifference(others).size === 0 && !isUnknown) return verdict;
  const violations = verdict.violations.filter(
    (violation) => others.has(keyOf(violation)) && !(isUnknown && isByMultiples(violation)),
  );
  return { ...verdict, violations, unchecked: [...verdict.unchecked, ROUNDED] };
}

const ROUNDED = 'a number has more digits than JavaScript keeps, and its schema decides by them';

/** Makes the check of messages as JavaScript reads them. */
function createReading({ operations, notesOf }: Readable): Check {
  const logger = createLogger('prism', { level: 'silent' });
  const resources = [...operations];

  return async (request, response) => {
    const url = readTarget(request.target);
    if (url === undefined || request.method === 'OPTIONS') {
      const why = url === undefined ? 'the target is not a URL' : 'OPTIONS is about the connection, not the document';
      return { operation: undefined, violations: [], unchecked: [why] };
    }
    const malformed = malformedMediaTypes(request, response);
    if (malformed.length > 0) return { operation: undefined, violations: malformed, unchecked: [] };

    let operation: IHttpOperation | undefined;
    const prism = createInstance(SETTINGS, {
      logger,
      validateInput,
      validateSecurity,
      validateOutput: ({ resource, element }) => {
        const read = withoutHeaders(withClosest(resource, element.headers?.['content-type']));
        const outcome = validateOutput({ resource: read, element });
        const [first, ...others] = [
          ...(outcome._tag === 'Left' ? outcome.left : []),
          ...headerProblems(resource, responseFor(resource, element.statusCode)?.headers ?? [], element.headers ?? {}),
        ];
        return first === undefined ? { _tag: 'Right', right: element } : { _tag: 'Left', left: [first, ...others] };
      },
      // Where Prism would make an answer up, it is handed the one that was given.
      mock: ({ resource }) => {
        operation = resource;
        return () => ({ _tag: 'Right', right: toPrismResponse(response) });
      },
    });
    try {
      const settings = { ...SETTINGS, validateResponse: response !== undefined };
      const outcome = await prism.request(toPrismRequest(request, url), resources, settings)();
      if (outcome._tag === 'Left') return isRpc(request, url) ? RPC : unrouted(outcome.left);
      const { validations } = outcome.right;
      const [input, output] = [validations.input, validations.output].map((all) =>
        all.filter((one) => !isUnjudged(one)),
      );
      const violations = [
        ...ofSide('request', request.body, violationsOf('request', input ?? [])),
        ...(response === undefined
          ? []
          : ofResponse(request, response, output ?? [], hasBody(operation, response.status))),
      ];
      const form = unreadForm(response, violations);
      const found = form === undefined ? violations : violations.filter((each) => !isAboutAnswer(each));
      return {
        operation: documented(operation),
        violations: operation === undefined ? found : withoutNames(found, operation),
        unchecked: [
          ...(operation === undefined ? [] : notesOf(operation.method, operation.path)).slice(0, MOST_NOTES),
          ...notesIn('request', validations.input),
          ...(response === undefined ? [] : notesIn('response', validations.output)),
          ...unreadBody('request', request.body),
          ...unreadBody('response', response?.body),
          ...(form === undefined ? [] : [`the body of the response: ${form} is not read`]),
        ],
      };
    } catch {
      return { operation: documented(operation), violations: [], unchecked: ['Prism failed to check it'] };
    }
  };
}

/** The parts of a message that were not judged. */
function notesIn(side: Violation['side'], diagnostics: readonly IPrismDiagnostic[]): string[] {
  return diagnostics.filter(isUnjudged).map(({ message }) => `of the ${side}, ${message}`);
}

/** The number of notes on its document that an operation is reported with. */
const MOST_NOTES = 3;

/** The operation with, of each response, only the form that matches a media type most closely: Prism takes the first. */
function withClosest(operation: IHttpOperation, type: string | undefined): IHttpOperation {
  const responses = operation.responses.map((response) => {
    const closest = closestOf(response.contents ?? [], type ?? '');
    return closest === undefined ? response : { ...response, contents: [closest] };
  });
  return { ...operation, responses };
}

/** The operation without headers of responses: Prism does not read those of lists and objects, and skips empty ones. */
function withoutHeaders(operation: IHttpOperation): IHttpOperation {
  return { ...operation, responses: operation.responses.map((response) => ({ ...response, headers: [] })) };
}

/** Whether a response has a body, as far as it is documented. */
function hasBody(operation: IHttpOperation | undefined, status: number): boolean {
  const response = operation === undefined ? undefined : responseFor(operation, status);
  return !BODILESS.has(status) && (response === undefined || (response.contents ?? []).length > 0);
}

/** What others need to know of an operation. */
export function documented(operation: IHttpOperation): DocumentedOperation;
export function documented(operation: IHttpOperation | undefined): DocumentedOperation | undefined;
export function documented(operation: IHttpOperation | undefined): DocumentedOperation | undefined {
  if (operation === undefined) return undefined;
  const { iid = '', method, path } = operation;
  return { iid, method, path };
}

/** The operation for GET answers HEAD (RFC 9110, HEAD), and no document lists it. */
function toPrismRequest({ method, headers, body }: ReadRequest, url: IHttpRequest['url']): IHttpRequest {
  return {
    method: toMethod(method === 'HEAD' ? 'GET' : method),
    url,
    // Prism derives from the length whether there is a body; a chunked one has none.
    headers: { ...headers, ...lengthOf(body) },
    body: contentOf(body),
  };
}

function toPrismResponse(response: ReadResponse | undefined): IHttpResponse {
  if (response === undefined) return { statusCode: 200 };
  return { statusCode: response.status, headers: response.headers, body: contentOf(response.body) };
}

function contentOf(body: Body): unknown {
  return body.kind === 'value' ? body.value : undefined;
}

/** Of a body that cannot be read, that it is there is all that matters. */
function lengthOf(body: Body): { readonly 'content-length'?: string } {
  if (body.kind === 'none') return {};
  return { 'content-length': String(body.kind === 'unread' ? 1 : body.size) };
}

function unreadBody(side: Violation['side'], body: Body | undefined): string[] {
  return body?.kind === 'unread' ? [`the body of the ${side}: ${body.why}`] : [];
}

/** Responses that Prism reads beside JSON. It takes any other for a text. */
const READ = /^text\/(?!xml|event-stream)/i;

/** The media type of a response that has violations only because Prism does not read its form. */
function unreadForm(response: ReadResponse | undefined, violations: readonly Violation[]): string | undefined {
  const { 'content-type': type } = response?.headers ?? {};
  if (type === undefined || isJson(type) || READ.test(type) || response?.body.kind !== 'value') return undefined;
  return violations.some(isAboutAnswer) ? new MIMEType(type).essence : undefined;
}

function isAboutAnswer(violation: Violation): boolean {
  return violation.side === 'response' && isAbout('/body')(violation);
}

/** Prism throws at what it cannot read as a media type. */
function malformedMediaTypes(request: ReadRequest, response: ReadResponse | undefined): Violation[] {
  const sides = [
    ['request', request.headers],
    ['response', response?.headers ?? {}],
  ] as const;
  return sides
    .filter(([, headers]) => !isMediaType(headers['content-type'] ?? '*/*'))
    .map(([side]) => ({
      side,
      pointer: '/header/content-type',
      code: 'media-type',
      message: 'must be a media type',
      severity: 'error',
    }));
}

function isAbout(place: string): (violation: Violation) => boolean {
  return ({ pointer }) => pointer === place || pointer.startsWith(`${place}/`);
}

const notJson = (side: Violation['side']): Violation => ({
  side,
  pointer: '/body',
  code: 'json',
  message: 'must be JSON, as its content type says',
  severity: 'error',
});

function ofResponse(
  request: ReadRequest,
  response: ReadResponse,
  diagnostics: readonly IPrismDiagnostic[],
  isWithBody: boolean,
): Violation[] {
  const violations = ofAnswer(request, response, violationsOf('response', diagnostics), isWithBody);
  // The documents leave open what a refusal says, and in which form (document 1, Errors).
  return response.status < 400 ? violations : violations.map((each) => ({ ...each, severity: 'warning' }));
}

/** Answers to HEAD have no body, whatever the document shows. */
function ofAnswer(
  { method }: ReadRequest,
  { status, body }: ReadResponse,
  violations: readonly Violation[],
  isWithBody: boolean,
): Violation[] {
  const others = violations.filter((violation) => !isAbout('/body')(violation));
  if (body.kind === 'none' && !isWithBody) return others.filter((one) => !isAbout('/header/content-type')(one));
  if (method === 'HEAD' || status === 304) return others;
  const isDocumented = violations.every(({ pointer }) => pointer !== '/status');
  if (body.kind === 'none' && isDocumented) return [...others, missing];
  return ofSide('response', body, violations);
}

const missing: Violation = {
  side: 'response',
  pointer: '/body',
  code: 'required',
  message: 'must be present',
  severity: 'error',
};

/** For a body that is not JSON, only that is reported; for one with another media type, only that. */
function ofSide(side: Violation['side'], body: Body, violations: readonly Violation[]): Violation[] {
  const others = violations.filter((violation) => !isAbout('/body')(violation));
  if (body.kind === 'unread' || violations.some(isAbout('/header/content-type'))) return others;
  return body.kind === 'broken' ? [...others, notJson(side)] : [...violations];
}

/** Media types that only RPCs have: messages by themselves, and wrapped ones. */
const MESSAGES = /^application\/(x-)?(proto(buf)?|connect\+\w+|grpc(-web)?(\+\w+|-text)?)\s*(;|$)/i;

/** A full name of protobuf and a method, or the short one of Twirp. */
const METHOD = /(^|\/)(twirp\/[\w.]+|[a-z_]\w*(\.\w+)*\.[A-Z]\w*)\/[A-Z]\w*$/;

/** Whether a request calls a method of protobuf, which no OpenAPI document describes. */
function isRpc({ method, headers }: ReadRequest, { path }: IHttpRequest['url']): boolean {
  return (
    method === 'POST' &&
    METHOD.test(path) &&
    (MESSAGES.test(headers['content-type'] ?? '') || isJson(headers['content-type']))
  );
}

const RPC: Verdict = {
  operation: undefined,
  violations: [],
  unchecked: ['RPC messages are not checked against a schema; rules check unary Connect and Twirp calls'],
};

/** Prism knows no operation for it. */
function unrouted(error: Error): Verdict {
  const isMethod = error instanceof ProblemJsonError && error.status === 405;
  const violation: Violation = {
    side: 'request',
    pointer: isMethod ? '/method' : '/path',
    code: isMethod ? 'unknown-method' : 'unknown-path',
    message: isMethod ? 'the document has this path, but not with this method' : 'the document has no such path',
    severity: 'error',
  };
  return { operation: undefined, violations: [violation], unchecked: [] };
}
