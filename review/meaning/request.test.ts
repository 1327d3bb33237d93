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
    [
      'with a name that a shell would run',
      line(
        '/o',
        'get',
        { security: [{ Key: [] }] },
        { components: { securitySchemes: { Key: { type: 'apiKey', in: 'header', name: 'a"$(b)`c`' } } } },
      ),
      `curl -i 'https://shop.example.org/o' -H "a\\"\\$(b)\\\`c\\\`: $KEY"`,
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
    [
      'with all kinds of parameters, those of the operation before those of its path',
      line(
        '/o/{a}/{a}',
        'head',
        {
          parameters: [
            { name: 'a', in: 'path', required: true, schema: { const: 'x y' } },
            { name: 'b c', in: 'query', required: true, examples: { one: { value: '&' }, two: { value: 2 } } },
            { name: 'X-D', in: 'header', required: true, schema: { enum: ['d', 'e'] } },
            { name: 'f', in: 'cookie', required: true, schema: { examples: ['g', 'h'] } },
            { name: 'i', in: 'query', schema: { default: 1 } },
            { name: 'j', in: 'query' },
            { name: 'k', in: 'other', required: true, example: 1 },
          ],
        },
        {},
        ['i', 'j'],
      ),
      `curl -i -I 'https://shop.example.org/o/x%20y/x%20y?b%20c=%26&i=1' -H 'X-D: d' -H 'Cookie: f=g'`,
    ],
    [
      'with a value of a branch, found by its references',
      line(
        '/o',
        'patch',
        { requestBody: { $ref: '#/components/requestBodies/B' } },
        {
          components: {
            requestBodies: {
              B: { content: { 'text/plain': {}, 'application/json': { schema: { $ref: '#/components/schemas/S' } } } },
            },
            schemas: { S: { oneOf: [{ $ref: '#/components/schemas/T' }] }, T: { example: '', default: 0 } },
          },
        },
      ),
      `curl -i -X PATCH 'https://shop.example.org/o' -H 'Content-Type: application/json' -d '0'`,
    ],
    [
      'without a body that is optional, or is not JSON',
      line('/o', 'put', { requestBody: { content: { 'text/plain': { example: 'a' } } } }),
      "curl -i -X PUT 'https://shop.example.org/o'",
    ],
    [
      'is none where a body that is needed is not JSON',
      line('/o', 'put', { requestBody: { required: true, content: { 'text/plain': { example: 'a' } } } }),
      null,
    ],
    [
      'is none where a required parameter is an object',
      line('/o', 'get', { parameters: [{ name: 'a', in: 'query', required: true, example: {} }] }),
      null,
    ],
    ['is none where a part of the path has no parameter', line('/o/{a}', 'get', {}), null],
    [
      'with the credentials of the first alternative',
      line(
        '/o',
        'get',
        { security: [{ Q: [], C: [], B: [], O: [] }, { X: [] }] },
        {
          components: {
            securitySchemes: {
              Q: { type: 'apiKey', in: 'query', name: 'q' },
              C: { type: 'apiKey', in: 'cookie', name: 'c' },
              B: { type: 'http', scheme: 'Basic' },
              O: { type: 'oauth2' },
              X: { type: 'apiKey', in: 'header', name: 'X' },
            },
          },
        },
      ),
      `curl -i "https://shop.example.org/o?q=$KEY" -H "Cookie: c=$KEY" -H "Authorization: Bearer $TOKEN" -u "$USER:$PASSWORD"`,
    ],
    [
      'at the address of the operation, with its variables',
      line('/o', 'get', { servers: [{ url: 'http://{a}/{b}/', variables: { a: { default: 'x' }, b: {} } }] }),
      "curl -i 'http://x/{b}/o'",
    ],
    ['without any server', line('/o', 'get', {}, { servers: [] }), 'curl -i "$URL/o"'],
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
