/** Runs the Arazzo workflows with `redocly respect`, as an implementer does, here against the reference server. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@wallet-services/contract/services';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { startServer } from '@wallet-services/server';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const MIRA = '5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d';
const JONAS = '6c2e8d9f-a031-4b4c-9d5e-6f7a8b9c0d1e';

function respect(addresses: Readonly<Record<string, string>>, input: object) {
  const files = Object.keys(addresses).map((service) => `e2e/arazzo/${service}.arazzo.yaml`);
  const servers = Object.entries(addresses).flatMap(([service, url]) => ['--server', `${service}=${url}`]);
  const args = ['respect', ...files, ...servers, '--input', JSON.stringify(input)];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise<{ failed: boolean; output: string }>((resolve) => {
    const limits = { cwd: root, env, timeout: PATIENCE, maxBuffer: 2 ** 24 };
    execFile(`${root}node_modules/.bin/redocly`, args, limits, (error, stdout, stderr) => {
      resolve({ failed: error !== null, output: stdout + stderr });
    });
  });
}

it('succeed, and fail against another service', async () => {
  const server = await startServer({ port: 0, rpcPort: 0 });
  try {
    const token = async (user: string) => (await fetch(`${server.httpUrl}/wallet/demo/token?user_id=${user}`)).text();
    const [writer, reader] = [await token(MIRA), await token(JONAS)];
    const credentials = { app: '7a2e94d1-3c5b-4f80-b6d7-18e9f0a1b2c3', secret: 'lantern-help-desk-sandbox-secret' };
    const input = { ...credentials, token: reader, user: JONAS, writer, reader, bot: 2 };
    const addresses = Object.fromEntries(serviceNames.map((name) => [name, `${server.httpUrl}/${name}`]));
    const all = await respect(addresses, input);
    expect(all.failed, all.output).toBe(false);
    expect(all.output).toMatch(/Steps: .*7 passed/);
    const wrong = await respect({ vault: `${server.httpUrl}/swap` }, input);
    expect(wrong.failed, wrong.output).toBe(true);
  } finally {
    await server.close();
  }
});
