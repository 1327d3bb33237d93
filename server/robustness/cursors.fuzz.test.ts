/** Sends random cursors and offsets to the lists that need no credential. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call, sharedTestServer } from '../testing/server.ts';

const server = sharedTestServer({ services: ['vault', 'swap', 'lending', 'comment'] });

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.bigInt().map(String),
  fc.double().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc
    .array(fc.constantFrom('0', '9', '-', '+', '.', 'e', 'T', 'Z', ':', ' ', '%', '\u0000', 'ü'), { maxLength: 30 })
    .map((pieces) => pieces.join('')),
);

describe.each([
  ['vault', '/flips?cursor='],
  ['vault', '/vats?cursor='],
  ['swap', '/transactions?cursor='],
  ['lending', '/api/v1/transactions?offset='],
  ['comment', '/comments?site_id=21&slug=posts%2Faugust-harvest&offset='],
])('%s: %s', (name, list) => {
  it('answers with a page, or rejects with a reason', async () => {
    const { services } = await server();
    const url = services.find((one) => one.name === name)?.url;
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const { status, body } = await call(`${url}${list}${encodeURIComponent(value.toWellFormed())}`);
        expect(status).toBeOneOf([200, 400]);
        expect(body).toMatchObject(status === 200 ? {} : { code: 400, msg: expect.stringMatching(/\w/) });
      }),
    );
  });
});
