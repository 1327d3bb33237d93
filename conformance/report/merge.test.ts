import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Target } from '../model/target.ts';
import { isObject } from '../model/values/json.ts';
import { forwardTo } from '../mutation/proxy/forward.ts';
import { behind, type Fault, jsonReply, successOf } from '../mutation/proxy/reply.ts';
import { start } from '../mutation/proxy/start.ts';
import type { Check, Finding, RunReport } from '../run/report.ts';
import { runSuite } from '../run/suite.ts';
import { type Reference, startReference } from '../testing/reference.ts';
import { sampleCheck, sampleFinding, sampleReport } from '../testing/sample.ts';
import { explained } from './merge.ts';

let reference: Reference;

/** Services that answer at once: the checks of others wait for results that a faulty server never has. */
const services = ['lending', 'swap', 'vault'] as const;

beforeAll(async () => {
  reference = await startReference();
});

afterAll(() => reference.close());

/** The services behind a fault. gRPC stays with the correct server: a proxy of HTTP/1 cannot carry it. */
async function checkBehind(mutation: Fault): Promise<RunReport> {
  const { target, contract } = reference;
  const { origin } = new URL(target.services.lending?.url ?? '');
  const forwarder = forwardTo(origin);
  const proxy = await start(behind(mutation, forwarder.handler));
  try {
    const text = JSON.stringify(target).replaceAll(`${origin}/`, `${proxy.origin}/`);
    const moved: Target = JSON.parse(text.replaceAll(`"${origin}"`, `"${proxy.origin}"`));
    const selection = { services };
    return await runSuite(moved, { selection, contract, timeoutMs: 30_000, maxBytes: 2 ** 20 });
  } finally {
    await proxy.close();
    forwarder.close();
  }
}

/** The number of findings before and after merging, over all services. */
function sizes(report: RunReport): { readonly raw: number; readonly reported: number } {
  const raw = report.services.flatMap(({ checks }) => checks.flatMap(({ findings }) => findings)).length;
  return { raw, reported: report.services.flatMap(explained).length };
}

function changedEverywhere(change: (json: unknown) => unknown): Fault {
  return async (request, next) => {
    const reply = await next(request);
    const json = successOf(reply);
    return reply.kind !== 'reply' || json === undefined ? reply : { ...reply, body: JSON.stringify(change(json)) };
  };
}

const sick: Readonly<Record<string, Fault>> = {
  'always 500': () => jsonReply(500, { msg: 'broken' }),
  'always the same body': () => jsonReply(200, { ts: 1763690400000, data: [] }),
  'data without its envelope': changedEverywhere((json) => (isObject(json) && 'ts' in json ? json['data'] : json)),
};

test.each(Object.entries(sick))('%s is explained by a handful of findings, and none is lost', async (_, mutation) => {
  const report = await checkBehind(mutation);
  const { raw, reported } = sizes(report);
  expect(raw).toBeGreaterThan(30);
  expect(reported).toBeGreaterThan(0);
  expect(reported).toBeLessThanOrEqual(12);
  const listed = report.services.flatMap(explained).flatMap(({ findings }) => findings);
  expect(listed).toHaveLength(raw);
});

/** The rules in the report of these checks, in one list for each explanation. */
function reported(checks: readonly Check[]): readonly (readonly string[])[] {
  const [service] = sampleReport.services;
  if (service === undefined) return [];
  return explained({ ...service, checks }).map((one) => [...new Set(one.checks.map(({ rule }) => rule))]);
}

function failing(rule: string, changes: Partial<Finding>): Check {
  return sampleCheck(rule, { verdict: 'fail', findings: [{ ...sampleFinding, ...changes }] });
}

test('a difference of two answers is reported after the fault in one of them', () => {
  expect(
    reported([
      failing('lending.listMarkets.same-as.same', {
        subject: 'rpc AllMarkets',
        against: 'listMarkets',
        exchange: null,
      }),
      failing('lending.readMarket.one-of.listed', { subject: 'readMarket', against: 'listMarkets', exchange: null }),
      failing('wire.schema', { pointer: '/data/0/price' }),
      failing('lending.numbers.decimal-string', { pointer: '/data/0/price' }),
    ]),
  ).toEqual([
    ['lending.numbers.decimal-string', 'wire.schema'],
    ['lending.listMarkets.same-as.same'],
    ['lending.readMarket.one-of.listed'],
  ]);
  expect(
    reported([
      failing('lending.listMarkets.paged.continues', { against: 'listMarkets' }),
      failing('lending.createMarket.read-back.readable', { subject: 'readMarket', against: 'createMarket' }),
      failing('lending.listMarkets.belongs-to.asset_id', {}),
    ]),
  ).toEqual([
    ['lending.listMarkets.belongs-to.asset_id', 'lending.listMarkets.paged.continues'],
    ['lending.createMarket.read-back.readable'],
  ]);
});

test('the answer that most others differ from is blamed, whatever the verdict', () => {
  const of = (rule: string, subject: string, against: string) => failing(rule, { subject, against });
  expect(
    reported([
      of('lending.listMarkets.same-as.same', 'listAll', 'listMarkets'),
      of('lending.listOwn.same-as.same', 'listMarkets', 'listOwn'),
      of('lending.readMarket.one-of.listed', 'readMarket', 'listMarkets'),
    ]),
  ).toEqual([
    ['lending.listOwn.same-as.same'],
    ['lending.listMarkets.same-as.same'],
    ['lending.readMarket.one-of.listed'],
  ]);
  const warning = { ...sampleFinding, verdict: 'warn', subject: 'listMarkets' } as const;
  expect(
    reported([
      of('lending.readMarket.one-of.listed', 'readMarket', 'listMarkets'),
      sampleCheck('lending.listMarkets.refers-to.asset_id', { verdict: 'warn', findings: [warning] }),
      failing('lending.listOwn.sorted', { subject: 'listOwn', pointer: '/data/0/id' }),
    ]),
  ).toEqual([
    ['lending.listOwn.sorted'],
    ['lending.listMarkets.refers-to.asset_id'],
    ['lending.readMarket.one-of.listed'],
  ]);
});

test('where the shape of an answer is wrong, its consequences elsewhere are reported later', () => {
  const refusal = { ...sampleFinding.exchange, method: 'GET', url: '', requestBody: null, contentType: null };
  const refused = { pointer: null, actual: 'status 404', exchange: { ...refusal, status: 404, answer: 'nothing' } };
  expect(
    reported([
      ...['readMarket', 'readPrice', 'readUser'].map((subject) =>
        failing('input.valid-accepted', { ...refused, subject }),
      ),
      failing('lending.listUsers.counts.exact', { subject: 'listUsers', pointer: '/data/0/markets' }),
      failing('wire.schema', { pointer: '/data/0/id' }),
    ]),
  ).toEqual([['wire.schema'], ['lending.listUsers.counts.exact'], ['input.valid-accepted']]);
});

test('a missing operation explains its rejections, and no others', () => {
  const refusal = { ...sampleFinding.exchange, method: 'GET', url: '', requestBody: null, contentType: null };
  const refused = (status: number, answer: string) => ({
    pointer: null,
    exchange: { ...refusal, status, answer },
  });
  expect(
    reported([
      failing('lending.version.path-prefix', { ...refused(404, 'no /a'), actual: 'status 404' }),
      failing('lending.listMarkets.complete', { ...refused(500, 'oops'), actual: 'status 500' }),
      failing('lending.listTransactions.offset', { ...refused(404, 'no /b'), subject: 'listTransactions' }),
      failing('input.valid-accepted', { ...refused(404, 'no /c'), isAbsent: true }),
    ]),
  ).toEqual([
    ['input.valid-accepted', 'lending.version.path-prefix'],
    ['lending.listMarkets.complete'],
    ['lending.listTransactions.offset'],
  ]);
});
