import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { mountHealth } from './health.ts';

async function serving(ready: () => Promise<void>): Promise<string> {
  const app = express();
  mountHealth(app, ready);
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a probe of a hanging database is answered, with the reason, and all probes share one query', async () => {
  let requested = 0;
  const url = await serving(() => {
    requested += 1;
    return new Promise(() => undefined);
  });
  const answers = await Promise.all([1, 2, 3].map(() => fetch(`${url}/readyz`)));
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(await answers[0]?.json()).toMatchObject({ hint: expect.stringContaining('has not answered') });
  expect(requested).toBe(1);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test('a probe returns the reason why the server is not ready, and reports when it is ready again', async () => {
  let problem: string | undefined = 'the disk is full';
  const url = await serving(async () => {
    if (problem !== undefined) throw new Error(problem);
  });
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ code: 503, hint: 'the disk is full' });
  problem = undefined;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});
