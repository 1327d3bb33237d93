import { describe, expect, it, vi } from 'vitest';
import { calledAs, calledSo, createCommand, type Requested, readCommand, runCommand } from './command.ts';
import { Failure, UsageError } from './errors.ts';
import { port } from './values.ts';

interface Flags {
  readonly port?: number;
  readonly once?: boolean;
}

function read(...args: readonly string[]): Requested<object> {
  const command = createCommand({
    call: 'npm run try --',
    description: 'Tries something.',
    notes: '\nexamples:\n  npm run try -- --port 0\n',
  })
    .option('--port <n>', 'port to listen on', port())
    .option('--once', 'end at once')
    .argument('[file]');
  return readCommand<Flags, object>(command, args, (flags, files) => {
    if (flags.once && flags.port !== undefined) throw new UsageError('--once and --port exclude one another');
    return { ...flags, files };
  });
}

it('reads flags and operands', () => {
  expect(read('--port', '4000', 'a.json')).toEqual({ kind: 'run', options: { port: 4000, files: ['a.json'] } });
});

it('shows its options and the examples, and exits with neither', () => {
  expect(read('--help')).toEqual({
    kind: 'help',
    text: expect.stringMatching(
      /^Usage: npm run try -- \[options\]\n\nTries something\.[\s\S]*--port <n>[\s\S]*examples:/,
    ),
  });
});

describe('reports a mistake in one sentence, with a hint', () => {
  it.each([
    [['--prot', '1'], "unknown option '--prot' (Did you mean --port?)"],
    [['--port', 'x'], "option '--port <n>' argument 'x' is invalid. write a port from 0 to 65535"],
    [['--port'], "option '--port <n>' argument missing"],
    [['a', 'b'], 'too many arguments. Expected 1 argument but got 2'],
    [['--once', '--port', '1'], '--once and --port exclude one another'],
  ])('%j', (args, sentence) => {
    const requested = read(...args);
    expect(requested).toMatchObject({ kind: 'usage', problem: expect.stringContaining(sentence) });
    expect(requested).toMatchObject({ problem: expect.stringMatching(/^[^\n]+[^.]\. Try: npm run try -- --help$/) });
  });
});

it('has the name that it was called by', () => {
  expect(calledAs('check', 'wallet-conformance', { npm_lifecycle_event: 'check' })).toBe('npm run check --');
  expect(calledAs('check', 'wallet-conformance', {})).toBe('wallet-conformance');
});

it('has no notes unless they are given, and has a description of its help', () => {
  const command = createCommand({ call: 'try', description: 'Tries.' });
  const requested = readCommand(command, ['--help'], () => ({}));
  expect(requested).toEqual({
    kind: 'help',
    text: 'Usage: try [options]\n\nTries.\n\nOptions:\n  --help  show this help\n',
  });
});

it('passes on errors that do not concern the command line', () => {
  const command = createCommand({ call: 'try', description: 'Tries.' });
  const fails = () =>
    readCommand(command, [], () => {
      throw new TypeError('a fault of the program');
    });
  expect(fails).toThrow(new TypeError('a fault of the program'));
});

it.each([
  ['say error: once.', 'say error: once. Try: try --help'],
  ['error: first', 'first. Try: try --help'],
  ['two\n lines .', 'two lines . Try: try --help'],
  ['open http://me:p@ss:word@host:1/', 'open http://me:***@host:1/. Try: try --help'],
  ['open git+ssh://:secret@host', 'open git+ssh://:***@host. Try: try --help'],
  ['open http://host:8080/a@b c', 'open http://host:***@b c. Try: try --help'],
  ['mail a:b@c', 'mail a:b@c. Try: try --help'],
])('reports %j as %j', (message, problem) => {
  const command = createCommand({ call: 'try', description: 'Tries.' });
  const requested = readCommand(command, [], () => {
    throw new UsageError(message);
  });
  expect(requested).toEqual({ kind: 'usage', problem });
});

describe('a command that runs', () => {
  async function ran(requested: Requested<object>, work: () => Promise<number>) {
    const before = process.exitCode;
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const on = vi.spyOn(process.stdout, 'on').mockReturnThis();
    const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await runCommand('try', requested, work);
    const { exitCode } = process;
    process.exitCode = before;
    const printed = { out: out.mock.calls.join(''), err: err.mock.calls.join(''), code: exitCode };
    expect(on).toHaveBeenCalledExactlyOnceWith('error', expect.any(Function));
    vi.restoreAllMocks();
    return printed;
  }
  const fails = (error: unknown) => () => Promise.reject(error);
  const run: Requested<object> = { kind: 'run', options: {} };

  it('exits with the code of its work', async () => {
    expect(await ran(run, async () => 3)).toEqual({ out: '', err: '', code: 3 });
  });

  it('shows its help and does nothing else', async () => {
    const work = vi.fn(async () => 5);
    expect(await ran({ kind: 'help', text: 'help\n' }, work)).toMatchObject({ out: 'help\n', err: '' });
    expect(work).not.toHaveBeenCalled();
  });

  it('reports a mistake in its command line', async () => {
    const requested: Requested<object> = { kind: 'usage', problem: 'no' };
    expect(await ran(requested, async () => 0)).toEqual({ out: '', err: 'try: no\n', code: 2 });
  });

  it('reports the error that ended it, in lines that begin with its name, without harmful characters', async () => {
    expect(await ran(run, fails(new Failure('one\ntwo')))).toEqual({ out: '', err: 'try: one\ntry: two\n', code: 1 });
    const error = new Failure('\u001b[2J at http://me:secret@host');
    expect(await ran(run, fails(error))).toMatchObject({ err: 'try: \\u001b[2J at http://me:***@host\n' });
  });
});

it('has examples as users would type them', () => {
  const examples = 'npm run try\nnpm run try -- --port 0\nnpm run try:all -- --once\n';
  expect(calledSo('npm run try --', 'try', examples)).toBe(examples);
  expect(calledSo('npx tried', 'try', examples)).toBe('npx tried\nnpx tried --port 0\nnpm run try:all -- --once\n');
});
