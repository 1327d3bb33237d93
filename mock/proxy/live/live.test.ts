import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { afterEach, describe, expect, it } from 'vitest';
import { sendRaw, startUpstream } from '../../testing/upstream.ts';
import { type RunningProxy, startProxy } from '../start.ts';
import type { LiveOptions } from './live.ts';

const open: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

const flip = (id: number) => ({ id, note: 'Mira Quitt, Oak Lane' });

/** A vault service with pages of two items, whatever the limit, that answers any caller. */
async function vault(more: object = {}): Promise<string> {
  const upstream = await startUpstream((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
    const pagination = { next_cursor: '', has_next: false };
    const body =
      pathname === '/me/vats'
        ? { ts: Date.now(), data: { vaults: [flip(1)], pagination } }
        : { ts: Date.now(), flips: [flip(1), flip(2)], pagination, ...more };
    outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
    outgoing.end(gzipSync(JSON.stringify(body)));
  });
  open.push(upstream);
  return upstream.url;
}

async function proxied(rules: LiveOptions, url: string): Promise<RunningProxy & { readonly side: string }> {
  const proxy = await startProxy({ upstreams: { vault: url }, port: 0, form: false, rules: { side: 0, ...rules } });
  open.push(proxy);
  return { ...proxy, side: proxy.live?.url ?? '' };
}

const secret = { Authorization: 'Bearer s3cret-of-mira', Cookie: 'session=s3cret' };

describe('traffic is judged', () => {
  it('by the rules of its operation, each finding once, with its rule and a command', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lines-'));
    open.push({ close: () => rm(folder, { recursive: true }) });
    const lines = join(folder, 'findings.jsonl');
    const reported: string[] = [];
    const proxy = await proxied({ lines, onFinding: ({ rule }) => reported.push(rule) }, await vault());
    for (let round = 0; round < 10; round += 1) await sendRaw(`${proxy.urls.vault}/flips?limit=1`, { headers: secret });
    await sendRaw(`${proxy.urls.vault}/me/vats`);
    await proxy.idle();
    expect(reported).toContain('vault.listFlips.limited.at-most');
    expect(reported).toContain('vault.listMyVaults.access.refused');
    expect(new Set(reported).size).toBeLessThanOrEqual(reported.length);
    const found = proxy.live?.findings().find(({ rule }) => rule === 'vault.listFlips.limited.at-most');
    expect(found).toMatchObject({ count: 10, verdict: 'fail', operation: 'listFlips', actual: '2', pointer: '/flips' });
    expect(found?.curl).toMatch(/^curl -i .*"authorization: Bearer \$TOKEN".*flips\?limit=1/);
    const { text: metrics } = await read(`${proxy.side}/metrics`);
    expect(metrics).toContain(
      'traffic_findings_total{service="vault",operation="listFlips",rule="vault.listFlips.limited.at-most",verdict="fail"} 10',
    );
    expect(metrics).toContain('traffic_judged_total{service="vault",operation="listFlips"} 10');
    const { text: report, type } = await read(`${proxy.side}/report.json`);
    expect(type).toContain('application/json');
    expect(JSON.parse(report)).toMatchObject({ outcome: 'not conformant', traffic: true });
    await proxy.live?.close();
    const written = await readFile(lines, 'utf8');
    const counts = written
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ rule }) => rule === 'vault.listFlips.limited.at-most')
      .map(({ count }) => count);
    expect(counts).toEqual([1, 10]);
    for (const text of [metrics, report, written, JSON.stringify(proxy.live?.findings())]) {
      for (const value of ['s3cret', 'Mira', 'Oak Lane']) expect(text).not.toContain(value);
    }
  });

  it('for all exchanges of the sampled callers only', async () => {
    const proxy = await proxied({ sample: 0.5 }, await vault());
    for (let caller = 0; caller < 24; caller += 1) {
      const headers = { Authorization: `Bearer caller-number-${caller}` };
      for (let round = 0; round < 3; round += 1) await sendRaw(`${proxy.urls.vault}/flips`, { headers });
    }
    await proxy.idle();
    const counts = proxy.live?.counts() ?? { passed: 0, judged: 0, 'not sampled': 0 };
    expect(counts.passed).toBe(72);
    expect(counts.judged % 3).toBe(0);
    expect([counts.judged > 0, counts.judged < 72]).toEqual([true, true]);
    expect(counts.judged + counts['not sampled']).toBe(72);
  });

  it('and is forwarded even if a body is too large to be judged', async () => {
    const url = await vault({ flips: Array.from({ length: 3000 }, (_, id) => ({ id, at: Math.sin(id) })) });
    const proxy = await startProxy({ upstreams: { vault: url }, port: 0, form: false, limit: 1000, rules: {} });
    open.push(proxy);
    const { status } = await sendRaw(`${proxy.urls.vault}/flips`);
    await proxy.idle();
    expect([status, proxy.live?.counts()]).toMatchObject([200, { judged: 0, 'no whole body': 1 }]);
  });
});

describe('the side port', () => {
  it('has a page that receives updates', async () => {
    const proxy = await proxied({}, await vault());
    const page = await read(`${proxy.side}/`);
    expect(page.text).toMatch(/^<!doctype html>\n<html lang="en">/);
    await sendRaw(`${proxy.urls.vault}/flips?limit=1`);
    await proxy.idle();
    const response = await fetch(`${proxy.side}/events`, { signal: AbortSignal.timeout(PATIENCE) });
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    await reader?.cancel();
    const state = JSON.parse(
      Buffer.from(value ?? [])
        .toString()
        .replace(/^data: /, ''),
    );
    expect(state).toMatchObject({ counts: { passed: 1, judged: 1, unjudged: 0 } });
    expect(state.findings.map(({ rule }: { rule: string }) => rule)).toContain('vault.listFlips.limited.at-most');
  });

  it('lists its addresses', async () => {
    const proxy = await proxied({}, await vault());
    expect(await read(`${proxy.side}/nothing`)).toMatchObject({
      status: 404,
      text: expect.stringContaining('/metrics'),
    });
    expect(await read(`${proxy.side}/metrics`, { method: 'POST' })).toMatchObject({ status: 405 });
  });
});

async function read(url: string, more: RequestInit = {}) {
  const response = await fetch(url, { ...more, signal: AbortSignal.timeout(PATIENCE) });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}
