/** Every command in the Markdown of the repository is run: by a test of its folder, or here. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { freePorts } from '@wallet-services/kit/testing/ports';
import { snippetsOf } from '@wallet-services/kit/testing/snippets';
import { type RunningServer, startServer } from '@wallet-services/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commandsOf } from './markdown/commands.ts';
import { kindOf, root, textOf } from './read/repository.ts';
import { markdownFiles } from './testing/markdown-files.ts';

interface Elsewhere {
  /** A test that runs all commands of a file. */
  readonly files: Readonly<Record<string, string>>;
  /** Commands that a test runs. */
  readonly tests: Readonly<Record<string, readonly string[]>>;
  /** Commands that are not run. */
  readonly reasons: Readonly<Record<string, string>>;
}

interface Way {
  /** The command to run instead; absent: the command itself, at the addresses of this test. */
  readonly as?: string;
  /** Exit codes that it may have. */
  readonly codes?: readonly number[];
  readonly prints: RegExp;
}

/** Commands that end by themselves. */
const ways: Readonly<Record<string, Way>> = {
  'npm run check -- --lending http://127.0.0.1:8080 --rule lending.listTransactions.limited.at-most': {
    prints: /CONFORMANT/,
  },
  // Without credentials and known ids, some rules stay undecided: exit code 3.
  'npm run check -- --comment http://127.0.0.1:8081/api --swap http://127.0.0.1:8082/api': {
    codes: [0, 3],
    prints: /CONFORMANT|UNDECIDED/i,
    as: 'npm run check -- --comment http://127.0.0.1:8081/api --swap http://127.0.0.1:8082/api --read-only',
  },
  'npm run check -- --vault http://127.0.0.1:4000/vault --operation listVaults': {
    codes: [0, 3],
    prints: /CONFORMANT|UNDECIDED/,
  },
  "npm run mutants -- --mutant 'listVaults: a page holds one more than its limit'": {
    prints: /^killed +listVaults: a page holds/m,
  },
  'npm run catalogue': {
    as: "npm run catalogue -- --service vault --fault 'listFlips: the cursor is ignored beside a limit'",
    prints: /1 of 1 faulty servers were detected/,
  },
  'npm run clients -- --list': { prints: /clients\// },
  'npm run clients -- --debian': { prints: /--debian/ },
  'npm run changelog': { as: 'npm run changelog -- generated generated', prints: /nothing to add/ },
  'node server/bench/soak.ts': { as: 'node server/bench/soak.ts --requests 100', prints: /100/ },
  "curl -H 'X-ASSISTANT-APPID: 51f0c3a2-7b84-4d96-a1e3-09c8d7f6b5a4' 'http://127.0.0.1:4000/assistant/indexes/search?keywords=redeem+receipt+tokens&n=3'":
    { prints: /"object_id"/ },
  "curl -H 'X-ASSISTANT-APPID: 51f0c3a2-7b84-4d96-a1e3-09c8d7f6b5a4' -H 'Content-Type: application/json' -d '{\"content\":\"How do I get my BTC back?\"}' http://127.0.0.1:4000/assistant/conversations/0b8a7c6d-5e4f-4a3b-9c2d-1e0f9a8b7c6d":
    { prints: /"status":0/ },
  "curl 'http://127.0.0.1:4000/wallet/demo/token?user_id=5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d'": { prints: /eyJ/ },
};

const base = await freePorts(2);

/**
 * Commands that run until Ctrl-C: the options for free ports, the expected output, and the addresses that must then
 * answer.
 */
const stays: Readonly<Record<string, { readonly more: string; readonly prints: RegExp; readonly sends: string }>> = {
  'npm run serve -- --service lending,vault': {
    more: ` --port ${base} --rpc-port ${base + 1}`,
    prints: /Ctrl-C/,
    sends: `http://127.0.0.1:${base}/lending/api/v1/markets/all`,
  },
};

const elsewhere: Elsewhere = parse(await readFile(new URL('commands.yaml', import.meta.url), 'utf8'));
const files = await markdownFiles();
const shown = new Map(await Promise.all(files.map(async (file) => [file, commandsOf(await textOf(file))] as const)));

let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ port: 0, rpcPort: 0 });
});
afterAll(() => server.close());

/** Replaces the addresses in the text by those of this test's server. */
function here(text: string): string {
  const { httpUrl } = server;
  return text
    .replaceAll('http://127.0.0.1:4000', httpUrl)
    .replaceAll('http://127.0.0.1:8080', `${httpUrl}/lending`)
    .replaceAll('http://127.0.0.1:8081/api', `${httpUrl}/comment`)
    .replaceAll('http://127.0.0.1:8082/api', `${httpUrl}/swap`);
}

/** The environment of `npm run`, with this Node.js first. */
const env = { ...process.env, NO_COLOR: '1', PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}` };

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Starts a process group, so that Ctrl-C also reaches the processes that npm started. */
function launch(line: string): {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  readonly text: () => string;
} {
  const child = spawn('bash', ['-c', line], { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, output }));
  });
  return { child, ended, text: () => output };
}

/** Whether a file is the README of a client's package, whose tests run its commands and code. */
const isOfPackage = (file: string) => existsSync(join(root, dirname(file), 'client.json'));

describe('the commands of the Markdown', () => {
  it('are run by one test each, or have a reason', () => {
    const known = [...Object.values(elsewhere.tests).flat(), ...Object.keys(elsewhere.reasons)];
    const tried = [...known, ...Object.keys(ways), ...Object.keys(stays)];
    expect(tried.filter((command, place) => tried.indexOf(command) !== place)).toEqual([]);
    const untried = [...shown].flatMap(([file, commands]) =>
      file in elsewhere.files || isOfPackage(file)
        ? []
        : commands.filter((command) => !tried.includes(command)).map((each) => [file, each]),
    );
    expect(untried, 'docs/commands.yaml names the test that runs it, or why there is none').toEqual([]);
  });

  it('are all still in the files', () => {
    const all = new Set([...shown.values()].flat());
    const named = [...Object.values(elsewhere.tests).flat(), ...Object.keys(elsewhere.reasons)];
    const gone = [...named, ...Object.keys(ways), ...Object.keys(stays)].filter((command) => !all.has(command));
    expect(gone, 'no Markdown shows it any more').toEqual([]);
  });

  it('are run by existing tests', async () => {
    const tests = [...Object.values(elsewhere.files), ...Object.keys(elsewhere.tests)];
    for (const test of tests) expect([test, await kindOf(test)]).toEqual([test, 'file']);
    for (const [file, test] of Object.entries(elsewhere.files)) {
      expect([test, await textOf(test)]).toEqual([test, expect.stringContaining(file.replace(/^.*\//, ''))]);
    }
  });

  it('name only existing scripts', async () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(await textOf('package.json'));
    const named = [...shown.values()].flat().flatMap((line) => /^npm run (?:--silent )?([\w:]+)/.exec(line)?.[1] ?? []);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });
});

describe('commands that run here', () => {
  it.each(Object.entries(ways))('%s', async (command, { as = command, codes = [0], prints }) => {
    const { code, output } = await launch(here(as)).ended;
    expect(output).toMatch(prints);
    expect(codes, output).toContain(code);
  });

  it.each(Object.entries(stays))('%s, until Ctrl-C', async (command, { more, prints, sends }) => {
    const { child, ended, text } = launch(`${command}${more}`);
    try {
      await expect.poll(text, { interval: 50 }).toMatch(prints);
      expect((await fetch(sends, { signal: AbortSignal.timeout(PATIENCE) })).status).toBe(200);
    } finally {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
    }
    expect([0, 130, null]).toContain((await ended).code);
  });
});

describe('the TypeScript of', () => {
  const folder = join(root, 'docs', '.scratch');
  const texts = ['README.md', 'docs/start/client.md', 'mock/README.md', 'conformance/README.md'];

  beforeAll(() => mkdir(folder, { recursive: true }));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(texts)('%s runs, and prints the expected output', async (name) => {
    const snippets = snippetsOf(await textOf(name), name);
    expect(snippets.length).toBeGreaterThan(0);
    for (const [place, { code, prints }] of snippets.entries()) {
      const file = join(folder, `${name.replaceAll('/', '-')}-${place}.ts`);
      await writeFile(file, here(code));
      const { stdout } = await promisify(execFile)(process.execPath, [file], { timeout: PATIENCE, env });
      if (prints.length > 0) expect(stdout.trim().split('\n')).toEqual(prints);
    }
  });
});
