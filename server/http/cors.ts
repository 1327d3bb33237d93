/**
 * Lets pages of any origin call the services. Credentials are sent in headers, never in cookies, so a page only has the
 * access that its user has given to it.
 */
import { isPreflight, originHeaders, preflightHeaders } from '@wallet-services/kit/cors';
import type { RequestHandler } from 'express';

/** The page where a user grants access allows its own origin only: a script elsewhere could grant access instead. */
const FOR_PEOPLE = /\/oauth\/authorize\/?$/;

/** Answers preflight requests, and allows pages to read all other answers. */
export const allowOrigins: RequestHandler = (request, response, next) => {
  if (FOR_PEOPLE.test(request.path)) return next();
  response.set(originHeaders(request));
  if (!isPreflight(request)) return next();
  response.set(preflightHeaders(request)).status(204).end();
};
