/** What is easily passed over is judged, or reported as not checked. */
import { expect, test } from 'vitest';
import { operationsIn } from '../../documents.ts';
import { readBody } from './body.ts';
import { createCheck } from './check.ts';

interface Row {
  /** The schema of the response. Default: none. */
  readonly schema?: object;
  /** The headers of the response. Default: none. */
  readonly headers?: object;
  /** The body of the request, and how the document describes its media type. */
  readonly form?: readonly [type: string, described: object, body: string];
  readonly parameter?: object;
  /** The query as sent. */
  readonly query?: string;
  readonly response?: string;
  readonly given?: Readonly<Record<string, string>>;
  /** The pointers and codes of the violations. Default: none. */
  readonly found?: readonly string[];
  /** A text of what was not checked. Default: everything is checked. */
  readonly unchecked?: RegExp;
}

const digits = /more digits than JavaScript keeps/;
const closed = { type: 'object', properties: { a: {} }, additionalProperties: false };
const numbers = { type: 'array', items: { type: 'integer' } };
const object = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };
const members = { type: 'object', properties: { t: numbers, o: object } };

const URL_ENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';

function form(encoding: object, body: string): Row['form'] {
  return [URL_ENCODED, { schema: members, encoding }, body];
}

function parts(encoding: object, name: string, text: string, head = ''): Row['form'] {
  const body = `--b\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n${text}\r\n--b--\r\n`;
  return [MULTIPART, { schema: members, encoding }, body];
}

const rows: Readonly<Record<string, Row>> = {
  'a fraction that JavaScript reads as an integer': {
    schema: { type: 'integer' },
    response: '1.0000000000000001',
    unchecked: digits,
  },
  'an integer that JavaScript reads as its limit': {
    schema: { maximum: 9007199254740992 },
    response: '9007199254740993',
    unchecked: digits,
  },
  'an integer that JavaScript rounds, and is of the type': {
    schema: { type: 'integer', minimum: 1 },
    response: '9007199254740993',
  },
  'a rounded number beside another mistake': {
    schema: { properties: { a: { type: 'integer' }, b: { type: 'string' } } },
    response: '{"a":1.0000000000000001,"b":1}',
    found: ['response/body/b type'],
    unchecked: digits,
  },
  'a rounded number in the body of a request': {
    form: ['application/json', { schema: { type: 'integer' } }, '1.0000000000000001'],
    unchecked: digits,
  },
  'a rounded number in the query': {
    parameter: { name: 'p', in: 'query', schema: { maximum: 9007199254740992, type: 'integer' } },
    query: 'p=9007199254740993',
    unchecked: digits,
  },
  'a rounded number in a form': { form: form({}, 'o={"a":1.0000000000000001}'), unchecked: digits },
  'a multiple of a decimal': { schema: { multipleOf: 0.01 }, response: '19.99' },
  'no multiple of a decimal': { schema: { multipleOf: 0.01 }, response: '19.995', found: ['response/body multipleOf'] },
  'a multiple of a decimal in the query': {
    parameter: { name: 'p', in: 'query', schema: { type: 'number', multipleOf: 0.01 } },
    query: 'p=19.99',
  },
  'a rounded number that may be a multiple': {
    schema: { multipleOf: 3 },
    response: '9007199254740993',
    unchecked: digits,
  },
  'a rounded number that may be none': { schema: { multipleOf: 2 }, response: '9007199254740993', unchecked: digits },
  'a rounded number in the query that may be a multiple': {
    parameter: { name: 'p', in: 'query', schema: { type: 'integer', multipleOf: 3 } },
    query: 'p=9007199254740993',
    unchecked: digits,
  },
  'a member with a name that every object inherits is missing': {
    schema: { type: 'object', required: ['constructor'] },
    response: '{}',
    found: ['response/body required'],
  },
  'a documented member with such a name is absent': {
    schema: { type: 'object', properties: { toString: { type: 'string' } } },
    response: '{}',
  },
  '__proto__ is missing': {
    schema: { type: 'object', required: ['__proto__'] },
    response: '{}',
    found: ['response/body required'],
  },
  'a documented __proto__': {
    schema: JSON.parse('{"properties":{"__proto__":{"type":"string"}},"additionalProperties":false}'),
    response: '{"__proto__":"a"}',
  },
  'a documented __proto__ of another type': {
    schema: JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'),
    response: '{"__proto__":1}',
    found: ['response/body/* type'],
  },
  '__proto__ in a closed form': {
    form: [URL_ENCODED, { schema: closed }, '__proto__=1'],
    found: ['request/body additionalProperties'],
  },
  '__proto__ in a closed multipart form': {
    form: [MULTIPART, { schema: closed }, parts({}, '__proto__', '1')?.[2] ?? ''],
    found: ['request/body additionalProperties'],
  },
  'a wrong object in a header': {
    headers: { 'X-It': { schema: object } },
    given: { 'x-it': 'a,b' },
    found: ['response/header/x-it/a type'],
  },
  'an exploded object in a header': {
    headers: { 'X-It': { schema: object, explode: true } },
    given: { 'x-it': 'a=1' },
  },
  'a wrong exploded object in a header': {
    headers: { 'X-It': { schema: object, explode: true } },
    given: { 'x-it': 'a=b' },
    found: ['response/header/x-it/a type'],
  },
  'a wrong list in a header': {
    headers: { 'X-It': { schema: { anyOf: [numbers] } } },
    given: { 'x-it': '1,b' },
    found: ['response/header/x-it/1 type'],
  },
  'an absent list in a header': { headers: { 'X-It': { schema: numbers } } },
  'an empty header': {
    headers: { 'X-It': { schema: { minLength: 1, type: 'string' } } },
    given: { 'x-it': '' },
    found: ['response/header/x-it minLength'],
  },
  'JSON in a header': {
    headers: { 'X-It': { content: { 'application/json': { schema: object } } } },
    given: { 'x-it': '{"a":1}' },
  },
  'wrong JSON in a header': {
    headers: { 'X-It': { content: { 'application/json': { schema: object } } } },
    given: { 'x-it': '{"a":"b"}' },
    found: ['response/header/x-it/a type'],
  },
  'a list of a form in one value': { form: form({ t: { explode: false } }, 't=1,2') },
  'a wrong list of a form in one value': {
    form: form({ t: { explode: false } }, 't=1,b'),
    found: ['request/body/t/1 type'],
  },
  'XML in a form': {
    form: form({ o: { contentType: 'application/xml' } }, 'o=<a>1</a>'),
    unchecked: /xml is not read/,
  },
  'XML in a part': {
    form: parts({ o: { contentType: 'application/xml' } }, 'o', '<a>1</a>', '\r\nContent-Type: application/xml'),
    unchecked: /xml is not read/,
  },
  'a text in a part that must be JSON': {
    form: parts({ o: { contentType: 'application/json' } }, 'o', 'a', '\r\nContent-Type: text/plain'),
    found: ['request/body/o type'],
  },
  'a style in a multipart form': {
    form: parts({ t: { explode: false } }, 't', '1,2'),
    unchecked: /a style in a multipart form is not read/,
  },
  'headers of a part': {
    form: parts(
      { o: { headers: { 'X-It': { required: true } } } },
      'o',
      '{"a":1}',
      '\r\nContent-Type: application/json',
    ),
    unchecked: /the headers of parts are not read/,
  },
  'members of an object as parameters': {
    parameter: { name: 'f', in: 'query', required: true, schema: object },
    query: 'a=1',
  },
  'a wrong member of an object as a parameter': {
    parameter: { name: 'f', in: 'query', required: true, schema: object },
    query: 'a=b',
    found: ['request/query/f/a type'],
  },
  'a missing member of an object as a parameter': {
    parameter: { name: 'f', in: 'query', required: true, schema: object },
    query: '',
    found: ['request/query/f required'],
  },
  'no member of an object that may be empty': {
    parameter: { name: 'f', in: 'query', required: true, schema: { type: 'object', properties: { a: numbers } } },
    query: '',
  },
  'a member of an object that names none': {
    parameter: { name: 'f', in: 'query', required: true, schema: { type: 'object' } },
    query: 'a=1',
  },
  'a member of an object that must have any': {
    parameter: { name: 'f', in: 'query', required: true, schema: { type: 'object', minProperties: 1 } },
    query: 'a=1',
  },
  'a wrong member by the pattern of its name': {
    parameter: {
      name: 'f',
      in: 'query',
      required: true,
      schema: { type: 'object', patternProperties: { '^a': { type: 'integer' } } },
    },
    query: 'a=b',
    found: ['request/query/f/a type'],
  },
  'a list of one item in a member': {
    parameter: { name: 'f', in: 'query', required: true, schema: members },
    query: 't=1',
  },
  'a wrong item of a list in a member': {
    parameter: { name: 'f', in: 'query', required: true, schema: members },
    query: 't=1&t=b',
    found: ['request/query/f/t/1 type'],
  },
  'a list of several items in one text': {
    parameter: { name: 'f', in: 'query', required: true, schema: members },
    query: 't=1,2',
    unchecked: /request, query\.f\.\w is not judged: OpenAPI leaves open/,
  },
  'an object in a member': {
    parameter: { name: 'f', in: 'query', required: true, schema: members },
    query: 'o=%7B%22a%22%3A1%7D',
    unchecked: /request, query\.f\.\w is not judged: OpenAPI leaves open/,
  },
  'a text in the place of an object': {
    parameter: {
      name: 'f',
      in: 'query',
      required: true,
      schema: { anyOf: [{ type: 'string', maxLength: 4 }, object] },
    },
    query: 'f=some',
  },
  'a wrong text in the place of an object': {
    parameter: {
      name: 'f',
      in: 'query',
      required: true,
      schema: { anyOf: [{ type: 'string', maxLength: 4 }, object] },
    },
    query: 'f=longer',
    found: ['request/query required'],
  },
  'a text in the place of a list': {
    parameter: { name: 'f', in: 'query', required: true, schema: { anyOf: [{ const: 'all' }, numbers] } },
    query: 'f=all',
  },
  'a schema that cannot be used': {
    schema: { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object', required: ['a'] },
    response: '{}',
    unchecked: /its schema cannot be used/,
  },
};

test.each(Object.entries(rows))('%s', async (_, row) => {
  const { schema, headers, form: [type = 'text/plain', described, sent = ''] = [], parameter, query = '' } = row;
  const method = described === undefined ? 'get' : 'post';
  const operation = {
    operationId: 'it',
    ...(parameter === undefined ? {} : { parameters: [parameter] }),
    ...(described === undefined ? {} : { requestBody: { content: { [type.split(';')[0] ?? '']: described } } }),
    responses: {
      200: {
        description: 'Fine',
        ...(headers === undefined ? {} : { headers }),
        ...(schema === undefined ? {} : { content: { 'application/json': { schema } } }),
      },
    },
  };
  const document = { openapi: '3.1.0', info: { title: 'It', version: '1' }, paths: { '/it': { [method]: operation } } };
  const check = createCheck(await operationsIn(document, 'it.json'));
  const bodyOf = (text: string | undefined, contentType: string) =>
    text === undefined
      ? ({ kind: 'none' } as const)
      : readBody({ kind: 'bytes', bytes: Buffer.from(text), size: text.length }, { 'content-type': contentType });
  const { violations, unchecked } = await check(
    {
      method: method.toUpperCase(),
      target: `/it?${query}`,
      headers: described === undefined ? {} : { 'content-type': type },
      body: bodyOf(described === undefined ? undefined : sent, type),
    },
    {
      status: 200,
      headers: schema === undefined ? (row.given ?? {}) : { 'content-type': 'application/json' },
      body: bodyOf(row.response, 'application/json'),
    },
  );
  expect(violations.map(({ side, pointer, code }) => `${side}${pointer} ${code}`)).toEqual(row.found ?? []);
  expect(unchecked).toEqual(row.unchecked === undefined ? [] : [expect.stringMatching(row.unchecked)]);
});
