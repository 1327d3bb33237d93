/** Tests common generators as users run them: they generate all services, and the result compiles and reads answers. */
import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@wallet-services/contract/services';
import { type RunningServer, startServer } from '@wallet-services/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cache, place } from './install.ts';
import { others } from './others.ts';
import { NANOSECONDS, type Questions, questionsTo } from './questions.ts';
import { tools } from './tools.ts';
import { call, generate, newTrial } from './trial.ts';

let server: RunningServer;
let questions: Questions;

beforeAll(async () => {
  server = await startServer({ port: 0, rpcPort: 0 });
  await mkdir(cache, { recursive: true });
  questions = await questionsTo(server);
  expect(questions.expected['lending']).toBe(NANOSECONDS);
});

afterAll(() => server.close());

// Report missing generators; in CI, where they are installed before, they must not be missing.
const missing = tools.filter((tool) => !place(tool).installed).map(({ name }) => name);
if (!place({ from: 'npm' }).installed) missing.push('spectral');
if (missing.length > 0) {
  console.warn(`not tried: ${missing.join(', ')}; run \`node e2e/generators/install.ts\` first`);
}

describe.for(tools)('$name', (tool) => {
  const test = place(tool).installed || process.env['CI'] !== undefined ? it : it.skip;

  test('generates all services, compiles, and reads an answer of each', async () => {
    const trial = await newTrial(tool);
    try {
      for (const service of serviceNames) await generate(trial, service);
      expect(await call(trial, questions)).toEqual(questions.expected);
    } finally {
      await trial.remove();
    }
  });
});

it.for([...tools, ...others])('$name is listed on the page, with its command', async ({ command, out }) => {
  const page = await readFile(
    fileURLToPath(new URL('../../docs/guides/generate-a-client.md', import.meta.url)),
    'utf8',
  );
  const shown = command.replaceAll('SERVICE', 'lending').replace('DOCUMENT', 'lending.yaml');
  expect(page).toContain(shown.replace('OUT', `./${out.replaceAll('SERVICE', 'lending')}`));
});
