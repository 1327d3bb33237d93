import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { bareService, type Target } from '../model/target.ts';
import { changed, type Fault, jsonReply } from '../mutation/proxy/reply.ts';
import { jsonReport } from '../report/json.ts';
import { openLending } from '../testing/lending.ts';
import type { RunEvent } from './events.ts';
import type { RunReport } from './report.ts';
import { runSuite } from './suite.ts';

const lending = await openLending();

function targetAt(url: string): Target {
  return { services: { lending: bareService(url) }, allowInconclusive: [] };
}

function checks(report: RunReport) {
  return report.services.flatMap((service) => service.checks);
}

// On a machine that pauses for a while a request may be lost: it is sent once more.
test('a correct server is conformant, with no undecided check', { retry: 1 }, async () => {
  const { target } = await lending();
  const report = await runSuite(target);
  const undecided = checks(report).filter(({ verdict }) => !['pass', 'observed', 'unsupported'].includes(verdict));
  expect(undecided).toEqual([]);
  expect(report.outcome).toBe('conformant');
});

test('two runs are the same, apart from the clock', async () => {
  const { target } = await lending(changed('/transactions', () => ({ data: 1 })));
  const [first, second] = [await runSuite(target), await runSuite(target, { concurrency: 1 })];
  const stopped = { startedAt: '', milliseconds: 0 };
  expect(jsonReport({ ...first, clock: stopped })).toBe(jsonReport({ ...second, clock: stopped }));
  expect(first.outcome).toBe('not conformant');
});

test('a server that is not running leaves the run undecided', async () => {
  const server = await lending();
  await server.close();
  const report = await runSuite(targetAt(`${server.origin}/lending`));
  expect(report.outcome).toBe('undecided');
  expect(report.services[0]?.unreachable).toContain('lending cannot be reached at http://127.0.0.1:');
});

test('a server that never answers is given up, not waited for', async () => {
  const { origin } = await lending(() => ({ kind: 'hang' }));
  const report = await runSuite(targetAt(`${origin}/lending`), { timeoutMs: 200 });
  expect(report.outcome).toBe('not conformant');
  // A run of a server that answers sends hundreds; each of these waits for its time limit.
  expect(report.services[0]?.requests).toBeLessThan(30);
});

test('an interruption ends the run', async () => {
  const { origin } = await lending(() => ({ kind: 'hang' }));
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  await expect(runSuite(targetAt(`${origin}/lending`), { signal: controller.signal })).rejects.toThrow();
});

test('a trailing slash and an address with a path of its own make no difference', async () => {
  const { origin } = await lending();
  const report = await runSuite(targetAt(`${origin}/lending/`), { selection: { rules: ['input.*'] } });
  expect(checks(report).every(({ verdict }) => verdict === 'pass')).toBe(true);
});

test('an address with a surplus part is reported as such, and does not count against the server', async () => {
  const { origin } = await lending();
  const report = await runSuite(targetAt(`${origin}/lending/api`));
  expect(report.outcome).toBe('undecided');
  const reported = `lending is at ${origin}/lending, not at ${origin}/lending/api`;
  expect(report.services[0]?.unreachable).toContain(reported);
});

const page =
  (status: number): Fault =>
  () => ({
    kind: 'reply',
    status,
    contentType: 'text/html; charset=utf-8',
    body: '<!doctype html><title>Welcome</title>',
  });

test.each<[string, Fault, string]>([
  ['status 404', () => jsonReply(404, { code: 404, msg: 'no such path' }), 'status 404'],
  ['a page with status 404', page(404), 'status 404 and an HTML page'],
  ['the page of an application', page(200), 'status 200 and an HTML page'],
])('an address where every path is %s is reported in one line', async (_, fault, form) => {
  const { origin } = await lending(fault);
  const report = await runSuite(targetAt(`${origin}/lending`));
  expect(report.outcome).toBe('undecided');
  expect(checks(report).flatMap(({ findings }) => findings)).toEqual([]);
  const sentence = `lending answers every path with ${form}: ${origin}/lending is not the address in front of /api`;
  expect(report.services[0]?.unreachable).toBe(sentence);
});

test('paths without the documented prefix are findings, not a wrong address', async () => {
  const { target } = await lending((request, next) => {
    const isPrefixed = request.path.includes('/api/v1/');
    if (isPrefixed) return jsonReply(404, { code: 404, msg: 'no such path' });
    return next({ ...request, path: request.path.replace('/lending/', '/lending/api/v1/') });
  });
  const report = await runSuite(target, { selection: { operations: ['listMarkets'] } });
  expect(report.services[0]?.unreachable).toBeNull();
  expect(report.outcome).toBe('not conformant');
});

test('one missing operation is a finding, not a wrong address', async () => {
  const { target } = await lending((request, next) =>
    request.path.endsWith('/markets/all') ? jsonReply(404, { code: 404, msg: 'no such path' }) : next(request),
  );
  const report = await runSuite(target, { selection: { operations: ['listMarkets'] } });
  expect(report.services[0]?.unreachable).toBeNull();
  expect(report.outcome).toBe('not conformant');
});

test('invalid values of optional inputs that are accepted are observed beside the pass', async () => {
  const { target } = await lending((request, next) => {
    const isValid = /^\d{4}-/.test(request.query.get('offset') ?? '2026-');
    return next(isValid ? request : { ...request, query: new URLSearchParams() });
  });
  const selection = { rules: ['input.invalid-refused'], operations: ['listTransactions'] };
  const [check] = checks(await runSuite(target, { selection }));
  expect(check?.observed).toMatch(/^accepted [1-9]\d* of \d+ invalid .*query\/offset/);
});

test('a slow operation leaves the rest to be judged, and does not count against the server', async () => {
  const { target } = await lending(async (request, next) => {
    if (request.path.endsWith('/transactions')) await wait(1500);
    return next(request);
  });
  const report = await runSuite(target, { timeoutMs: 700 });
  expect(report.outcome).toBe('undecided');
  expect(checks(report).filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  const blocked = checks(report).filter(({ verdict }) => verdict === 'blocked');
  expect(blocked.some(({ rule }) => rule === 'wire.answer')).toBe(true);
  expect(blocked.flatMap(({ reasons }) => reasons.map(({ hint }) => hint))).toContain(
    'if it is only slow, wait longer with --timeout 5',
  );
  expect(checks(report).find(({ operation }) => operation === 'listMarkets')?.verdict).toBe('pass');
});

test('requests to a server that is briefly away are repeated, and do not count against it', async () => {
  let count = 0;
  const { target } = await lending((request, next) => {
    count += 1;
    if (count % 25 === 0) return jsonReply(503, { msg: 'starting' });
    return count % 25 === 12 && request.method === 'GET' ? jsonReply(502, { msg: 'no answer' }) : next(request);
  });
  const report = await runSuite(target);
  expect(checks(report).filter(({ verdict }) => !['pass', 'observed', 'unsupported'].includes(verdict))).toEqual([]);
});

test('the curl line of a finding reproduces it', async () => {
  const { target } = await lending((request, next) =>
    request.path.endsWith('/pay-requests') ? jsonReply(200, { url: 'https://example.org' }) : next(request),
  );
  const report = await runSuite(target, { selection: { rules: ['lending.createPayRequest.deep-link'] } });
  const [finding] = checks(report).flatMap(({ findings }) => findings);
  const { stdout } = await promisify(execFile)('sh', ['-c', `${finding?.curl} -s --max-time 5`]);
  // The rule is about the answer as a whole.
  expect(finding?.pointer).toBe('');
  expect(stdout).toContain('https://example.org');
});

describe('what the target allows', () => {
  const empty: Fault = (request, next) =>
    request.path.endsWith('/transactions') && request.method === 'GET' ? jsonReply(200, []) : next(request);
  const selection = { rules: ['lending.listTransactions.*'] };

  test('rules without data leave the run undecided, and name the missing data', async () => {
    const { target } = await lending(empty);
    const report = await runSuite(target, { selection });
    expect(report.outcome).toBe('undecided');
    const offset = checks(report).find(({ rule }) => rule === 'lending.listTransactions.offset');
    expect(offset?.reasons[0]?.hint).toBe('put transactions with different times into the data');
  });

  test('rules that may stay undecided do not', async () => {
    const { target } = await lending(empty);
    const report = await runSuite({ ...target, allowInconclusive: ['lending.listTransactions.*'] }, { selection });
    expect(report.outcome).toBe('conformant');
  });
});

test('a selected rule that watches is exercised by the requests of the others', async () => {
  const { target } = await lending();
  const report = await runSuite(target, { selection: { rules: ['wire.schema'], operations: ['listMarkets'] } });
  expect(checks(report)).toMatchObject([{ rule: 'wire.schema', operation: 'listMarkets', verdict: 'pass' }]);
});

test.each([{ rules: ['lending.listMarkets.*'] }, { operations: ['listMarkets'] }])(
  'a service without a match for %j gets no requests',
  async (selection) => {
    const { target, origin } = await lending();
    const services = { ...target.services, vault: bareService(`${origin}/vault`) };
    const report = await runSuite({ ...target, services }, { selection });
    expect(report.services.map(({ service }) => service)).toEqual(['lending']);
    expect(report.outcome).toBe('conformant');
  },
);

test('listeners get all events from start to end', async () => {
  const { target } = await lending();
  const events: RunEvent[] = [];
  await runSuite(target, {
    selection: { rules: ['lending.listMarkets.complete'] },
    onEvent: (event) => events.push(event),
  });
  expect(events[0]).toMatchObject({ type: 'run-started', services: [{ service: 'lending' }] });
  expect(events.find(({ type }) => type === 'service-started')).toMatchObject({ cases: 1 });
  expect(events.at(-2)).toMatchObject({ type: 'service-finished' });
  expect(events.at(-1)).toMatchObject({ type: 'run-finished' });
});
