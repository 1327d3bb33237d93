import { afterAll, beforeAll, expect, test } from 'vitest';
import { forwardTo } from '../fault/proxy/forward.ts';
import { behind, type Fault, jsonReply, successOf } from '../fault/proxy/reply.ts';
import { start } from '../fault/proxy/start.ts';
import { isObject } from '../model/json.ts';
import type { RunReport } from '../run/report.ts';
import { runSuite } from '../run/suite.ts';
import type { Target } from '../target/target.ts';
import { type Reference, startReference } from '../testing/reference.ts';
import { explained } from './merge.ts';

let reference: Reference;

/** Those that answer at once: others wait for what never comes from a sick server. */
const services = ['lending', 'swap', 'vault'] as const;

beforeAll(async () => {
  reference = await startReference();
});

afterAll(() => reference.close());

/** The services behind a fault. gRPC stays with the correct server: a proxy of HTTP/1 cannot carry it. */
async function checkBehind(fault: Fault): Promise<RunReport> {
  const { target, contract } = reference;
  const { origin } = new URL(target.services.lending?.url ?? '');
  const forwarder = forwardTo(origin);
  const proxy = await start(behind(fault, forwarder.handler));
  try {
    const text = JSON.stringify(target).replaceAll(`${origin}/`, `${proxy.origin}/`);
    const moved: Target = JSON.parse(text.replaceAll(`"${origin}"`, `"${proxy.origin}"`));
    const selection = { services };
    return await runSuite(moved, { selection, contract, timeoutMs: 1000, maxBytes: 2 ** 20 });
  } finally {
    await proxy.close();
    forwarder.close();
  }
}

/** Findings before and after they are told together, over all services. */
function sizes(report: RunReport): { readonly raw: number; readonly told: number } {
  const raw = report.services.flatMap(({ checks }) => checks.flatMap(({ findings }) => findings)).length;
  return { raw, told: report.services.flatMap(explained).length };
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

test.each(Object.entries(sick))('%s is explained by a handful of findings, and none is lost', async (_, fault) => {
  const report = await checkBehind(fault);
  const { raw, told } = sizes(report);
  expect(raw).toBeGreaterThan(30);
  expect(told).toBeGreaterThan(0);
  expect(told).toBeLessThanOrEqual(12);
  const listed = report.services.flatMap(explained).flatMap(({ findings }) => findings);
  expect(listed).toHaveLength(raw);
});
