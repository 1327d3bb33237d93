/** Verdicts on headers, texts and formats of an answer: what is documented is judged, or counted as not judged. */
import { expect, test } from 'vitest';
import { normalised } from '../../model/document/normalised.ts';
import { bareService } from '../../model/target.ts';
import type { JsonObject } from '../../model/values/json.ts';
import { start } from '../../mutation/proxy/start.ts';
import { contractOf } from '../../run/contract.ts';
import { runSuite } from '../../run/suite.ts';

interface Row {
  readonly schema: unknown;
  /** The answer: a body, or the value of the header `x-it`. */
  readonly body?: string;
  readonly type?: string;
  readonly header?: string;
  /** The media type of the value of the header. */
  readonly headerType?: string;
  /** The name of the header. Default: `X-It`. */
  readonly name?: string;
  /** The status of the answer, and its name in the document. Default: 200. */
  readonly status?: readonly [given: number, listed: string];
  /** Media types that are documented before that of the schema; they accept anything. Default: none. */
  readonly before?: readonly string[];
  /** The documented media type. Default: that of the answer. */
  readonly documented?: string;
  readonly verdict: 'pass' | 'warn' | 'fail' | 'unjudged';
}

const JSON_TYPE = 'application/json';
const meta = { type: 'object', properties: { a: { type: 'number' } } };
const image = { type: 'string', format: 'binary' };

const rows: Readonly<Record<string, Row>> = {
  'a number in a header': { schema: { type: 'integer', maximum: 9 }, header: '7', verdict: 'pass' },
  'a header that is too large': { schema: { type: 'integer', maximum: 9 }, header: '10', verdict: 'fail' },
  'a word where a header has a number': { schema: { type: 'integer' }, header: 'abc', verdict: 'fail' },
  'a number where a header has a text': { schema: { type: 'string', maxLength: 2 }, header: '12', verdict: 'pass' },
  'a header that is one of two types': { schema: { type: ['integer', 'boolean'] }, header: 'true', verdict: 'pass' },
  'a text in the place of a list': {
    schema: { anyOf: [{ const: 'all' }, { type: 'array', items: { type: 'integer' } }] },
    header: 'all',
    verdict: 'pass',
  },
  'a list in a header': { schema: { type: 'array', items: { type: 'integer' } }, header: '1, 2', verdict: 'pass' },
  'a wrong item in a header': { schema: { type: 'array', items: { type: 'integer' } }, header: '1,b', verdict: 'fail' },
  'an object in a header': { schema: meta, header: 'a,1', verdict: 'unjudged' },
  'JSON in a header': { schema: meta, header: '{"a":1}', headerType: JSON_TYPE, verdict: 'pass' },
  'wrong JSON in a header': { schema: meta, header: '{"a":"b"}', headerType: JSON_TYPE, verdict: 'fail' },
  'no JSON in a header': { schema: meta, header: '{', headerType: JSON_TYPE, verdict: 'fail' },
  'an unusable schema of a header': { schema: { type: 'money' }, header: '1', verdict: 'unjudged' },
  'a text': { schema: { type: 'string', maxLength: 4 }, type: 'text/plain', body: 'well', verdict: 'pass' },
  'a long text': { schema: { type: 'string', maxLength: 3 }, type: 'text/plain', body: 'well', verdict: 'fail' },
  'a number as text': { schema: { type: 'integer' }, type: 'text/plain', body: '12', verdict: 'pass' },
  'a word where a text is a number': { schema: { type: 'integer' }, type: 'text/plain', body: 'well', verdict: 'fail' },
  'a table with another first line': { schema: { pattern: '^a,b' }, type: 'text/csv', body: 'a;b', verdict: 'fail' },
  'rows of a table': { schema: { type: 'array', items: meta }, type: 'text/csv', body: 'a\n1', verdict: 'unjudged' },
  'an object in XML': { schema: meta, type: 'application/xml', body: '<a>1</a>', verdict: 'unjudged' },
  'members without a type in XML': { schema: { required: ['a'] }, type: 'text/xml', body: '<b/>', verdict: 'unjudged' },
  'any XML': { schema: {}, type: 'application/xml', body: '<a>1</a>', verdict: 'pass' },
  'lines of JSON': { schema: meta, type: 'application/x-ndjson', body: '{"a":1}\n', verdict: 'unjudged' },
  'an image': { schema: image, type: 'image/png', body: 'PNG', verdict: 'pass' },
  'an image with a limit': { schema: { ...image, maxLength: 2 }, type: 'image/png', body: 'PNG', verdict: 'unjudged' },
  'an unusable schema of a text': { schema: { type: 'money' }, type: 'text/plain', body: '1', verdict: 'unjudged' },
  'a password in a response': {
    schema: { properties: { pw: { writeOnly: true } } },
    body: '{"pw":1}',
    verdict: 'warn',
  },
  'a response without the password': {
    schema: { properties: { pw: { writeOnly: true } } },
    body: '{}',
    verdict: 'pass',
  },
  'an address of version 4': { schema: { format: 'ipv4' }, body: '"192.0.2.1"', verdict: 'pass' },
  'no address of version 4': { schema: { format: 'ipv4' }, body: '"300.1.1.1"', verdict: 'fail' },
  'an address of version 6': { schema: { format: 'ipv6' }, body: '"2001:db8::1"', verdict: 'pass' },
  'no address of version 6': { schema: { format: 'ipv6' }, body: '"192.0.2.1"', verdict: 'fail' },
  'base64 without padding': { schema: { format: 'byte' }, body: '"YQ"', verdict: 'pass' },
  'no base64': { schema: { format: 'byte' }, body: '"%"', verdict: 'fail' },
  'content in base64': { schema: { contentEncoding: 'base64' }, body: '"YWI="', verdict: 'pass' },
  'content that is not in base64': { schema: { contentEncoding: 'base64' }, body: '"YWI=="', verdict: 'fail' },
  'the largest number of 64 bits': { schema: { format: 'int64' }, body: '9223372036854775807', verdict: 'pass' },
  'a number of more than 64 bits': { schema: { format: 'int64' }, body: '9223372036854780000', verdict: 'fail' },
  'a fraction that JavaScript reads as an integer': {
    schema: { properties: { a: { type: 'integer' } } },
    body: '{"a":1.0000000000000001}',
    verdict: 'unjudged',
  },
  'a fraction of many digits': {
    schema: { properties: { a: { type: 'number', minimum: 0 } } },
    body: '{"a":0.10000000000000001}',
    verdict: 'pass',
  },
  'an integer that JavaScript reads as another, and is of the type': {
    schema: { type: 'integer', minimum: 1 },
    body: '9007199254740993',
    verdict: 'pass',
  },
  'an integer that JavaScript reads as its limit': {
    schema: { maximum: 9007199254740992 },
    body: '9007199254740993',
    verdict: 'unjudged',
  },
  'a number that is larger than any of JavaScript': { schema: { type: 'number' }, body: '1e400', verdict: 'pass' },
  'a body where the schema allows none': { schema: false, body: '5', verdict: 'fail' },
  'a multiple of a decimal': { schema: { multipleOf: 0.01 }, body: '19.99', verdict: 'pass' },
  'no multiple of a decimal': { schema: { multipleOf: 0.01 }, body: '19.995', verdict: 'fail' },
  'a rounded number that may be a multiple': {
    schema: { multipleOf: 3 },
    body: '9007199254740993',
    verdict: 'unjudged',
  },
  'a rounded number that may be none': { schema: { multipleOf: 2 }, body: '9007199254740993', verdict: 'unjudged' },
  'a rounded number in a header that may be none': {
    schema: { type: 'integer', multipleOf: 2 },
    header: '9007199254740993',
    verdict: 'unjudged',
  },
  'a large number that is too large': { schema: { maximum: 9 }, body: '9007199254740993', verdict: 'fail' },
  'a fraction in a header that JavaScript reads as an integer': {
    schema: { type: 'integer' },
    header: '1.0000000000000001',
    verdict: 'unjudged',
  },
  'a list with such a fraction in a header': {
    schema: { type: 'array', items: { type: 'integer' } },
    header: '1, 1.0000000000000001',
    verdict: 'unjudged',
  },
  'a text that is such a fraction': {
    schema: { type: 'integer' },
    type: 'text/plain',
    body: '1.0000000000000001',
    verdict: 'unjudged',
  },
  'JSON in a header with such a fraction': {
    schema: { type: 'integer' },
    header: '1.0000000000000001',
    headerType: JSON_TYPE,
    verdict: 'unjudged',
  },
  'a rejection of a range': { schema: meta, body: '{"a":"b"}', status: [400, '4XX'], verdict: 'fail' },
  'a rejection that only default describes': {
    schema: meta,
    body: '{"a":"b"}',
    status: [409, 'default'],
    verdict: 'fail',
  },
  'a range before the media type': {
    schema: meta,
    body: '{"a":"b"}',
    before: ['*/*', 'application/*'],
    verdict: 'fail',
  },
  'other JSON before the media type': {
    schema: meta,
    body: '{"a":"b"}',
    type: 'application/problem+json',
    before: [JSON_TYPE],
    verdict: 'fail',
  },
  'other parameters before the media type': {
    schema: meta,
    body: '{"a":"b"}',
    type: `${JSON_TYPE}; v=2`,
    before: [`${JSON_TYPE};v=1`],
    verdict: 'fail',
  },
  'a range before a text': {
    schema: { maxLength: 3 },
    body: 'well',
    type: 'text/plain',
    before: ['text/*'],
    verdict: 'fail',
  },
  'a range of JSON': {
    schema: meta,
    body: '{"a":"b"}',
    type: 'application/hal+json',
    documented: 'application/*+json',
    verdict: 'fail',
  },
  'a header that is not kept': { schema: { pattern: '^a' }, header: 'b=1', name: 'Set-Cookie', verdict: 'unjudged' },
  'a member that every object inherits': { schema: { required: ['toString'] }, body: '{}', verdict: 'fail' },
  'an address': { schema: { format: 'uri' }, body: '"urn:a:b"', verdict: 'pass' },
  'no address': { schema: { format: 'uri' }, body: '"a b"', verdict: 'fail' },
  'a name of a host': { schema: { format: 'hostname' }, body: '"a-1.example"', verdict: 'pass' },
  'no name of a host': { schema: { format: 'hostname' }, body: '"a b"', verdict: 'fail' },
  'a name of a host with a label that is too long': {
    schema: { format: 'hostname' },
    body: `"${'a'.repeat(64)}.example"`,
    verdict: 'fail',
  },
  'no name of a host, which a search with many ways would not end on': {
    schema: { format: 'hostname' },
    body: `"${'a'.repeat(60)}!"`,
    verdict: 'fail',
  },
  'a number of more than 8 bits': { schema: { format: 'uint8' }, body: '256', verdict: 'fail' },
  'no pointer': { schema: { format: 'json-pointer' }, body: '"a"', verdict: 'fail' },
  'no regular expression': { schema: { format: 'regex' }, body: '"("', verdict: 'fail' },
};

function responseOf(row: Row): JsonObject {
  const { schema, type = JSON_TYPE, documented = type, header, headerType, name = 'X-It', before = [] } = row;
  const described = headerType === undefined ? { schema } : { content: { [headerType]: { schema } } };
  if (header !== undefined) return { description: 'Fine', headers: { [name]: described } };
  const others = Object.fromEntries(before.map((other) => [other, { schema: {} }]));
  return { description: 'Fine', content: { ...others, [documented]: { schema } } };
}

/** Checks a server with one answer. */
async function verdictsOn(row: Row): Promise<readonly string[]> {
  const { type = JSON_TYPE, header, name = 'X-It', body = '', status: [status, listed] = [200, '200'] } = row;
  const given: Readonly<Record<string, string>> = header === undefined ? {} : { [name]: header };
  const contentType = header === undefined ? type : null;
  const server = await start(async () => ({ kind: 'reply', status, contentType, headers: given, body }));
  const paths = { '/it': { get: { operationId: 'getIt', responses: { [listed]: responseOf(row) } } } };
  const api = { openapi: '3.1.0', info: { title: 'It', version: '1' }, paths };
  try {
    const target = { services: { it: bareService(server.origin) }, allowInconclusive: [] };
    const { services } = await runSuite(target, { contract: contractOf(normalised(api)), reproduce: false });
    const checks = services.flatMap((one) => one.checks);
    return checks.flatMap(({ rule, verdict }) => (/^wire\.(schema|headers)$/.test(rule) ? [verdict] : []));
  } finally {
    await server.close();
  }
}

test.each(Object.entries(rows))('%s', async (_, row) => {
  expect(await verdictsOn(row)).toEqual([row.verdict]);
});
