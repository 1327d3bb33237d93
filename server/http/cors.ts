/**
 * Lets pages of any origin call the services. Credentials travel in headers that a page must have been given, never in
 * cookies, so no page gets at what its user did not hand to it.
 */
import { isPreflight, originHeaders, preflightHeaders } from '@wallet-services/kit/cors';
import type { RequestHandler } from 'express';

/** The page on which a user decides is for its own origin alone: elsewhere a script could decide instead. */
const FOR_PEOPLE = /\/oauth\/authorize\/?$/;

/** Answers preflight requests, and allows pages to read every other answer. */
export const allowOrigins: RequestHandler = (request, response, next) => {
  if (FOR_PEOPLE.test(request.path)) return next();
  response.set(originHeaders(request));
  if (!isPreflight(request)) return next();
  response.set(preflightHeaders(request)).status(204).end();
};
