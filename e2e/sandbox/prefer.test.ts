/** Tests `Prefer` in the sandbox as in the mock: every status and every example of every operation. */
import { openSandbox } from '@wallet-services/client/sandbox';
import { serviceNames } from '@wallet-services/contract/services';
import { createJudge, readDocument, send } from '@wallet-services/mock/testing/judge';
import { sampledOperations } from '@wallet-services/mock/testing/requests';
import { type RunningServer, startServer } from '@wallet-services/server';
import { demoApplications } from '@wallet-services/server/testing/assistant';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const MIRA = '5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d';

let server: RunningServer;
let credentials: Record<string, string>;
/** The comment service has its own sessions. */
let session: string;
beforeAll(async () => {
  server = await startServer({ port: 0, rpcPort: 0 });
  const [application] = await demoApplications();
  const main = await openSandbox({ url: server.httpUrl }).find('main');
  const token = await main.token(MIRA);
  const signedIn = await fetch(`${server.httpUrl}/comment/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ method: 'mixin_token', mixin_token: token }),
  });
  ({
    data: { access_token: session },
  } = (await signedIn.json()) as { data: { access_token: string } });
  credentials = {
    Authorization: `Bearer ${token}`,
    'X-ASSISTANT-APPID': application?.app_id ?? '',
    'X-ASSISTANT-SECRET': application?.secret ?? '',
  };
});
afterAll(() => server.close());

describe.each(serviceNames)('%s', async (service) => {
  const document = await readDocument(service);
  const judge = createJudge(document);
  test.each(sampledOperations(document).map((sampled) => [sampled.operation.operationId, sampled] as const))(
    '%s',
    async (id, { operation, requests: [plain] }) => {
      const responseTo = async (Prefer: string) =>
        send(`${server.httpUrl}/${service}`, plain, {
          ...credentials,
          ...(service === 'comment' ? { Authorization: `Bearer ${session}` } : {}),
          Prefer,
        });
      for (const [status, { content }] of Object.entries(operation.responses)) {
        for (const code of status === '4XX' ? [400, 403, 404, 409, 429] : [Number(status)]) {
          const answer = await responseTo(`code=${code}`);
          const contentType = answer.contentType.replace(/;.*/, '');
          expect([answer.status, judge(id, { ...answer, contentType })]).toEqual([code, undefined]);
          expect(answer.headers.get('preference-applied')).toBe(`code=${code}`);
        }
        for (const [name, { value }] of Object.entries(content?.['application/json']?.examples ?? {})) {
          const answer = await responseTo(`example=${name}`);
          expect([name, answer.body]).toEqual([name, value]);
        }
      }
      expect((await responseTo('example=nonsense')).status).toBe(404);
      expect((await responseTo('code=many')).status).toBe(400);
    },
  );
});
