/** Documents from elsewhere, without declared behaviour: the wire and input rules alone must give a correct verdict. */
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { bareService, type ServiceTarget } from '../../model/target.ts';
import { strangeIn } from '../../model/values/strange.ts';
import { behind, type Fault, type Handler } from '../../mutation/proxy/reply.ts';
import { type Running, start } from '../../mutation/proxy/start.ts';
import type { Contract } from '../../run/contract.ts';
import { contractFor } from '../../run/document.ts';
import type { RunReport, Verdict } from '../../run/report.ts';
import { runSuite } from '../../run/suite.ts';
import { petClinic, tickets } from './servers.ts';

const documentAt = (name: string) => contractFor({ document: fileURLToPath(new URL(name, import.meta.url)) });

/** Checks a server of a document. */
async function checked(contract: Contract, handler: Handler, known: Partial<ServiceTarget>, fuzz = 0) {
  const server: Running = await start(handler);
  const [service = ''] = contract.services;
  try {
    const target = { services: { [service]: { ...bareService(server.origin), ...known } }, allowInconclusive: [] };
    return await runSuite(target, { contract, fuzz, reproduce: false });
  } finally {
    await server.close();
  }
}

/** `rule operation`, for each check of a verdict. */
function checksWith({ services }: RunReport, ...verdicts: readonly Verdict[]): readonly string[] {
  const checks = services.flatMap((service) => service.checks);
  return checks
    .filter(({ verdict }) => verdicts.includes(verdict))
    .map(({ rule, operation }) => `${rule} ${operation}`);
}

function reasonOf({ services }: RunReport, rule: string, operation: string): string | undefined {
  const checks = services.flatMap((service) => service.checks);
  return checks.find((one) => one.rule === rule && one.operation === operation)?.reasons[0]?.reason;
}

describe('a clinic of pets', () => {
  let contract: Contract;
  const vet = { credentials: { basic: 'vet:secret' } };
  beforeAll(async () => {
    contract = await documentAt('pets.yaml');
  });

  test('passes if it does what the document says, with random requests too', async () => {
    const report = await checked(contract, petClinic(), vet, 60);
    expect(checksWith(report, 'fail', 'warn', 'harness-error')).toEqual([]);
    expect(checksWith(report, 'pass')).toEqual(
      expect.arrayContaining([
        'wire.schema get /pets',
        'wire.content-type get /health',
        'wire.status post /pets',
        'input.valid-accepted post /pets',
        'input.invalid-refused post /pets',
      ]),
    );
  });

  test('is not blamed for items that no source names', async () => {
    const report = await checked(contract, petClinic(), {});
    expect(checksWith(report, 'fail', 'warn', 'harness-error')).toEqual([]);
    expect(reasonOf(report, 'input.valid-accepted', 'get /pets/{pet_id}')).toContain('may not exist on this server');
  });

  const replies =
    (path: RegExp, change: (json: Record<string, unknown>) => unknown): Fault =>
    async (request, next) => {
      const reply = await next(request);
      if (reply.kind !== 'reply' || reply.status > 299 || !path.test(`${request.method} ${request.path}`)) return reply;
      return { ...reply, body: JSON.stringify(change(JSON.parse(reply.body))) };
    };
  const wrong: Readonly<Record<string, readonly [expected: string, mutation: Fault]>> = {
    'a member too many': ['wire.schema post /pets', replies(/POST/, (pet) => ({ ...pet, mood: 'good' }))],
    'no id': ['wire.schema post /pets', replies(/POST/, ({ id: _, ...pet }) => pet)],
    'an unknown species': [
      'wire.schema get /pets',
      replies(/GET .pets$/, () => [{ id: 1, name: 'x', species: 'yak', grams: 1 }]),
    ],
    'JSON where text is': [
      'wire.content-type get /health',
      async (request, next) =>
        request.path === '/health'
          ? { kind: 'reply', status: 200, contentType: 'application/json', body: '"well"' }
          : next(request),
    ],
    'a status that is not there': [
      'wire.status get /health',
      async (request, next) =>
        request.path === '/health'
          ? { kind: 'reply', status: 203, contentType: 'text/plain', body: '' }
          : next(request),
    ],
    'a header left out': [
      'wire.headers get /health',
      async (request, next) => ({ ...(await next(request)), headers: {} }),
    ],
    'any body taken': [
      'input.invalid-refused post /pets',
      (request, next) =>
        next(request.method === 'POST' ? { ...request, body: '{"name":"Any","species":"cat","grams":1}' } : request),
    ],
    'half a page taken': [
      'input.invalid-refused get /pets',
      (request, next) => next(request.path === '/pets' ? { ...request, query: new URLSearchParams() } : request),
    ],
    'newts refused': [
      'input.valid-accepted get /pets',
      async (request, next) =>
        request.query.get('species') === 'newt'
          ? { kind: 'reply', status: 400, contentType: null, body: '' }
          : next(request),
    ],
  };

  test.each(Object.entries(wrong))('fails with %s', async (_, [expected, mutation]) => {
    expect(checksWith(await checked(contract, behind(mutation, petClinic()), vet), 'fail')).toContain(expected);
  });
});

describe('tickets, called as one of the services of the contract', () => {
  let contract: Contract;
  beforeAll(async () => {
    contract = await documentAt('tickets.json');
  });

  test.each([
    ['a key in the query', { inQuery: 'key-in-query' }],
    ['a cookie', { inCookie: 'a cookie' }],
  ])('pass with %s', async (_, credentials) => {
    const report = await checked(contract, tickets(), { credentials: { ...credentials, token: 'a-token' } });
    expect(report.services[0]?.service).toBe('swap-api');
    expect(checksWith(report, 'fail', 'warn', 'harness-error')).toEqual([]);
    expect(checksWith(report, 'pass')).toContain('wire.schema get /tickets');
  });

  test('a form is sent, and an unknown keyword is reported', async () => {
    const report = await checked(contract, tickets(), { credentials: { token: 'a-token' } });
    expect(checksWith(report, 'pass')).toContain('input.valid-accepted post /tickets');
    const { api } = await contract.service('swap-api');
    expect(strangeIn(api)).toEqual([expect.stringContaining('the keyword spellcheck is not part of JSON Schema')]);
  });
});

describe('a document that cannot be read', () => {
  test.each([
    ['openapi.json', 'cannot be read'],
    ['servers.ts', 'is not YAML'],
  ])('%s is rejected in a sentence', async (name, message) => {
    await expect(documentAt(name)).rejects.toThrow(message);
  });
});
