import { describe, expect, it } from 'vitest';
import { Refusal } from './refusal.ts';
import {
  asError,
  type ErrorBody,
  formed,
  INTERNAL_ERROR,
  nothingAt,
  refusal,
  refusalIn,
  refused,
  report,
  whenRejected,
} from './reply.ts';

const httpError = (members: object) => Object.assign(new Error('there is none'), members);

describe('the classification of an error', () => {
  it.each([
    [new Refusal(404, 'none'), 404],
    [new Refusal(502, 'none'), 502],
    [httpError({ status: 404, expose: true }), 404],
    [httpError({ status: 404, expose: false }), undefined],
    [httpError({ status: 404 }), undefined],
    [httpError({ status: 503, expose: true }), undefined],
    [httpError({ status: 200, expose: true }), undefined],
    [httpError({ status: '404', expose: true }), undefined],
    [httpError({ expose: true }), undefined],
    [httpError({ status: 499, expose: true }), 499],
    [httpError({ status: 404, expose: 1 }), undefined],
    [{ status: 404, expose: true, message: 'no error at all' }, undefined],
    [Object.assign(new Refusal(404, 'none'), { status: 200 }), undefined],
    [undefined, undefined],
  ])('%s: %s', (error, status) => expect(refusalIn(error)?.status).toBe(status));

  it('keeps the headers of http-errors that are text', () => {
    const error = httpError({ status: 429, expose: true, headers: { 'Retry-After': '1', 'X-A': 1 } });
    expect(refusalIn(error)?.headers).toEqual({ 'Retry-After': '1' });
    expect(refusalIn(error)?.cause).toBe(error);
  });

  it.each([undefined, null, 'text', 1])('has no headers where http-errors has %s', (headers) => {
    expect(refusalIn(httpError({ status: 429, expose: true, headers }))?.headers).toEqual({});
    expect(refusalIn(httpError({ status: 429, expose: true }))?.headers).toEqual({});
  });
});

describe('an error becomes a reply', () => {
  const faults = (error: unknown) => {
    const seen: string[] = [];
    const reply = refused(error, 'request', (fault) => seen.push(fault.message));
    return [reply.status, seen];
  };

  it('and is reported unless the client caused it', () => {
    expect(faults(new Refusal(404, 'none'))).toEqual([404, []]);
    expect(faults(new Refusal(503, 'busy'))).toEqual([503, ['busy']]);
    expect(faults(new Error('on fire'))).toEqual([500, ['on fire']]);
    expect(faults('text')).toEqual([500, ['text']]);
    expect(faults(Object.create(null))).toEqual([500, ['something was thrown that cannot be shown']]);
    expect(faults(new Refusal(404, 'none', { headers: { Location: '\n' } }))).toEqual([
      500,
      [expect.stringContaining('Location')],
    ]);
  });

  it('whatever onFault does', async () => {
    const written: unknown[] = [];
    const causes: unknown[] = [];
    const { error } = console;
    console.error = (each: Error) => {
      written.push(each.message);
      causes.push(each.cause);
    };
    try {
      const fails = () => {
        throw new Error('the logger is broken');
      };
      expect(refused(new Error('on fire'), 'request', fails)).toBe(INTERNAL_ERROR);
      report(new Error('on ice'), 'request', async () => fails());
      await Promise.resolve();
      await Promise.resolve();
    } finally {
      console.error = error;
    }
    expect(causes).toEqual([
      undefined,
      new Error('the logger is broken'),
      undefined,
      new Error('the logger is broken'),
    ]);
    expect(written).toEqual(['on fire', 'the option onFault failed', 'on ice', 'the option onFault failed']);
  });
});

it('does not repeat a query', () => {
  expect(nothingAt('/a?token=b').content).toBe('{"code":404,"msg":"there is nothing at /a"}');
  expect(nothingAt('/a?b=c?d').content).toBe('{"code":404,"msg":"there is nothing at /a"}');
  expect(nothingAt('?token=b').content).toBe('{"code":404,"msg":"there is nothing at "}');
});

it('makes an error of any value', () => {
  const error = new Error('a');
  expect(asError(error)).toBe(error);
  expect(asError(undefined).message).toBe('undefined');
});

describe('the form of an error', () => {
  const gone = refusal(new Refusal(404, 'gone', { headers: { 'X-A': 'b' } }));
  /** The reply in a form, as plain data, and the complaints about it. */
  const inForm = (errorBody: ErrorBody | undefined, reply = gone) => {
    const complaints: unknown[] = [];
    const { headers, ...rest } = formed(reply, errorBody, (error) => complaints.push((error as Error).message));
    return [{ ...rest, headers: { ...headers } }, complaints];
  };
  const plain = { status: 404, headers: { 'X-A': 'b' }, content: '{"code":404,"msg":"gone"}' };

  it('is that of the document', () => {
    const errorBody: ErrorBody = ({ msg }, status) => ({ body: { title: msg, status }, type: 'a/b' });
    expect(inForm(errorBody)).toStrictEqual([{ ...plain, content: '{"title":"gone","status":404}', type: 'a/b' }, []]);
    expect(inForm(({ code }) => ({ body: code }))).toStrictEqual([{ ...plain, content: '404', type: undefined }, []]);
  });

  it('is its own without one', () => {
    const error = { code: 404, msg: 'gone' };
    expect(inForm(undefined)).toStrictEqual([{ ...plain, error }, []]);
    const answer = { status: 200, headers: undefined, content: '1' };
    expect(inForm(() => ({ body: 'error' }), answer)).toStrictEqual([{ ...answer, headers: {} }, []]);
  });

  it.each<[string, ErrorBody]>([
    ['the option errorBody returned no body', () => ({ body: undefined })],
    ['the option errorBody returned a type that a header cannot have', () => ({ body: 1, type: 'a\n' })],
    ['the option errorBody returned a type that a header cannot have', () => ({ body: 1, type: 1 as never })],
    [
      'no',
      () => {
        throw new Error('no');
      },
    ],
  ])('is its own when the other cannot be written: %s', (message, errorBody) => {
    expect(inForm(errorBody)).toStrictEqual([plain, [message]]);
  });
});

it('handles the rejections of promises, whatever a hook returns', async () => {
  const handled: unknown[] = [];
  const thenable = Object.fromEntries([['then', (_: unknown, reject: (error: unknown) => void) => reject('no')]]);
  for (const result of [undefined, null, 'text', {}, Promise.resolve(), Promise.reject('rejected'), thenable])
    whenRejected(result, (error) => handled.push(error));
  await new Promise((resolve) => setImmediate(resolve));
  expect(handled.toSorted()).toEqual(['no', 'rejected']);
});
