import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Target } from '../../model/target.ts';
import { objectsOf } from '../../model/values/json.ts';
import { changed, type Fault, jsonReply, successOf } from '../../mutation/proxy/reply.ts';
import { openLending } from '../../testing/lending.ts';
import type { RunEvent } from '../events.ts';
import type { Finding } from '../report.ts';
import { runSuite, type SuiteOptions } from '../suite.ts';

const start = await openLending();

const link = { rules: ['lending.createPayRequest.deep-link'] };

async function findings(
  mutation: Fault,
  options: SuiteOptions = { selection: link },
  token?: string,
): Promise<readonly Finding[]> {
  const guarded: Fault = (request, next) =>
    token === undefined || request.headers['authorization'] === `Bearer ${token}`
      ? mutation(request, next)
      : jsonReply(401, { msg: 'a token is needed' });
  const { lending } = (await start(guarded)).target.services;
  if (lending === undefined) throw new Error('it serves lending');
  const credentials: Readonly<Record<string, string>> = token === undefined ? {} : { AccessToken: token };
  const target: Target = { services: { lending: { ...lending, credentials } }, allowInconclusive: [] };
  const report = await runSuite(target, options);
  return report.services.flatMap(({ checks }) => checks.flatMap((check) => check.findings));
}

/** Answers pay requests wrongly, but only the first few times. */
function wrongLink(times: number, then: Fault = (request, next) => next(request)): Fault {
  let count = 0;
  return (request, next) => {
    if (!request.path.endsWith('/pay-requests')) return next(request);
    count += 1;
    return count <= times ? jsonReply(200, { url: 'https://example.org' }) : then(request, next);
  };
}

test('a fault that persists is reproduced', async () => {
  const found = await findings(wrongLink(Number.POSITIVE_INFINITY));
  expect(found.map(({ reproduced }) => reproduced)).toEqual(['yes']);
});

test('a fault that does not recur is not reproduced, and one that changes is reported as different', async () => {
  const events: RunEvent[] = [];
  await findings(wrongLink(Number.POSITIVE_INFINITY), { selection: link, onEvent: (event) => events.push(event) });
  const request = events.filter((event) => event.type === 'exchange-finished' && !event.repeat);
  const payments = request.filter((event) => event.type === 'exchange-finished' && event.exchange.method === 'POST');
  const times = payments.length;
  expect((await findings(wrongLink(times))).map(({ reproduced }) => reproduced)).toEqual(['no']);
  const refused = wrongLink(times, () => jsonReply(409, {}));
  expect((await findings(refused)).map(({ reproduced }) => reproduced)).toEqual(['differs']);
});

/** Lists few transactions, and shows other amounts on pages with an offset: always, or only the first few times. */
function otherAmounts(times: number, count = { pages: 0 }): Fault {
  return async (request, next) => {
    const reply = await next(request);
    const json = successOf(reply);
    if (!request.path.endsWith('/transactions') || !Array.isArray(json)) return reply;
    const few = objectsOf(json).slice(0, 50);
    if (request.query.has('offset')) count.pages += 1;
    const isRight = !request.query.has('offset') || count.pages > times;
    return jsonReply(200, isRight ? few : few.map((item) => ({ ...item, amount: '7' })));
  };
}

test('of a comparison both requests are repeated', async () => {
  const alike = { selection: { rules: ['lending.listTransactions.reported-alike'] } };
  const [finding] = await findings(otherAmounts(Number.POSITIVE_INFINITY), alike);
  expect(finding).toMatchObject({ reproduced: 'yes', against: 'listTransactions' });
  expect(finding?.curl).toContain('offset=');
  expect(finding?.other?.curl).toContain('/transactions');
  expect(finding?.other?.curl).not.toBe(finding?.curl);
  const count = { pages: 0 };
  await findings(otherAmounts(Number.POSITIVE_INFINITY, count), { ...alike, reproduce: false });
  const [gone] = await findings(otherAmounts(count.pages), alike);
  expect(gone).toMatchObject({ reproduced: 'no', against: 'listTransactions' });
});

test('the repeats are reported, and can be left out', async () => {
  const events: RunEvent[] = [];
  const onEvent = (event: RunEvent) => events.push(event);
  await findings(wrongLink(Number.POSITIVE_INFINITY), { selection: link, onEvent });
  expect(events.filter((event) => event.type === 'exchange-finished' && event.repeat)).toHaveLength(1);
  const found = await findings(wrongLink(Number.POSITIVE_INFINITY), { selection: link, reproduce: false });
  expect(found.map(({ reproduced }) => reproduced)).toEqual([null]);
});

test('the command of each finding shows the fault in a shell, with the variables that it names', async () => {
  const mutation = changed('/transactions', (json) => (Array.isArray(json) ? [{ id: 'wrong' }, ...json] : json));
  const token = 'a-token-that-is-valid';
  const found = await findings(mutation, { selection: { rules: ['wire.schema'] } }, token);
  expect(found.length).toBeGreaterThan(0);
  for (const { curl, variables } of found) {
    expect(curl).not.toContain(token);
    expect(variables).toEqual([{ name: 'TOKEN', holds: expect.any(String) }]);
    const env = { PATH: process.env['PATH'], TOKEN: token };
    const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', `${curl} -s --max-time 5`], {
      env,
      maxBuffer: 1e8,
    });
    expect(stdout).toContain('HTTP/1.1 200');
    expect(stdout).toContain('"id":"wrong"');
  }
});
