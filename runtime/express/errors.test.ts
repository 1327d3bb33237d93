import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { expect, it } from 'vitest';
import { errorHandler } from './errors.ts';

/** The response that the handler sends for an error. */
function sent(error: unknown, onFault: (error: Error) => void = () => undefined): [number, string, number] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  let body = '';
  response.end = (text: unknown) => {
    body = String(text);
    return response;
  };
  let faults = 0;
  errorHandler((fault) => {
    faults += 1;
    onFault(fault);
  })(error, request as Request, response as Response, () => undefined);
  return [response.statusCode, JSON.parse(body).msg, faults];
}

const parserError = (type: string, status: number) => Object.assign(new Error('a secret'), { type, status });

it.each([
  [parserError('entity.too.large', 413), [413, 'the body is too large', 0]],
  [parserError('encoding.unsupported', 415), [415, 'the content encoding of the body is not supported', 0]],
  [parserError('entity.parse.failed', 400), [400, 'the body is not JSON', 0]],
  [parserError('something.else', 400), [500, 'internal error', 1]],
  [parserError('entity.too.large', 200), [500, 'internal error', 1]],
  [
    Object.assign(new URIError("Failed to decode param '%zz'"), { status: 400 }),
    [400, "Failed to decode param '%zz'", 0],
  ],
  [new URIError('URI malformed'), [500, 'internal error', 1]],
  [new Error('a secret'), [500, 'internal error', 1]],
  [Object.assign(new URIError('x'), { status: 500 }), [500, 'internal error', 1]],
  [Object.assign(new Error('x'), { type: 'entity.too.large' }), [500, 'internal error', 1]],
  [Object.assign(new Error('x'), { status: 413 }), [500, 'internal error', 1]],
  [{ type: 'entity.too.large', status: 413 }, [500, 'internal error', 1]],
  [null, [500, 'internal error', 1]],
])('%s', (error, expected) => expect(sent(error)).toEqual(expected));

it('leaves a response that has begun to Express', () => {
  const request = new IncomingMessage(new Socket());
  const response = Object.assign(new ServerResponse(request), { end: () => expect.fail('it was sent') });
  Object.defineProperty(response, 'headersSent', { value: true });
  const [error, passed]: [Error, unknown[]] = [new Error('late'), []];
  const handle = errorHandler(() => undefined);
  handle(error, request as Request, response as unknown as Response, (given) => passed.push(given));
  expect(passed).toEqual([error]);
});

it.each([parserError('entity.too.large', 502), Object.assign(new URIError('x'), { status: 400 })])(
  'keeps the error as the cause: %s',
  (error) => {
    const causes: unknown[] = [];
    sent(error, (fault) => causes.push(fault.cause));
    expect(causes.every((cause) => cause === undefined)).toBe(error instanceof URIError);
  },
);
