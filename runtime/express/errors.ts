/** Turns what was thrown into an answer in the error form, `{code, msg, hint?}`. */
import type { NextFunction, Request, Response } from 'express';
import { Refusal } from '../refusal.ts';
import { bodyFault } from './body.ts';
import { sendJson } from './send.ts';

/**
 * Express's error handler; four parameters are how Express knows it.
 *
 * @param onFault told of everything that is not the client's fault, and that the client gets a 5xx for
 */
export function errorHandler(onFault: (error: Error, request: Request) => void) {
  return (error: unknown, request: Request, response: Response, next: NextFunction): void => {
    const refusal = error instanceof Refusal ? error : asRefusal(error);
    if (refusal === undefined || refusal.status >= 500)
      onFault(error instanceof Error ? error : new Error(String(error)), request);
    if (response.headersSent) next(error);
    else if (refusal === undefined) sendJson(response, 500, { code: 500, msg: 'internal error' });
    else sendJson(response, refusal.status, refusal.body, refusal.headers);
  };
}

/** Errors of Express and of its body parser that are the client's: they carry a 4xx status. */
function asRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  const { status } = error;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  return new Refusal(status, bodyFault(error) ?? error.message);
}
