/**
 * Checks an API that the suite has no code for, with the document that the guide's command creates and a correct
 * server.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../cli/main.ts';
import { mutantsOfDocument } from '../../mutation/command/document.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const document = join(here, 'openapi.yaml');
const target = join(here, 'target.yaml');

/** The file that `npx` runs. */
const tsp = fileURLToPath(new URL('../../../node_modules/.bin/tsp', import.meta.url));

function mustSkipPython(): boolean {
  if (spawnSync('python3', ['--version']).status === 0 || process.env['CI']) return false;
  process.stderr.write('\nSKIPPED: the server of the cinema needs python3: apt-get install python3\n\n');
  return true;
}

test('the document equals the output of its TypeSpec', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cinema-'));
  try {
    await promisify(execFile)(tsp, ['compile', here, '--output-dir', folder]);
    expect(await readFile(join(folder, 'openapi.yaml'), 'utf8')).toBe(await readFile(document, 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

describe.skipIf(mustSkipPython())('a server in the standard library of Python', () => {
  let server: ChildProcess;
  let url = '';

  beforeAll(async () => {
    server = spawn('python3', [join(here, 'server.py'), '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    if (server.stdout === null) throw new Error('the server prints nothing');
    [url] = await once(createInterface(server.stdout), 'line');
  });
  afterAll(() => {
    server?.kill();
  });

  test('passes, with everything decided', async () => {
    let output = '';
    const code = await main(['--document', document, '--target', target, '--url', url], {
      environment: {},
      output: { write: (text) => (output += text) },
      errors: { write: () => undefined },
      signal: new AbortController().signal,
    });
    expect(output).toContain('CONFORMANT');
    expect(output).not.toContain('Not decided');
    expect(code).toBe(0);
  });

  // This runs some 310 servers one after the other.
  test('is found out with each fault that its declarations name', async () => {
    const lines: string[] = [];
    const code = await mutantsOfDocument({ document, target, url }, (line) => lines.push(line));
    expect(lines.filter((line) => !line.startsWith('killed'))).toEqual([
      expect.stringMatching(/^cinema: (\d+) of \1 faulty servers detected$/),
    ]);
    expect(lines.length).toBeGreaterThan(250);
    expect(code).toBe(0);
  });

  test('shows one fault with the complete report on it', async () => {
    const lines: string[] = [];
    const mutant = 'listFilms: a page holds one more than its limit';
    const folder = await mkdtemp(join(tmpdir(), 'cinema-'));
    const har = join(folder, 'run.har');
    try {
      expect(await mutantsOfDocument({ document, target, url, mutant, har }, (line) => lines.push(line))).toBe(0);
      const { log } = JSON.parse(await readFile(har, 'utf8'));
      const request = log.entries.map((entry: { request: { url: string } }) => new URL(entry.request.url).pathname);
      expect(request).toContain('/films');
      expect(log.entries.length).toBeGreaterThan(50);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    expect(lines.join('\n')).toContain('FAIL cinema.listFilms.limited.at-most');
    const several = mutantsOfDocument({ document, target, url, mutant: 'listFilms*', har }, () => undefined);
    await expect(several).rejects.toThrow('--har records one faulty server');
    await expect(mutantsOfDocument({ document, target, url, mutant: 'no*' }, () => undefined)).rejects.toThrow(
      'there is no such faulty server',
    );
  });
});
