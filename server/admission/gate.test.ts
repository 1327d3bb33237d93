import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { keptLog } from '../testing/server.ts';
import { createGate } from './gate.ts';
import type { PressureLimits } from './pressure.ts';

const LARGE = 'x'.repeat(8 * 1_048_576);

/** A server behind a gate, with answers that the test defines. */
async function gated(listener: RequestListener, limits?: PressureLimits, log = pino({ level: 'silent' })) {
  const gate = createGate(log, limits);
  const server = createServer((request, response) => {
    gate.enter(request, response).then(
      () => listener(request, response),
      ({ status }) => response.writeHead(status).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    gate.stop();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, send: (path: string) => fetch(`http://127.0.0.1:${port}${path}`) };
}

test('unread large answers make the next large one a 503; small ones pass, and the room is freed again', async () => {
  const { port, send } = await gated((request, response) => void response.end(request.url === '/large' ? LARGE : 'x'));
  const sockets = Array.from({ length: 3 }, () => connect(port, '127.0.0.1').pause());
  for (const socket of sockets) socket.on('error', () => undefined).write('GET /large HTTP/1.1\r\nHost: h\r\n\r\n');
  await expect
    .poll(async () => {
      const { status, headers } = await send('/large');
      return [status, headers.get('retry-after')];
    })
    .toEqual([503, '1']);
  const small = await send('/small');
  expect([small.status, await small.text()]).toEqual([200, 'x']);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await send('/large')).status).toBe(200);
});

test('a late event loop makes the server refuse all but a lone request, which is logged once', async () => {
  const { log, lines } = keptLog();
  let late = true;
  const held: ServerResponse[] = [];
  const { send } = await gated(
    (request, response) => void (request.url === '/held' ? held.push(response) : response.end()),
    { delay: 5, heap: 2 },
    log,
  );
  const block = async () => {
    while (late) {
      const until = performance.now() + 60;
      while (performance.now() < until);
      await wait(1);
    }
  };
  const first = send('/held');
  await expect.poll(() => held.length).toBe(1);
  const blocking = block();
  await expect.poll(async () => (await send('/')).status).toBe(503);
  held[0]?.end();
  await first;
  await expect.poll(async () => (await send('/')).status).toBe(200);
  late = false;
  await blocking;
  expect(lines.filter(({ msg }) => msg === 'refusing requests with 503')).toMatchObject([
    { reason: expect.stringMatching(/^the event loop is \d+ ms late$/) },
  ]);
});

test('a heap that is full after it was cleaned counts as pressure', async () => {
  setFlagsFromString('--expose-gc');
  const clean: () => void = runInNewContext('gc');
  const { send } = await gated((_request, response) => void response.end(), { heap: 0 });
  expect((await send('/')).status).toBe(200);
  await expect
    .poll(async () => {
      clean();
      return (await send('/')).status;
    })
    .toBe(503);
});
