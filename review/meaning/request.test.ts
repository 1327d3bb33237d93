import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json.ts';
import { callsOf, curlOf } from './request.ts';

function line(path: string, method: string, operation: JsonObject, more: JsonObject = {}, mentioned: string[] = []) {
  const document = {
    servers: [{ url: 'https://shop.example.org/' }],
    paths: { [path]: { [method]: operation } },
    ...more,
  };
  const [called] = callsOf(document);
  return called === undefined ? undefined : curlOf(document, called, new Set(mentioned));
}

const limit = { name: 'limit', in: 'query', schema: { type: 'integer', default: 20 } };

describe('the request that shows a change', () => {
  it.each([
    ['of a path', line('/orders', 'get', {}), "curl -i 'https://shop.example.org/orders'"],
    [
      'with an example of a path parameter, encoded',
      line('/orders/{id}', 'get', { parameters: [{ name: 'id', in: 'path', required: true, example: 'a/b' }] }),
      "curl -i 'https://shop.example.org/orders/a%2Fb'",
    ],
    ['without what is optional', line('/o', 'get', { parameters: [limit] }), "curl -i 'https://shop.example.org/o'"],
    [
      'with what the behaviour names',
      line('/o', 'get', { parameters: [limit] }, {}, ['limit']),
      "curl -i 'https://shop.example.org/o?limit=20'",
    ],
    [
      'with a body, in which a quotation mark ends nothing',
      line('/o', 'post', { requestBody: { content: { 'application/json': { example: { note: "it's" } } } } }),
      `curl -i -X POST 'https://shop.example.org/o' -H 'Content-Type: application/json' -d '{"note":"it'\\''s"}'`,
    ],
    [
      'with a place for the secret',
      line(
        '/o',
        'get',
        { security: [{ Key: [] }] },
        { components: { securitySchemes: { Key: { type: 'apiKey', in: 'header', name: 'X-Key' } } } },
      ),
      `curl -i 'https://shop.example.org/o' -H "X-Key: $KEY"`,
    ],
    ['without an address', line('/o', 'get', {}, { servers: [{ url: '/api' }] }), 'curl -i "$URL/api/o"'],
    [
      'is none where nothing is known of a path parameter',
      line('/orders/{id}', 'get', { parameters: [{ name: 'id', in: 'path', required: true }] }),
      null,
    ],
    [
      'is none where nothing is known of a body that is needed',
      line('/o', 'post', { requestBody: { required: true, content: { 'application/json': {} } } }),
      null,
    ],
  ])('%s', (_what, found, expected) => {
    expect(found).toBe(expected);
  });
});
