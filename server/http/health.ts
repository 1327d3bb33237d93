/** Health probes: `/healthz`: the process answers. `/readyz`: the database answers too, and no shutdown has begun. */

import { setTimeout as wait } from 'node:timers/promises';
import { sendJson } from '@wallet-services/runtime/express';
import type { IRouter, Response } from 'express';

/** Longest wait of a probe for the database, in milliseconds. */
const PATIENCE = 1_500;

/** Shares one check between concurrent probes: a hanging database gets no further queries. */
function shared(ready: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= ready().finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function inTime(ready: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  const late = wait(PATIENCE, undefined, { signal: over.signal, ref: false }).then(() => {
    throw new Error(`the database has not answered for ${PATIENCE / 1000} s: it hangs, or is overloaded`);
  });
  try {
    await Promise.race([ready(), late]);
  } finally {
    late.catch(() => undefined);
    over.abort();
  }
}

/** @param ready rejects, with the reason, when the server should get no new requests */
export function mountHealth(app: IRouter, ready: () => Promise<void>): void {
  const check = shared(ready);
  app.get('/healthz', (_request, response: Response) => sendJson(response, 200, { status: 'ok' }));
  app.get('/readyz', async (_request, response: Response) => {
    try {
      await inTime(check);
      sendJson(response, 200, { status: 'ready' });
    } catch (error) {
      sendJson(response, 503, {
        code: 503,
        msg: 'not ready',
        hint: error instanceof Error ? error.message : String(error),
      });
    }
  });
}
