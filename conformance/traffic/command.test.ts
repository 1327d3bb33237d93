import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../cli/main.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recorded-'));
  await writeFile(
    join(folder, 'traffic.har'),
    har('https://api.example.org/vault/flips?limit=1', { flips: [{ id: '1' }, { id: '2' }] }),
  );
  await writeFile(join(folder, 'cinema.har'), har('https://cinema.example.org/v2/films', { films: 'none' }));
});
afterAll(() => rm(folder, { recursive: true }));

const cinema = fileURLToPath(new URL('../examples/cinema/openapi.yaml', import.meta.url));

function har(url: string, answer: object): string {
  const request = { method: 'GET', url, headers: [] };
  const content = { mimeType: 'application/json', text: JSON.stringify(answer) };
  const entries = [
    { startedDateTime: '2025-11-21T02:00:00Z', time: 3, request, response: { status: 200, headers: [], content } },
  ];
  return JSON.stringify({ log: { version: '1.2', entries } });
}

async function check(...args: readonly string[]) {
  let [output, errors] = ['', ''];
  const code = await main(
    args.map((one) =>
      one.endsWith('.har') || one.endsWith('.json') || one.endsWith('.html') ? join(folder, one) : one,
    ),
    {
      environment: {},
      output: { write: (text) => (output += text) },
      errors: { write: (text) => (errors += text) },
      signal: new AbortController().signal,
    },
  );
  return { code, output, errors };
}

test('--har FILE beside an address does not overwrite a recording of others', async () => {
  const before = await readFile(join(folder, 'traffic.har'), 'utf8');
  const { code, errors } = await check('--har', 'traffic.har', '--vault', 'http://127.0.0.1:9');
  expect([code, errors]).toEqual([2, expect.stringContaining('to judge it, use --recorded')]);
  expect(await readFile(join(folder, 'traffic.har'), 'utf8')).toBe(before);
});

test('--har FILE without an address judges it, and writes the reports of a check', async () => {
  const { code, output, errors } = await check(
    '--har',
    'traffic.har',
    '--json',
    'report.json',
    '--html',
    'report.html',
  );
  expect(code).toBe(1);
  expect(errors).toContain('https://api.example.org/vault is read as vault');
  expect(output).toMatch(/FAIL vault\.listFlips\.limited\.at-most/);
  expect(output).toContain('NOT CONFORMANT, as far as the traffic shows');
  expect(JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))).toMatchObject({ traffic: true });
  expect(await readFile(join(folder, 'report.html'), 'utf8')).toContain('vault.listFlips.limited.at-most');
});

test('--recorded FILE accepts addresses, and a part of the rules', async () => {
  const elsewhere = await check('--recorded', 'traffic.har', '--vault', 'https://api.example.org/elsewhere');
  expect([elsewhere.code, elsewhere.output]).toEqual([3, expect.stringContaining('UNDECIDED')]);
  const one = await check(
    '--recorded',
    'traffic.har',
    '--vault',
    'https://api.example.org/vault',
    '--rule',
    'vault.listFlips.sorted.*',
  );
  expect(one.code).toBe(2);
  const right = await check(
    '--recorded',
    'traffic.har',
    '--vault',
    'https://api.example.org/vault',
    '--rule',
    'wire.answer',
  );
  expect(right.code).toBe(0);
});

test('--document describes any other API', async () => {
  const { code, output } = await check(
    '--document',
    cinema,
    '--recorded',
    'cinema.har',
    '--url',
    'https://cinema.example.org/v2',
  );
  expect([code, output]).toEqual([1, expect.stringContaining('FAIL')]);
});

test('a missing file is reported in one line', async () => {
  const { code, errors } = await check('--har', 'nowhere.har');
  expect([code, errors.split('\n').length]).toEqual([2, 2]);
  expect(errors).toContain('cannot be read (ENOENT)');
});
