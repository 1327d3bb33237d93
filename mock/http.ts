/**
 * The HTTP server around Prism.
 *
 * Prism's own server (@stoplight/prism-http-server 5.16) never answers a request whose body is not JSON: it waits for
 * the end of a request that has ended. What fails inside it is either left hanging too, or answered with a stack trace.
 * So the server is this one, and what answers is Prism.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { createLogger, type IPrismDiagnostic, type IPrismOutput } from '@stoplight/prism-core';
import { createInstance, type IHttpMockConfig, type IHttpResponse, ProblemJsonError } from '@stoplight/prism-http';
import { DiagnosticSeverity } from '@stoplight/types';
import { createAnswering } from './answer.ts';
import type { Log } from './log.ts';
import type { Answering } from './own-answers.ts';
import { type AnswerConfig, appliedPreferences, readPreferences, UnfitPreference } from './prefer.ts';
import { readRequest, UnreadableRequest } from './request.ts';

/** Makes a server, not yet listening, that answers the operations of one document, or with what the user put in their place. */
export function createMockServer(answering: Answering, dynamic: boolean, log: Log): Server {
  const config: IHttpMockConfig = {
    isProxy: false,
    validateRequest: true,
    validateResponse: true,
    checkSecurity: true,
    errors: false,
    upstreamProxy: undefined,
    mock: { dynamic },
  };
  const prism = createInstance(config, {
    // Prism's own log shows credentials; this one does not.
    logger: createLogger('prism', { level: 'silent' }),
    mock: createAnswering(answering, log),
  });

  const answer = async (request: IncomingMessage): Promise<Answered> => {
    const input = await readRequest(request);
    const preferred = readPreferences(input);
    const mock: AnswerConfig = { ...config.mock, ...preferred, plain: Object.keys(preferred).length === 0 };
    const outcome = await prism.request(input, [...answering.operations], { ...config, mock })();
    if (outcome._tag === 'Left') throw outcome.left;
    return { ...outcome.right, applied: mayApply(outcome.right) ? appliedPreferences(preferred) : '' };
  };

  return createServer((request, response) => {
    const began = performance.now();
    response.on('finish', () => {
      const { statusCode } = response;
      const level = statusCode < 400 ? 'info' : statusCode < 500 ? 'warn' : 'error';
      log(level, `${request.method} ${request.url}  ${statusCode}  ${Math.round(performance.now() - began)} ms`);
    });
    allowOrigin(request, response);
    if (isPreflight(request)) sendPreflight(request, response);
    else {
      answer(request)
        .then((output) => sendAnswer(response, output, log))
        .catch((error: unknown) => sendFailure(response, error, log));
    }
  });
}

/** An answer, with the preferences that were followed. */
type Answered = IPrismOutput<IHttpResponse> & { readonly applied: string };

/** A request that is not valid is refused, whatever it prefers. */
function mayApply({ validations }: IPrismOutput<IHttpResponse>): boolean {
  return validations.input.every(({ severity }) => severity !== DiagnosticSeverity.Error);
}

/** The headers that Prism's server sends with its `cors` option. */
function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', headers.origin ?? '*');
  response.setHeader('Access-Control-Allow-Headers', headers['access-control-request-headers'] ?? '*');
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Expose-Headers', '*');
  if (headers.origin !== undefined) response.setHeader('Vary', 'Origin');
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

function sendPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Methods', headers['access-control-request-method'] ?? '');
  response.writeHead(204).end();
}

function sendAnswer(response: ServerResponse, { output, validations, applied }: Answered, log: Log): void {
  const violations = [
    ...validations.input.map((violation) => describe('request', violation)),
    ...validations.output.map((violation) => describe('response', violation)),
  ];
  for (const { message } of violations) log('warn', `  ${message}`);
  if (violations.length > 0) response.setHeader('sl-violations', headerText(JSON.stringify(violations)));
  if (applied !== '') response.setHeader('Preference-Applied', applied);
  for (const [name, value] of Object.entries(output.headers ?? {})) response.setHeader(name, value);
  const text = output.body === undefined ? '' : JSON.stringify(output.body);
  response.writeHead(output.statusCode).end(text);
}

function describe(place: 'request' | 'response', { path = [], severity, code, message }: IPrismDiagnostic) {
  return { location: [place, ...path], severity: DiagnosticSeverity[severity], code, message };
}

/** Longest header that clients take for sure. */
const HEADER_LIMIT = 8_000;

/** ASCII, because a header holds no other text and a violation may quote what the client sent. */
function headerText(json: string): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replaceAll(/[^ -~]/g, escaped).slice(0, HEADER_LIMIT);
}

/** A refusal that no operation shows, in the form of those that they do; anything else that failed is a 500 without details. */
function sendFailure(response: ServerResponse, error: unknown, log: Log): void {
  if (response.headersSent) response.destroy();
  else if (error instanceof ProblemJsonError) {
    const headers = error.additional?.['headers'];
    for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, String(value));
    sendRefusal(response, { code: error.status, msg: error.detail === '' ? error.message : error.detail });
  } else if (error instanceof UnfitPreference) sendRefusal(response, error.answer);
  else if (error instanceof UnreadableRequest) {
    // The rest of the request is not read, so the connection cannot serve another.
    response.setHeader('Connection', 'close');
    sendRefusal(response, { code: error.status, msg: error.message });
  } else {
    log('error', error instanceof Error ? error.message : String(error));
    sendRefusal(response, { code: 500, msg: 'the mock failed', hint: 'see the log of the mock' });
  }
}

function sendRefusal(response: ServerResponse, body: { code: number; msg: string; hint?: string }): void {
  response.setHeader('Content-Type', 'application/json');
  response.writeHead(body.code).end(JSON.stringify(body));
}
