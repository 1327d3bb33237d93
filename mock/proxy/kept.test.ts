import { afterEach, expect, it } from 'vitest';
import { type RawRequest, sendRaw, startSocketUpstream } from '../testing/upstream.ts';
import { type RunningProxy, startProxy } from './start.ts';

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{"ts":1}';

/** A service that reports the connection of each request, and may close one at its second request. */
async function beforeForgetful(isForgetful: boolean): Promise<{ proxy: RunningProxy; requested: string[] }> {
  const requested: string[] = [];
  let connections = 0;
  const upstream = await startSocketUpstream((socket) => {
    connections += 1;
    const connection = connections;
    let before = 0;
    socket.on('data', (bytes) => {
      before += 1;
      requested.push(`${connection} ${bytes.toString().split(' ')[0]}`);
      if (isForgetful && before > 1) socket.destroy();
      else socket.write(ANSWER);
    });
  });
  const proxy = await startProxy({ upstreams: { vault: upstream.url }, port: 0, form: false });
  open.push(proxy, upstream);
  return { proxy, requested };
}

async function statuses(proxy: RunningProxy, requests: readonly RawRequest[]): Promise<number[]> {
  const all: number[] = [];
  for (const request of requests) all.push((await sendRaw(`${proxy.urls.vault}/time`, request)).status);
  return all;
}

it('gets the next request on the same connection', async () => {
  const { proxy, requested } = await beforeForgetful(false);
  expect(await statuses(proxy, [{}, {}, { method: 'HEAD' }])).toEqual([200, 200, 200]);
  expect(requested).toEqual(['1 GET', '1 GET', '1 HEAD']);
});

it('that closes a kept-alive connection gets the request again on a new one', async () => {
  const { proxy, requested } = await beforeForgetful(true);
  expect(await statuses(proxy, [{}, {}])).toEqual([200, 200]);
  expect(requested).toEqual(['1 GET', '1 GET', '2 GET']);
  await proxy.idle();
  expect(proxy.summary()).toMatchObject({ requests: 2, failures: [] });
});

it('never gets a write twice, because each write has its own connection', async () => {
  const { proxy, requested } = await beforeForgetful(true);
  expect(await statuses(proxy, [{}, { method: 'POST' }, { method: 'DELETE' }, { method: 'PUT' }])).toEqual([
    200, 200, 200, 200,
  ]);
  expect(requested).toEqual(['1 GET', '2 POST', '3 DELETE', '4 PUT']);
});
