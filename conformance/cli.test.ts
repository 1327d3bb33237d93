import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from './cli/main.ts';
import { changed } from './mutation/proxy/reply.ts';
import { type LendingServer, openLending } from './testing/lending.ts';

const command = fileURLToPath(new URL('./cli.ts', import.meta.url));
const manifest = fileURLToPath(new URL('./package.json', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Starts the command as users do. @param signal sent when the run has begun. Absent: none */
function start(args: readonly string[], signal?: NodeJS.Signals): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { ...process.env, FORCE_COLOR: undefined };
    const child = spawn(process.execPath, [command, ...args], { env });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => {
      errors += chunk;
      if (signal === undefined || child.killed || !errors.includes('checking')) return;
      child.kill(signal);
    });
    child.on('close', (code) => resolve({ code, output, errors }));
  });
}

/** Runs the command in this process. */
async function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  let [output, errors] = ['', ''];
  const code = await main(args, {
    environment,
    output: { write: (text) => (output += text) },
    errors: { write: (text) => (errors += text) },
    signal: new AbortController().signal,
  });
  return { code, output, errors };
}

const lending = await openLending();
const good = await lending();
const bad = await lending(changed('/pay-requests', () => ({ url: 'nowhere' })));
const silent = await lending(() => ({ kind: 'hang' }));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

const flags = (server: LendingServer) => ['--lending', `${server.origin}/lending`, '--rpc', server.origin];

test('a conformant server: exit code 0, a report for people and one for machines', async () => {
  const file = join(folder, 'report.json');
  const { code, output } = await start([...flags(good), '--json', file]);
  expect(code).toBe(0);
  expect(output).toContain('CONFORMANT');
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ outcome: 'conformant' });
  expect(await readdir(folder)).toEqual(['report.json']);
  await rm(file);
});

test('a report of each form is written, and none has a credential in it', async () => {
  const token = 'a-token-that-must-not-be-shown';
  const yaml = join(folder, 'target.yaml');
  const credentials = `{ AccessToken: "\${TOKEN}" }`;
  await writeFile(yaml, `services: { lending: { url: "${bad.origin}/lending", credentials: ${credentials} } }`);
  const forms = ['json', 'junit', 'html', 'markdown', 'har', 'sarif'];
  const allure = join(folder, 'allure-results');
  const files = [...forms.flatMap((form) => [`--${form}`, join(folder, `report.${form}`)]), '--allure', allure];
  const { code } = await run(['--target', yaml, ...files], { TOKEN: token });
  expect(code).toBe(1);
  const texts = await Promise.all(forms.map((form) => readFile(join(folder, `report.${form}`), 'utf8')));
  const results = await Promise.all((await readdir(allure)).map((name) => readFile(join(allure, name), 'utf8')));
  for (const text of [...texts, results.join('\n')]) {
    expect(text).toContain('/pay-requests');
    expect(text).not.toContain(token);
  }
  const { log } = JSON.parse(texts[4] ?? '');
  expect(log.entries.length).toBeGreaterThan(JSON.parse(texts[0] ?? '').services[0].requests);
  expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
});

test('two reports are compared', async () => {
  const [one, other] = [join(folder, 'one.json'), join(folder, 'other.json')];
  const rules = ['--rule', 'lending.createPayRequest.*'];
  await run([...flags(good), ...rules, '--json', one]);
  await run([...flags(bad), ...rules, '--json', other]);
  const { code, output, errors } = await run(['--compare', one, other]);
  expect([code, errors]).toEqual([0, '']);
  expect(output).toContain('lending: 2 verdicts differ');
  expect(output).toMatch(/lending\.createPayRequest\.deep-link createPayRequest {2}.*\n {4}A {2}pass\n {4}B {2}fail/);
});

test('known failures are allowed, and a known failure that no longer occurs fails the run', async () => {
  const yaml = join(folder, 'known.yaml');
  const known = (rule: string) => `{ rule: ${rule}, reason: old, expires: 2999-12-31 }`;
  const target = (entries: string) =>
    `services: { lending: { url: "${bad.origin}/lending" } }\nknown_failures: [${entries}]`;
  const rules = [
    '--target',
    yaml,
    '--rule',
    'lending.createPayRequest.deep-link',
    '--rule',
    'lending.listMarkets.complete',
  ];
  await writeFile(yaml, target(known('lending.createPayRequest.deep-link')));
  expect(await run(rules)).toMatchObject({ output: expect.stringContaining('Known failures in lending (1)') });
  await writeFile(yaml, target(known('lending.listTransactions.limited.at-most')));
  const all = await run(['--target', yaml]);
  expect(all.output).toContain('FAIL lending.listTransactions.limited.at-most no longer fails');
  expect(all.code).toBe(1);
});

test('--read-only changes nothing', async () => {
  const har = join(folder, 'read.har');
  const { code, output } = await run(['--lending', `${bad.origin}/lending`, '--read-only', '--har', har]);
  expect(output).toMatch(/, as far as reads can show, in /);
  expect([0, 3]).toContain(code);
  const { log } = JSON.parse(await readFile(har, 'utf8'));
  const methods = log.entries.map((entry: { request: { method: string } }) => entry.request.method);
  expect(methods.filter((method: string) => method !== 'GET')).toEqual([]);
});

test('a server that breaks a rule: exit code 1', async () => {
  const { code, output } = await run([...flags(bad), '--rule', 'lending.createPayRequest.*']);
  expect(code).toBe(1);
  expect(output).toContain('FAIL lending.createPayRequest.deep-link');
});

test('no server at the address: exit code 3 and a hint', async () => {
  const { code, output, errors } = await start(['--lending', 'http://127.0.0.1:9/lending']);
  expect(code).toBe(3);
  expect(output).toBe('');
  expect(errors).toMatch(/lending cannot be reached at http:\/\/127\.0\.0\.1:9: .*; is it running/);
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the run with reports of its results', async (signal) => {
  const named = (extension: string) => join(folder, `interrupted.${extension}`);
  const files = ['har', 'json', 'junit'].flatMap((name) => [`--${name}`, named(name)]);
  const { code, output, errors } = await start([...flags(silent), ...files], signal);
  expect(code).toBe(130);
  expect(errors).not.toContain('nothing was decided');
  expect(output).toMatch(/^UNDECIDED, it was interrupted before everything was sent/m);
  expect(JSON.parse(await readFile(named('json'), 'utf8'))).toMatchObject({
    outcome: 'undecided',
    ended: 'interrupted',
  });
  expect(JSON.parse(await readFile(named('har'), 'utf8'))).toHaveProperty('log.entries');
  expect(await readFile(named('junit'), 'utf8')).toContain('<skipped message="blocked: ');
  expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
});

describe('wrong usage: exit code 2 and one line', () => {
  test.each([
    [['--nonsense'], "unknown option '--nonsense'"],
    [['stray'], 'too many arguments'],
    [[], 'nothing to check'],
    [['--lending', 'localhost'], '--lending: localhost is not an address'],
    [['--target', '/no/such.yaml'], '/no/such.yaml cannot be read'],
    [['--lending', 'http://127.0.0.1:9', '--timeout', '0'], 'write a number of seconds'],
    [['--lending', 'http://127.0.0.1:9', '--concurrency', 'many'], 'write a whole number'],
    [['--lending', 'http://127.0.0.1:9', '--rule', 'lending.none'], 'there is no such rule'],
    [['--lending', 'http://127.0.0.1:9', '--operation', 'list'], 'there is no such operation'],
    [['--lending', 'http://127.0.0.1:9', '--service', 'bank'], 'the services are lending'],
    [['--lending', 'http://127.0.0.1:9', '--service', 'vault'], 'no address for vault'],
    [['--lending', 'http://127.0.0.1:9', '--json', '/no/such/report.json'], 'cannot be written'],
    [['--lending', 'http://127.0.0.1:9', '--har', '/no/such/report.har'], 'check the path given to --har'],
    [['--lending', 'http://127.0.0.1:9', '--html', '/'], 'cannot be written to / (EISDIR)'],
    [
      ['--lending', 'http://127.0.0.1:9', '--json', '/tmp/r', '--html', '/tmp/r'],
      '--json and --html have the same file',
    ],
    [['--lending', 'http://127.0.0.1:9', '--fuzz', '-1'], 'write a whole number from 0'],
    [['--compare', 'one.json'], '--compare needs two or more reports'],
    [
      ['--lending', 'http://127.0.0.1:1', '--fuzz', '9', '--shard', '5/4'],
      'write a part and the number of parts, such as 1/4',
    ],
    [['--lending', 'http://127.0.0.1:1', '--shard', '1/4'], '--shard needs --fuzz'],
    [['--compare', '/no/such.json', '/no/other.json'], 'the report /no/such.json cannot be read (ENOENT)'],
    [['--compare', command, command], 'cli.ts is not JSON'],
    [['--compare', manifest, manifest], 'package.json is not a report'],
    [['--rpc', 'http://127.0.0.1:9'], 'add --lending URL'],
  ])('%j', async (args, message) => {
    const { code, output, errors } = await run(args);
    expect(errors).toContain(message);
    expect(errors.trim().split('\n')).toHaveLength(1);
    expect([code, output]).toEqual([2, '']);
  });
});

test('--help shows examples and exit codes', async () => {
  const { code, output } = await start(['--help']);
  expect(code).toBe(0);
  expect(output).toContain('npx @wallet-services/conformance --lending http://127.0.0.1:4000/lending');
  expect(output).toContain('Exit code: 0 conformant');
});

test('--list prints rules with their documents', async () => {
  const { code, output } = await run(['--list', '--service', 'lending', '--rule', 'lending.listTransactions.*']);
  expect(code).toBe(0);
  expect(output).toContain('lending.listTransactions.limited.default');
  expect(output).toContain('(document 1, Limits, item 3)');
  expect(output).not.toContain('wire.schema');
});

test('signs the token or message of a sign-in with the keys of the target file', async () => {
  const file = fileURLToPath(import.meta.resolve('@wallet-services/checks/testing/reference.yaml'));
  const token = await run(['--target', file, '--sign', 'token']);
  expect(token).toMatchObject({ code: 0, output: expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]+\n$/) });
  const message = await run(['--target', file, '--sign', 'message']);
  expect(JSON.parse(message.output)).toEqual({
    signed_message: expect.stringContaining('nonce'),
    signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
  });
  const none = await run([...flags(good), '--sign', 'token']);
  expect(none).toMatchObject({ code: 2, errors: '--sign token needs sign_in.keystores.caller in the target file\n' });
});
