/** The first check of an API with a published document: which versions are read, and which runs must stay undecided. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleOf } from '@wallet-services/kit/style';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { bareService } from '../../model/target.ts';
import { type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { start } from '../../mutation/proxy/start.ts';
import { junitReport } from '../../report/junit.ts';
import { terminalReport } from '../../report/terminal.ts';
import { contractFor } from '../../run/document.ts';
import { runSuite } from '../../run/suite.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'first-minute-'));
});
afterAll(() => rm(folder, { recursive: true }));

const info = { title: 'Shop', version: '1' };
const text = { 'application/json': { schema: { type: 'string' } } };
const fine = { 200: { description: 'Fine', content: text } };

/** A document in a file. */
async function contractOf(document: object) {
  const path = join(folder, 'document.yaml');
  await writeFile(path, stringify(document));
  return contractFor({ document: path });
}

async function reportOn(document: object, handler: Handler = () => jsonReply(200, 'fine')) {
  const contract = await contractOf({ info, ...document });
  const server = await start(handler);
  const target = { services: { shop: bareService(server.origin) }, allowInconclusive: [] };
  try {
    return await runSuite(target, { contract, reproduce: false });
  } finally {
    await server.close();
  }
}

describe('a document', () => {
  it.each([
    ['Swagger 2.0', { swagger: '2.0', paths: { '/a': { get: { responses: { 200: { description: 'Fine' } } } } } }],
    ['OpenAPI 3.0', { openapi: '3.0.4', paths: { '/a': { get: { responses: fine } } } }],
    ['OpenAPI 3.1', { openapi: '3.1.0', paths: { '/a': { get: { responses: fine } } } }],
    ['OpenAPI 3.2', { openapi: '3.2.0', paths: { '/a': { get: { responses: fine } } } }],
  ])('of %s is checked', async (_, document) => {
    expect((await reportOn(document)).outcome).toBe('conformant');
  });

  it('of OpenAPI 3.0 is read with the meaning of that version', async () => {
    const schema = { type: 'integer', nullable: true, minimum: 0, exclusiveMinimum: true };
    const responses = { 200: { description: 'Fine', content: { 'application/json': { schema } } } };
    const document = { openapi: '3.0.4', paths: { '/a': { get: { responses } } } };
    const outcomes = await Promise.all(
      [null, 1, 0].map(async (value) => (await reportOn(document, () => jsonReply(200, value))).outcome),
    );
    expect(outcomes).toEqual(['conformant', 'conformant', 'not conformant']);
  });

  it('with webhooks alone is undecided', async () => {
    const report = await reportOn({ openapi: '3.1.0', webhooks: { sold: { post: { responses: fine } } } });
    expect(report.outcome).toBe('undecided');
    expect(report.services[0]?.leftOut).toEqual([{ operation: 'POST sold', why: expect.stringContaining('sends') }]);
  });

  it('is reported with the number of operations that are not called', async () => {
    const paths = { '/a': { get: { responses: fine }, trace: { operationId: 'traceA', responses: fine } } };
    const report = await reportOn({ openapi: '3.1.0', paths });
    expect(report.outcome).toBe('conformant');
    expect(terminalReport(report, styleOf({}, {}))).toMatch(/traceA: .*CONFORMANT.*; 1 operation not called,/s);
    expect(junitReport(report)).toMatch(/<testcase classname="shop.traceA".*<skipped message="not called/);
  });

  const head = { openapi: '3.1.0', paths: { '/a': { head: { responses: fine } } } };
  const options = { openapi: '3.1.0', paths: { '/a': { options: { responses: fine } } } };
  it.each([
    ['HEAD', 200, head, 'conformant'],
    ['HEAD', 500, head, 'not conformant'],
    ['OPTIONS', 200, options, 'conformant'],
    ['OPTIONS', 204, options, 'not conformant'],
  ])('with %s, responding with %i, is judged', async (method, status, document, outcome) => {
    const methods = new Set<string>();
    const report = await reportOn(document, (request) => {
      methods.add(request.method);
      return jsonReply(status, 'fine');
    });
    expect([report.outcome, [...methods]]).toEqual([outcome, [method]]);
  });

  it.each([
    ['#/components/responses/Gone', 'leads nowhere'],
    ['#/components/responses/Round', 'leads round in a circle'],
  ])('with the reference %s is rejected with its place', async ($ref, why) => {
    const document = {
      openapi: '3.1.0',
      info,
      paths: { '/a': { get: { responses: { default: { $ref } } } } },
      components: { responses: { Round: { $ref: '#/components/responses/Round' } } },
    };
    await expect(contractOf(document)).rejects.toThrow(`"${$ref}" at /paths/~1a/get/responses/default ${why}`);
  });
});

it('accepts the overlay of the guide', async () => {
  const guide = await readFile(new URL('../../../docs/guides/check-your-own-api.md', import.meta.url), 'utf8');
  const [, overlay = ''] = /^```yaml\n(# yaml-language-server.*?)^```$/ms.exec(guide) ?? [];
  const order = { type: 'object', properties: { id: { type: 'string' }, created_at: { type: 'string' } } };
  const one = { 200: { description: 'Fine', content: { 'application/json': { schema: order } } } };
  const all = {
    200: { description: 'Fine', content: { 'application/json': { schema: { type: 'array', items: order } } } },
  };
  const paths = {
    '/orders': { get: { operationId: 'listOrders', responses: all } },
    '/orders/{id}': { get: { operationId: 'readOrder', responses: one } },
  };
  const [path, laid] = [join(folder, 'orders.yaml'), join(folder, 'behaviour.yaml')];
  await writeFile(path, stringify({ openapi: '3.0.3', info, paths }));
  await writeFile(laid, overlay);
  const { service } = await contractFor({ document: path, overlay: [laid] });
  const { api } = await service('shop');
  expect(api.declarations.map(({ operation, family }) => `${operation} ${family}`)).toEqual([
    'listOrders list',
    'listOrders sorted',
    'readOrder one-of',
  ]);
});

const get = (operation: object) => ({ paths: { '/a': { get: { responses: fine, ...operation } } } });
const schemaOf = (schema: object) =>
  get({ responses: { 200: { description: 'Fine', content: { 'application/json': { schema } } } } });
const parameter = (more: object) => get({ parameters: [{ name: 'q', in: 'query', schema: {}, ...more }] });

it('may name types as other languages do', async () => {
  const contract = await contractOf({ openapi: '3.1.0', info, ...schemaOf({ type: 'int' }) });
  expect(contract.notes).toEqual(['the type int is not part of JSON Schema; it is read as integer']);
  const document = { openapi: '3.1.0', ...schemaOf({ type: 'int' }) };
  expect((await reportOn(document, () => jsonReply(200, 7))).outcome).toBe('conformant');
  expect((await reportOn(document)).outcome).toBe('not conformant');
});

describe('a typing error that switches a check off', () => {
  it.each([
    ['is it components', { componets: {}, ...get({}) }],
    ['is it get', { paths: { '/a': { gett: {}, get: { responses: fine } } } }],
    ['is it requestBody', get({ requestbody: { content: {} } })],
    ['is it x-behaviour', get({ 'x-behavior': [] })],
    ['is it parameters', get({ paramters: [] })],
    ['/paths/~1a/get/parameters/0 is in "qurey"', parameter({ in: 'qurey' })],
    ['/paths/~1a/get/responses/20O is no status', get({ responses: { ...fine, '20O': { description: 'x' } } })],
    ['has schema, which belongs in content', get({ responses: { 200: { description: 'x', schema: {} } } })],
    ['has type, which belongs in schema', parameter({ type: 'integer' })],
    ['is it maxLength', schemaOf({ type: 'string', maxLenght: 2 })],
    ['is it date-time', schemaOf({ type: 'string', format: 'date-tmie' })],
    ['names Tokn, which is no security scheme', get({ security: [{ Tokn: [] }, {}] })],
  ])('leaves the run undecided: %s', async (reason, document) => {
    const report = await reportOn({ openapi: '3.1.0', ...document });
    const checks = report.services.flatMap((service) => service.checks);
    const readable = checks.find(({ rule }) => rule === 'document.readable');
    expect(readable?.reasons.map((one) => one.reason).join()).toContain(reason);
    expect(report.outcome).toBe('undecided');
  });

  it.each([
    ['a word of its own', schemaOf({ type: 'string', spellcheck: true })],
    ['a property that is nearly a keyword', schemaOf({ properties: { requird: { type: 'string' } } })],
    ['a format of its own', schemaOf({ type: 'string', format: 'postcode' })],
  ])('is not %s', async (_, document) => {
    expect((await reportOn({ openapi: '3.1.0', ...document })).outcome).toBe('conformant');
  });

  it('is also an error if a schema cannot be used', async () => {
    expect((await reportOn({ openapi: '3.1.0', ...schemaOf({ type: 'strng' }) })).outcome).toBe('undecided');
    expect((await reportOn({ openapi: '3.1.0', ...parameter({ schema: { type: 'strng' } }) })).outcome).toBe(
      'undecided',
    );
  });
});
