/** Runs fifty test files at once, each in a separate world: none is affected by the changes of another. */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { startServer } from '@wallet-services/server';
import { expect, test } from 'vitest';

const FILES = 50;
const here = fileURLToPath(new URL('.', import.meta.url));

/** Each file uses another time, another fault and other requests, and would notice those of others. */
const file = `
import { worldFixtures, type WorldFixtures } from '@wallet-services/client/sandbox';
import { expect, test as base } from 'vitest';

const test = base.extend<WorldFixtures>(worldFixtures());
const number = Number(/(\\d+)\\.world/.exec(import.meta.url)?.[1]);

test('a world of its own', async ({ world }) => {
  const { vault } = world.services;
  await world.advance(\`\${number + 1}d\`);
  await world.fault('listCollateralTypes', { status: 500 + (number % 4), times: 1 });
  const days = async () => {
    const { data } = await (await fetch(\`\${vault}/time\`)).json();
    return Math.round((Date.parse(data.iso) - Date.now()) / 86_400_000);
  };
  expect(await days()).toBe(number + 1);
  expect((await fetch(\`\${vault}/cats\`)).status).toBe(500 + (number % 4));
  expect((await fetch(\`\${vault}/cats\`)).status).toBe(200);
  expect(await days()).toBe(number + 1);
  await world.called('listCollateralTypes', { times: 2 });
  await world.called('readTime', { times: 2 });
});
`;

test(`${FILES} files at once do not affect each other`, async () => {
  const folder = await mkdtemp(join(here, '.parallel-'));
  const server = await startServer({ port: 0, rpcPort: 0 });
  try {
    for (let number = 0; number < FILES; number += 1) await writeFile(join(folder, `${number}.world.ts`), file);
    await writeFile(
      join(folder, 'vitest.config.ts'),
      'export default { test: { include: ["*.world.ts"], isolate: false, maxWorkers: 4 } };\n',
    );
    const report = join(folder, 'report.json');
    const program = join(here, '../../node_modules/vitest/vitest.mjs');
    await promisify(execFile)(
      process.execPath,
      [program, 'run', '--root', folder, '--reporter', 'json', '--outputFile', report],
      { env: { ...process.env, SANDBOX_URL: server.httpUrl }, timeout: PATIENCE },
    ).catch(() => undefined);
    const { testResults }: { testResults: { assertionResults: { failureMessages: string[] }[] }[] } = JSON.parse(
      await readFile(report, 'utf8'),
    );
    expect(testResults).toHaveLength(FILES);
    expect(
      testResults.flatMap(({ assertionResults }) => assertionResults.flatMap((one) => one.failureMessages)),
    ).toEqual([]);
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
});
