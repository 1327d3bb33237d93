/** The HTTP interface of the sandbox wallet network. */

import { GET_ME } from '@wallet-services/client/sign-in';
import { Refusal } from '@wallet-services/contract/lending';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { sendJson } from '../http/errors.ts';
import type { RunningService } from '../service.ts';
import type { Clock } from '../values/index.ts';
import { mountOAuth } from './oauth-routes.ts';
import { findUser, userAnswer, userOfAccount } from './operations/accounts.ts';
import { authenticate } from './operations/authenticate.ts';
import { findCode, payCode } from './operations/codes.ts';
import { demoToken } from './operations/demo-token.ts';
import type { WalletStore } from './store/tables.ts';

/** Longest body, in bytes. */
const LONGEST_BODY = 16_384;

/** Serves the network; the mounting application answers errors. */
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
    throw new Refusal(404, `the wallet network has nothing at ${request.path}`);
  });
  router.use(challenge);
  return router;
}

/** Without a body the parser leaves it undefined. */
function bodyOf({ body }: Request): string {
  return typeof body === 'string' ? body : '';
}

/** A 401 says which credential is missing (RFC 9110, section 11.6.1); the application then answers. */
function challenge(error: unknown, _request: Request, response: Response, next: NextFunction): void {
  if (error instanceof Refusal && error.status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  next(error);
}

/** For shells, which have no JSON. */
function sendText(response: Response, text: string): void {
  response.statusCode = 200;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(text);
}
