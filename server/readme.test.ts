import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { testServer } from './testing/server.ts';

/** Runs the block of README.md that begins with a line, on a server of its own; its answers, line by line. */
async function runBlock(beginning: string): Promise<unknown[]> {
  const readme = await readFile(new URL('README.md', import.meta.url), 'utf8');
  const block = readme.split('```').find((part) => part.startsWith(`\n${beginning}`));
  if (block === undefined) throw new Error(`README.md has no block that begins with ${beginning}`);
  const { httpUrl } = await testServer();
  const script = block.replace('http://127.0.0.1:4000', httpUrl).replaceAll(/\bcurl /g, 'curl -s -w "\\n" ');
  const { stdout } = await promisify(execFile)('bash', ['-ec', script], { timeout: 15_000 });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

test('the lending story of the README plays', async () => {
  const [payment, markets, transactions] = await runBlock('B=');
  expect(payment).toMatchObject({ data: { state: 'accepted', amount: '1' } });
  expect(markets).toMatchObject({ data: [{ symbol: 'BTC', total_cash: '183.50316411' }, {}, {}, {}] });
  expect(transactions).toMatchObject([{ action: 1 }, { action: 5, data: { origin: 1 } }]);
});
