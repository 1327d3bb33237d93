/** Payment codes of the sandbox wallet network: what a link `<scheme>://codes/<code_id>` asks to be paid. */
import { Refusal } from '@wallet-services/contract/lending';
import type { IRouter, Response } from 'express';
import { sendJson } from '../http/errors.ts';
import type { PaymentCode, RunningService } from '../service.ts';

/** Serves `GET /wallet/codes/{code_id}` from whichever service made the code. */
export function mountCodes(app: IRouter, services: readonly RunningService[]): void {
  app.get('/wallet/codes/:code_id', async (request, response: Response) => {
    const code = await findCode(services, request.params.code_id);
    if (code === undefined) throw new Refusal(404, `there is no payment code ${request.params.code_id}`);
    sendJson(response, 200, code);
  });
}

async function findCode(services: readonly RunningService[], codeId: string): Promise<PaymentCode | undefined> {
  for (const service of services) {
    const code = await service.findCode?.(codeId);
    if (code !== undefined) return code;
  }
  return undefined;
}
