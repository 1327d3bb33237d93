/**
 * The HTTP server around Prism.
 *
 * Prism's own server (@stoplight/prism-http-server 5.16) never answers a request with a body that is not JSON: it waits
 * for the end of a request that has ended. Internal errors also remain unanswered, or are answered with a stack trace.
 * So this module implements the server, and Prism creates the answers.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { ProblemJsonError } from '@stoplight/prism-http';
import { isPreflight, originHeaders, preflightHeaders } from '@wallet-services/kit/cors';
import { messageOf } from '@wallet-services/kit/errors';
import type { Handle, Unrouted } from './handle.ts';
import { NotRouted } from './handle.ts';
import { UnreadableRequest } from './input/request.ts';
import type { Log } from './log.ts';
import { describe, send, sendRefusal, setViolations } from './output/send.ts';
import { UnfitPreference } from './prefer.ts';
import { RefusedRequest, reasonsOf } from './refused.ts';

/** The dependencies of the server. */
export interface ServerOptions {
  /** Returns the current handler: the document may change while the server runs. */
  readonly handle: () => Handle;
  readonly log: Log;
  /** Called for each request that matches no operation of the document. */
  readonly onUnrouted: (request: Unrouted) => void;
}

/** Creates a server that does not listen yet. */
export function createMockServer({ handle, log, onUnrouted }: ServerOptions): Server {
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isHead = request.method === 'HEAD';
    try {
      const outgoing = await handle()(request);
      for (const { message } of outgoing.violations) log('warn', `  ${message}`);
      send(response, { ...outgoing, isHead });
    } catch (error) {
      if (error instanceof NotRouted && error.unrouted !== undefined) onUnrouted(error.unrouted);
      sendFailure(response, error, isHead, log);
    }
  };

  return createServer((request, response) => {
    const began = performance.now();
    response.on('finish', () => {
      const { statusCode } = response;
      const level = statusCode < 400 ? 'info' : statusCode < 500 ? 'warn' : 'error';
      log(level, `${request.method} ${request.url}  ${statusCode}  ${Math.round(performance.now() - began)} ms`);
    });
    setAll(response, originHeaders(request));
    if (isPreflight(request)) response.writeHead(204, preflightHeaders(request)).end();
    else void respond(request, response);
  });
}

function setAll(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** Sends an error in the form of the documents' errors; an unexpected error becomes a 500 with its message. */
function sendFailure(response: ServerResponse, error: unknown, isHead: boolean, log: Log): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name of ['Content-Length', 'Preference-Applied']) response.removeHeader(name);
  if (error instanceof RefusedRequest) {
    const hint = reasonsOf(error.faults);
    log('warn', `  ${hint}`);
    setViolations(
      response,
      error.faults.map((fault) => describe('request', fault)),
    );
    if (error.challenge !== '') response.setHeader('WWW-Authenticate', error.challenge);
    sendRefusal(response, { code: error.status, msg: error.message, hint }, isHead);
  } else if (error instanceof NotRouted) {
    if (error.allow !== '') response.setHeader('Allow', error.allow);
    if (error.status === 204) response.writeHead(204).end();
    else sendRefusal(response, { code: error.status, msg: error.message, hint: error.hint }, isHead);
  } else if (error instanceof UnfitPreference) sendRefusal(response, error.answer, isHead);
  else if (error instanceof UnreadableRequest) {
    // The rest of the request is not read, so the connection cannot be reused.
    response.setHeader('Connection', 'close');
    log('warn', `  ${error.message}`);
    sendRefusal(response, { code: error.status, msg: error.message }, isHead);
  } else if (error instanceof ProblemJsonError && error.status < 500) {
    const msg = error.detail === '' ? error.message : error.detail;
    log('warn', `  ${msg}`);
    sendRefusal(response, { code: error.status, msg }, isHead);
  } else {
    const hint = error instanceof ProblemJsonError && error.detail !== '' ? error.detail : messageOf(error);
    log('error', hint);
    sendRefusal(response, { code: 500, msg: 'the mock cannot make this response from the document', hint }, isHead);
  }
}
