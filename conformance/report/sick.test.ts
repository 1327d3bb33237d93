import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Target } from '../model/target.ts';
import { isObject } from '../model/values/json.ts';
import { forwardTo } from '../mutation/proxy/forward.ts';
import { behind, type Fault, jsonReply, successOf } from '../mutation/proxy/reply.ts';
import { start } from '../mutation/proxy/start.ts';
import type { RunReport } from '../run/report.ts';
import { runSuite } from '../run/suite.ts';
import { type Reference, startReference } from '../testing/reference.ts';
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
    return await runSuite(moved, { selection, contract, timeoutMs: PATIENCE, maxBytes: 2 ** 20 });
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
