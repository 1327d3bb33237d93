/** `/healthz`: the process answers. `/readyz`: the database answers too, and no shutdown has begun. */

import { sendJson } from '@wallet-services/runtime/express';
import type { IRouter, Response } from 'express';

/** @param ready rejects, with the reason, when the server should get no new requests */
export function mountHealth(app: IRouter, ready: () => Promise<void>): void {
  app.get('/healthz', (_request, response: Response) => sendJson(response, 200, { status: 'ok' }));
  app.get('/readyz', async (_request, response: Response) => {
    try {
      await ready();
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
