import { expect, test } from 'vitest';
import { LONGEST_MESSAGE } from '../values/limits.ts';
import { CallError, hide, ServiceError } from './errors.ts';

function responseWith(status: number, headers = {}): Response {
  return Object.defineProperties(new Response(null, { headers }), {
    status: { value: status },
    url: { value: 'http://x/a' },
  });
}

test.each<[number, unknown, string]>([
  [299, { msg: 'no' }, ': no'],
  [300, { msg: 'no' }, ': redirects are not followed'],
  [399, undefined, ': redirects are not followed'],
  [400, { msg: 'no' }, ': no'],
  [400, { msg: '' }, ''],
  [400, { msg: 5 }, ''],
  [400, {}, ''],
  [400, null, ''],
  [400, 'text', ''],
  [400, { msg: 'a\n\u0085b' }, ': a  b'],
  [400, { msg: '😀'.repeat(LONGEST_MESSAGE) }, `: ${'😀'.repeat(LONGEST_MESSAGE)}`],
  [400, { msg: 'a'.repeat(LONGEST_MESSAGE + 1) }, `: ${'a'.repeat(LONGEST_MESSAGE)}`],
])('the error for %i with %j ends with its reason', (status, body, reason) => {
  const error = new ServiceError(body, responseWith(status));
  expect(error.message).toBe(`http://x/a answered ${status}${reason}`);
});

test('the error has the parts of its response', () => {
  const response = responseWith(404, { 'X-Request-Id': 'r-1' });
  const body = { code: 1 };
  expect(new ServiceError(body, response)).toMatchObject({ name: 'ServiceError', status: 404, body, requestId: 'r-1' });
  expect(new ServiceError(body, response).response).toBe(response);
  expect(new ServiceError(body, responseWith(404)).requestId).toBeNull();
});

test('the error hides the credentials of its response, and no others', () => {
  const [one, other] = [responseWith(401), responseWith(401)];
  hide(one, ['abc', 'def']);
  hide(other, []);
  const body = { msg: 'abc or def, abc' };
  expect(new ServiceError(body, one).message).toBe('http://x/a answered 401: *** or ***, ***');
  expect(new ServiceError(body, other).message).toBe('http://x/a answered 401: abc or def, abc');
});

test('a call without an answer has a cause only if there is one', () => {
  const cause = new Error('reset');
  expect(new CallError('network', 'no response', cause)).toMatchObject({ reason: 'network', cause });
  expect(new CallError('timeout', 'too long')).not.toHaveProperty('cause');
});
