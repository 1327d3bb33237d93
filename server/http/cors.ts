/**
 * Lets pages of any origin call the services (Fetch, section 3.2). Credentials travel in headers that a page must have
 * been given, never in cookies, so no page gets at what its user did not hand to it.
 */
import type { RequestHandler } from 'express';

/** How long a browser may remember what it was told, in seconds. */
const MAX_AGE = 600;

/** The page on which a user decides is for its own origin alone: elsewhere a script could decide instead. */
const FOR_PEOPLE = /\/oauth\/authorize\/?$/;

/** Answers preflight requests, and allows pages to read every other answer. */
export const allowOrigins: RequestHandler = (request, response, next) => {
  const { origin } = request.headers;
  if (origin === undefined || FOR_PEOPLE.test(request.path)) return next();
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', '*');
  const method = request.headers['access-control-request-method'];
  if (request.method !== 'OPTIONS' || method === undefined) return next();
  // A star would not cover Authorization: what is asked for is allowed by name.
  response.setHeader('Access-Control-Allow-Methods', method);
  response.setHeader('Access-Control-Allow-Headers', request.headers['access-control-request-headers'] ?? '');
  response.setHeader('Access-Control-Max-Age', MAX_AGE);
  response.setHeader('Vary', 'Access-Control-Request-Method, Access-Control-Request-Headers');
  response.status(204).end();
};
