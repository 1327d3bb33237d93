/** Runs Prism's own command on the documents, without the mock. */
import { createRequire } from 'node:module';
import { afterEach, expect, it } from 'vitest';
import { serviceNames } from './services.ts';
import { createJudge, readDocument, send } from './testing/judge.ts';
import { type Program, run } from './testing/program.ts';
import { sampledOperations } from './testing/requests.ts';

let prism: Program | undefined;

afterEach(async () => {
  await prism?.stop('SIGKILL');
});

it.each(serviceNames)(
  'npx prism mock generated/openapi/%s.yaml answers every operation as documented',
  async (service) => {
    const command = createRequire(import.meta.url).resolve('@stoplight/prism-cli');
    prism = run(command, ['mock', `generated/openapi/${service}.yaml`, '--port', '0']);
    const url = (await prism.printed(/Prism is listening on http:\S+/)).match(/listening on (http:\S+)/)?.[1] ?? '';
    const document = await readDocument(service);
    const judge = createJudge(document);
    for (const { operation, requests } of sampledOperations(document)) {
      const answer = await send(url, requests[0]);
      expect(judge(operation.operationId, answer)).toBeUndefined();
      expect(answer.status).toBe(200);
    }
  },
);
