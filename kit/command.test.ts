import { describe, expect, it } from 'vitest';
import { type Asked, calledAs, createCommand, readCommand } from './command.ts';
import { UsageError } from './errors.ts';
import { port } from './values.ts';

interface Flags {
  readonly port?: number;
  readonly once?: boolean;
}

function read(...args: readonly string[]): Asked<object> {
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

describe('says what is wrong in one sentence, with what to do', () => {
  it.each([
    [['--prot', '1'], "unknown option '--prot' (Did you mean --port?)"],
    [['--port', 'x'], "option '--port <n>' argument 'x' is invalid. write a port from 0 to 65535"],
    [['--port'], "option '--port <n>' argument missing"],
    [['a', 'b'], 'too many arguments. Expected 1 argument but got 2'],
    [['--once', '--port', '1'], '--once and --port exclude one another'],
  ])('%j', (args, sentence) => {
    const asked = read(...args);
    expect(asked).toMatchObject({ kind: 'usage', problem: expect.stringContaining(sentence) });
    expect(asked).toMatchObject({ problem: expect.stringMatching(/^[^\n]+[^.]\. Try: npm run try -- --help$/) });
  });
});

it('is named as people called it', () => {
  expect(calledAs('check', 'wallet-conformance', { npm_lifecycle_event: 'check' })).toBe('npm run check --');
  expect(calledAs('check', 'wallet-conformance', {})).toBe('wallet-conformance');
});
