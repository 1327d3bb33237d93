import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Reference, startReference } from '@wallet-services/conformance/testing/clients';
import { mustSkipBrowser } from '@wallet-services/kit/testing/browser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from './main.ts';
import { END } from './run.ts';
import { script } from './steps/index.ts';

/** The number of steps. */
const ALL = [...script, END].length;

let reference: Reference;
let folder: string;

beforeAll(async () => {
  reference = await startReference();
  folder = await mkdtemp(join(tmpdir(), 'check-client-'));
});
afterAll(async () => {
  await reference?.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(argv: readonly string[], signal = new AbortController().signal) {
  const [output, errors]: [string[], string[]] = [[], []];
  const exitCode = await main(argv, {
    environment: {},
    output: { write: (text) => output.push(text) },
    errors: { write: (text) => errors.push(text) },
    signal,
    openReference: async () => ({ ...reference, close: async () => undefined }),
  });
  return { exitCode, output: output.join(''), errors: errors.join('') };
}

const example = (path: string) => new URL(`examples/${path}`, import.meta.url).pathname;

/** A client in a few lines of JavaScript. */
const scripted = (code: string) => ['--', process.execPath, '-e', code];

const answering = (answer: string) =>
  `require('node:readline').createInterface({ input: process.stdin }).on('line', () => console.log(${answer}))`;

function mustSkipPython(): boolean {
  if (spawnSync('python3', ['--version']).status === 0 || process.env['CI']) return false;
  process.stderr.write('\nSKIPPED: the client in Python needs python3: apt-get install python3\n\n');
  return true;
}

/** What a client did wrong, and what kept a step from being sent. */
const problemsIn = (output: string) =>
  output.split('\n').filter((line) => /^ +(fail|blocked|because|expected|actual) /.test(line));

describe.concurrent('clients in other processes pass', () => {
  test('the TypeScript client in Node', async () => {
    const { exitCode, output } = await run(['--', process.execPath, example('typescript/node.ts')]);
    expect(problemsIn(output)).toEqual([]);
    expect(output).toContain(`CONFORMANT: ${ALL} pass\n`);
    expect(exitCode).toBe(0);
  });

  test.skipIf(mustSkipBrowser(process.env))('the TypeScript client in a browser', async () => {
    const { exitCode, output } = await run(['--', process.execPath, example('typescript/browser.ts')]);
    // A page cannot see the address to which the user is redirected.
    expect(output).toContain(`CONFORMANT: 56 pass, ${ALL - 56} unsupported\n`);
    expect(output.match(/unsupported +sign-in.oauth/g)).toHaveLength(3);
    expect(exitCode).toBe(0);
  });

  test.skipIf(mustSkipPython())('a client in Python, which reports what it does not support', async () => {
    const { exitCode, output } = await run(['--', 'python3', example('python/client.py')]);
    expect(output).toContain(`CONFORMANT: 58 pass, ${ALL - 58} unsupported\n`);
    expect(output).toMatch(/unsupported +sign-in.signed-message/);
    expect(exitCode).toBe(0);
  });
});

describe.concurrent('a broken client is a finding', () => {
  const some = ['--step', 'inputs.none'];

  test('it exits', async () => {
    const { exitCode, output } = await run([...some, ...scripted('console.error("oh no"); process.exit(7)')]);
    expect(output).toContain('it ended with exit code 7');
    expect(output).toContain('last line on stderr: oh no');
    expect(exitCode).toBe(1);
  });

  test('it hangs, and the run does not wait for it', async () => {
    const { exitCode, output } = await run([...some, '--timeout', '0.4', ...scripted('setInterval(() => 0, 1000)')]);
    expect(output).toContain('it did not reply within 0.4 s');
    expect(exitCode).toBe(1);
  });

  test.each(["'hello'", "'[1]'", "'{}'", '\'{"ok": "yes"}\''])(
    'it prints output outside the protocol: %s',
    async (text) => {
      const { exitCode, output } = await run([...some, ...scripted(answering(text))]);
      expect(output).toContain('it printed a line that is not part of the protocol');
      expect(exitCode).toBe(1);
    },
  );

  test('it prints characters that would move the cursor of a terminal', async () => {
    const { output } = await run([...some, ...scripted(answering("'\\u001b[2Jgone'"))]);
    expect(output).toContain('·[2Jgone');
    expect(output).not.toContain('\u001b');
  });

  test('it answers twice', async () => {
    const twice = answering('\'{"unsupported": "a"}\\n{"unsupported": "b"}\'');
    const { exitCode, output } = await run([...some, ...scripted(twice)]);
    expect(output).toContain('it printed an unexpected line');
    expect(exitCode).toBe(1);
  });

  test('it is restarted for the next step, but a limited number of times', async () => {
    const { exitCode, output } = await run(['--step', 'inputs.*', ...scripted('process.exit(1)')]);
    expect(output).toMatch(/3 fail, 10 blocked/);
    expect(output).toContain('the client failed 3 times in a row');
    expect(exitCode).toBe(1);
  });

  test('it does not end', async () => {
    const stays = `${answering('\'{"unsupported": "a"}\'')}; setInterval(() => 0, 1000)`;
    const { exitCode, output } = await run([...some, '--timeout', '2', ...scripted(stays)]);
    expect(output).toContain('it was still running 2 s after its input had ended');
    expect(exitCode).toBe(1);
  });
});

describe('the command', () => {
  test('writes the expected and the sent values, and the same as JSON', async () => {
    const file = join(folder, 'report.json');
    const wrong = answering('\'{"ok": true, "result": {}}\'');
    const { exitCode, output } = await run(['--step', 'inputs.none,inputs.path', '--json', file, ...scripted(wrong)]);
    expect(exitCode).toBe(1);
    expect(output).toMatch(/fail +inputs.none .*\n +expected +1 request\n +actual +0\n +sent +nothing\n/);
    const report = JSON.parse(await readFile(file, 'utf8'));
    expect(report).toMatchObject({ version: 1, outcome: 'not conformant' });
    expect(report.steps[1]).toMatchObject({
      id: 'inputs.path',
      verdict: 'fail',
      problems: [{ expected: '1 request', actual: '0' }],
      sent: [],
    });
  });

  test('lists the script, one step per line', async () => {
    const { exitCode, output } = await run(['--list']);
    expect(exitCode).toBe(0);
    expect(output.trim().split('\n')).toHaveLength(ALL);
  });

  test('shows help with examples', async () => {
    const { exitCode, output } = await run(['--help']);
    expect(exitCode).toBe(0);
    expect(output).toContain('npm run check:client -- -- python3');
  });

  test.each([
    [[], 'no client'],
    [['--all', '--', 'true'], '--all does not go with a command'],
    [['python3', 'client.py'], 'after --'],
    [['--nope'], 'unknown option'],
    [['--timeout', 'soon', '--', 'true'], 'write a number of seconds'],
    [['--step', 'lists.none', '--', 'true'], 'there is no such step'],
    [['--json', '/no/such/folder/report.json', '--', 'true'], 'cannot be written'],
    [['--', 'no-such-program-anywhere'], 'there is no such program'],
  ])('reports the mistake in %j in one line', async (argv, message) => {
    const { exitCode, output, errors } = await run(argv);
    expect(exitCode).toBe(2);
    expect(output).toBe('');
    expect(errors).toContain(message);
    expect(errors.trim().split('\n')).toHaveLength(1);
  });

  test('stops with Ctrl-C, and so does the client', async () => {
    const interruption = new AbortController();
    setTimeout(() => interruption.abort(new Error('interrupted')), 300);
    const { exitCode, errors } = await run(scripted('setInterval(() => 0, 1000)'), interruption.signal);
    expect(exitCode).toBe(130);
    expect(errors).toBe('interrupted: nothing was decided\n');
  });
});
