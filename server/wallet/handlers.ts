/** The HTTP operations of the sandbox wallet network. */

import { GET_ME } from '@wallet-services/client/sign-in';
import { sendJson } from '@wallet-services/runtime/express';
import { Refusal } from '@wallet-services/runtime/refusal';
import express, { type NextFunction, type Request, type RequestHandler, type Response, type Router } from 'express';
import type { RunningService } from '../service.ts';
import type { Clock } from '../values/index.ts';
import { findUser, userAnswer, userOfAccount } from './operations/accounts.ts';
import { authenticate } from './operations/authenticate.ts';
import { findCode, payCode } from './operations/codes.ts';
import { demoToken } from './operations/demo-token.ts';
import { approve, type CheckedRequest, checkAuthorization, exchange } from './operations/oauth.ts';
import { sendCodePage, sendConsentPage } from './page.ts';
import type { WalletStore } from './store/tables.ts';

/** Longest body, in bytes. */
const LONGEST_BODY = 16_384;

/** Serves the network. The application that mounts it must handle errors. */
export function walletRouter(store: WalletStore, clock: Clock, services: () => readonly RunningService[]): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const readText = express.text({ type: () => true, limit: LONGEST_BODY });

  router.get('/me', async (request, response) => {
    const bearer = await authenticate(store, clock, request, GET_ME, 'PROFILE:READ');
    const user = userAnswer(await findUser(store, bearer.userId));
    sendJson(response, 200, { data: { ...user, client_id: bearer.clientId, scopes: bearer.scopes } });
  });

  router.get('/accounts/:address', async (request, response) => {
    sendJson(response, 200, { data: userAnswer(await userOfAccount(store, request.params.address)) });
  });

  router.get('/codes/:code_id', async (request, response) => {
    const { code } = await findCode(services(), request.params.code_id);
    sendJson(response, 200, code);
  });

  router.post('/codes/:code_id/pay', readText, async (request, response) => {
    const signed = { method: 'POST', path: request.url, body: bodyOf(request) };
    const { userId } = await authenticate(store, clock, request, signed, 'PAYMENTS');
    sendJson(response, 200, { data: await payCode(store, clock, services(), request.params.code_id, userId) });
  });

  router.get('/demo/token', async (request, response) => {
    sendText(response, await demoToken(store, clock, new URL(request.url, 'http://sandbox').searchParams));
  });

  mountOAuth(router, store, clock, readText);

  router.use((request) => {
    throw new Refusal(404, `the wallet network serves nothing at ${request.path}`);
  });
  router.use(refuse);
  return router;
}

/** The body as text; the parser leaves an absent body undefined. */
function bodyOf({ body }: Request): string {
  return typeof body === 'string' ? body : '';
}

/**
 * Answers refusals in the error form, with the additional member `error`, which the SDKs of the network read. A 401
 * names the missing credential (RFC 9110, section 11.6.1). The application answers other errors.
 */
function refuse(error: unknown, _request: Request, response: Response, next: NextFunction): void {
  if (!(error instanceof Refusal) || error.status >= 500) {
    next(error);
    return;
  }
  const { status, body, headers, message } = error;
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  sendJson(response, status, { ...body, error: { status, code: status, description: message } }, headers);
}

/** Sends text, for shells, which cannot parse JSON. */
function sendText(response: Response, text: string): void {
  response.statusCode = 200;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(text);
}

type Fields = Readonly<Record<string, string | undefined>>;

/** @param readText parses bodies as text */
function mountOAuth(router: Router, store: WalletStore, clock: Clock, readText: RequestHandler): void {
  router.get('/oauth/authorize', async (request, response) => {
    const checked = await checkAuthorization(store, fieldsOfQuery(request));
    const users = await store
      .selectFrom('wallet_users')
      .innerJoin('wallet_sessions', 'wallet_sessions.user_id', 'wallet_users.user_id')
      .selectAll('wallet_users')
      .whereRef('wallet_sessions.client_id', '!=', 'wallet_users.user_id')
      .execute();
    sendConsentPage(response, checked, users);
  });

  router.post('/oauth/authorize', readText, async (request, response) => {
    const fields = fieldsOfBody(request);
    const checked = await checkAuthorization(store, fields);
    if (fields.decision === 'deny') return answer(request, response, checked, { error: 'access_denied' });
    const code = await approve(store, clock, checked, fields.user_id ?? '');
    answer(request, response, checked, { code });
  });

  router.post('/oauth/token', readText, async (request, response) => {
    sendJson(response, 200, { data: await exchange(store, clock, fieldsOfBody(request)) });
  });
}

/** Sends JSON to a program; redirects a browser to the application, or shows the code when there is no redirect. */
function answer(
  request: Request,
  response: Response,
  { redirectUri, state }: CheckedRequest,
  result: { readonly code: string } | { readonly error: string },
): void {
  const target = redirectUri === undefined ? undefined : new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...result, ...(state === undefined ? {} : { state }) })) {
    target?.searchParams.set(name, value);
  }
  if (isJson(request)) {
    sendJson(response, 200, { data: { ...result, ...(target === undefined ? {} : { redirect_url: target.href }) } });
  } else if (target === undefined) {
    sendCodePage(response, 'code' in result ? result.code : undefined);
  } else {
    response.redirect(303, target.href);
  }
}

function fieldsOfQuery(request: Request): Fields {
  return fieldsOf(new URL(request.url, 'http://sandbox').searchParams);
}

/** @throws Refusal 400 when the JSON is invalid, or a required member is not text */
function fieldsOfBody(request: Request): Fields {
  const body: unknown = request.body;
  const text = typeof body === 'string' ? body : '';
  return isJson(request) ? fieldsOfJson(text) : fieldsOf(new URLSearchParams(text));
}

/** @throws Refusal 400 when a name is repeated (RFC 6749, section 3.1) */
function fieldsOf(parameters: URLSearchParams): Fields {
  const names = [...parameters.keys()];
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new Refusal(400, `${twice} is sent twice`);
  return Object.fromEntries(parameters);
}

function fieldsOfJson(text: string): Fields {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) throw new Refusal(400, 'the body is not a JSON object');
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (typeof member === 'string' || member === undefined || member === null) return [name, member ?? undefined];
      throw new Refusal(400, `${name} is not text`);
    }),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isJson({ headers }: Request): boolean {
  return /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '');
}
