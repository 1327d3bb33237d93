/** Turns errors of other routes of an application into an answer in the error form, `{code, msg, hint?}`. */
import type { NextFunction, Request, Response } from 'express';
import { sendSafely } from '../node/send.ts';
import { isRefusalStatus, Refusal } from '../refusal.ts';
import { refused } from '../reply.ts';

/** The messages for the errors of Express's body parser, by their type. */
const BODY_FAULTS: Readonly<Record<string, string>> = {
  'entity.too.large': 'the body is too large',
  'entity.parse.failed': 'the body is not JSON',
  'encoding.unsupported': 'the content encoding of the body is not supported',
  'charset.unsupported': 'the charset of the body is not supported',
};

/**
 * Express's error handler; Express recognizes it by its four parameters.
 * @param onFault called with everything that is not the client's fault, and that the client gets a 5xx for
 */
export function errorHandler(onFault: (error: Error, request: Request) => void) {
  return (error: unknown, request: Request, response: Response, next: NextFunction): void => {
    const reply = refused(requestFault(error) ?? error, request, onFault);
    if (response.headersSent) next(error);
    else sendSafely(response, reply, request, onFault);
  };
}

/** The client error that Express's router or body parser reports; undefined for any other error. */
function requestFault(error: unknown): Refusal | undefined {
  if (error instanceof URIError && 'status' in error && error.status === 400) {
    return new Refusal(400, error.message);
  }
  if (!(error instanceof Error) || !('type' in error) || !('status' in error)) return undefined;
  const fault = BODY_FAULTS[String(error.type)];
  return fault === undefined || !isRefusalStatus(error.status)
    ? undefined
    : new Refusal(error.status, fault, { cause: error });
}
