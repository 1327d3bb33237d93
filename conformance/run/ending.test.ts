import { describe, expect, it } from 'vitest';
import { normalised } from '../model/document/normalised.ts';
import { bareService } from '../model/target.ts';
import { jsonReply } from '../mutation/proxy/reply.ts';
import { start } from '../mutation/proxy/start.ts';
import { type FinishedCase, runCases } from './cases.ts';
import { suiteContextOf } from './context.ts';
import { contractOf } from './contract.ts';
import { Ending } from './ending.ts';
import type { RunReport } from './report.ts';
import { runSuite } from './suite.ts';

const content = { 'application/json': { schema: { type: 'string' } } };
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const paths = names.map((name) => [`/${name}`, { get: { responses: { 200: { description: 'Fine', content } } } }]);
const document = normalised({
  openapi: '3.1.0',
  info: { title: 'Letters', version: '1' },
  paths: Object.fromEntries(paths),
});

/** Runs the suite and stops it at a request, which then has no reply. */
async function stoppedAt(stopping: number, body: unknown): Promise<RunReport> {
  const stop = new AbortController();
  let requests = 0;
  const server = await start(() => {
    requests += 1;
    if (requests < stopping) return jsonReply(200, body);
    stop.abort();
    return { kind: 'hang' };
  });
  const target = { services: { letters: bareService(server.origin) }, allowInconclusive: [] };
  try {
    return await runSuite(target, { contract: contractOf(document), concurrency: 1, stop: stop.signal });
  } finally {
    await server.close();
  }
}

describe('a run that its user stops', () => {
  it('is undecided, although nothing that was sent shows a fault', async () => {
    const report = await stoppedAt(4, 'fine');
    expect(report).toMatchObject({ outcome: 'undecided', ended: 'interrupted' });
    const verdicts = report.services.flatMap(({ checks }) => checks.map(({ verdict }) => verdict));
    expect(verdicts).toContain('pass');
    expect(verdicts).not.toContain('fail');
  });

  it('is not conformant where it found a fault', async () => {
    expect(await stoppedAt(4, 1)).toMatchObject({ outcome: 'not conformant', ended: 'interrupted' });
  });

  it('has no reason for an early end if everything was sent', async () => {
    const report = await stoppedAt(Number.POSITIVE_INFINITY, 'fine');
    expect(report.outcome).toBe('conformant');
    expect(report).not.toHaveProperty('ended');
  });
});

it('rejects requests after its time limit, and records that it did', () => {
  const [before, over] = [new Ending(Date.now() + 60_000), new Ending(Date.now())];
  expect([before.refusal(), over.refusal()?.reason]).toEqual([null, 'skipped']);
  expect([before.reason, over.reason, new Ending(Date.now()).reason]).toEqual([null, 'time', null]);
});

it('begins no conversation after the end, and reports its rules as blocked', async () => {
  const target = bareService('http://127.0.0.1:9');
  const suite = await suiteContextOf(contractOf(document), {
    service: 'letters',
    target,
    signIn: {},
    seed: 1,
    fuzz: 0,
  });
  const held: string[] = [];
  const conversation = (id: string) => ({
    id,
    operation: null,
    rules: [`${id}.rule`],
    hold: async () => void held.push(id),
  });
  const ending = new Ending(Date.now());
  const options = { suite, concurrency: 2, readOnly: false, ending, onFinished: (finished: FinishedCase) => finished };
  const send = () => Promise.reject(new Error('nothing is sent'));
  const finished = await runCases(['a', 'b'].map(conversation), { send }, options);
  expect([held, ending.reason]).toEqual([[], 'time']);
  expect(finished.flatMap(({ reported }) => [...reported])).toMatchObject(
    ['a', 'b'].map((id) => [
      `${id}.rule`,
      [{ verdict: 'blocked', reason: 'not sent, since the time of the run is over' }],
    ]),
  );
});
