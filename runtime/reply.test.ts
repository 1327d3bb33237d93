import { describe, expect, it } from 'vitest';
import { Refusal } from './refusal.ts';
import { asError, INTERNAL_ERROR, nothingAt, refusalIn, refused, report } from './reply.ts';

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
    [{ status: 404, expose: true, message: 'no error at all' }, undefined],
    [Object.assign(new Refusal(404, 'none'), { status: 200 }), undefined],
    [undefined, undefined],
  ])('%s: %s', (error, status) => expect(refusalIn(error)?.status).toBe(status));

  it('keeps the headers of http-errors that are text', () => {
    const error = httpError({ status: 429, expose: true, headers: { 'Retry-After': '1', 'X-A': 1 } });
    expect(refusalIn(error)?.headers).toEqual({ 'Retry-After': '1' });
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
    const { error } = console;
    console.error = (each: Error) => written.push(each.message);
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
    expect(written).toEqual(['on fire', 'the option onFault failed', 'on ice', 'the option onFault failed']);
  });
});

it('does not repeat a query', () => {
  expect(nothingAt('/a?token=b').content).toBe('{"code":404,"msg":"there is nothing at /a"}');
  expect(nothingAt('?token=b').content).toBe('{"code":404,"msg":"there is nothing at "}');
});

it('makes an error of any value', () => {
  const error = new Error('a');
  expect(asError(error)).toBe(error);
  expect(asError(undefined).message).toBe('undefined');
});
