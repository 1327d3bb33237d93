import { describe, expect, it } from 'vitest';
import { readProxyArguments } from './options.ts';

const URL = 'http://127.0.0.1:4000/lending';

describe('readProxyArguments', () => {
  it.each([
    [['--lending', URL], { upstreams: { lending: URL } }],
    [['--swap', URL, '--vault', URL], { upstreams: { swap: URL, vault: URL } }],
    [['--strict'], { upstreams: {}, strict: true }],
    [['--report', 'r.json', '--verbose'], { upstreams: {}, report: 'r.json', verbose: true }],
    [['--port', '0', '--host', '::1'], { upstreams: {}, port: 0, host: '::1' }],
    [['--timeout', '5', '--max-body', '2'], { upstreams: {}, timeout: 5_000, limit: 2 * 1024 * 1024 }],
    [['--documents', 'there'], { upstreams: {}, documents: 'there' }],
  ])('reads %j', (args, options) => {
    const rules = args.includes('--documents') ? {} : { rules: {} };
    expect(readProxyArguments(args)).toEqual({ kind: 'run', options: { ...rules, ...options } });
  });

  it.each([
    [['--bogus'], "unknown option '--bogus'"],
    [['--lendin', URL], '(Did you mean --lending?)'],
    [['--lending'], 'argument missing'],
    [['--port', '65536'], 'write a port from 0 to 65535.'],
    [['--timeout', '0'], 'write a whole number of seconds from 1 to 3600.'],
    [['--timeout', 'soon'], 'write a whole number of seconds from 1 to 3600.'],
    [['--max-body', '1000'], 'write a whole number of mebibytes from 1 to 256.'],
    [[URL], 'too many arguments'],
  ])('reports in one line the problem of %j', (args, problem) => {
    const request = readProxyArguments(args);
    expect(request.kind === 'usage' && request.problem).toContain(problem);
    expect(request.kind === 'usage' && request.problem).not.toContain('\n');
  });

  it.each<[string[], object]>([
    [['--no-rules'], {}],
    [['--only-rules'], { form: false, rules: {} }],
    [['--sample', '0.1', '--live', '0'], { rules: { sample: 0.1, side: 0 } }],
    [['--lines', 'found.jsonl', '--values'], { rules: { lines: 'found.jsonl', values: true } }],
  ])('reads %j', (args, options) => {
    const requested = readProxyArguments(args);
    expect(requested).toEqual({ kind: 'run', options: { upstreams: {}, ...options } });
  });

  it.each([
    [['--overlay', 'a.yaml', '--lending', URL], '--overlay needs --document'],
    [['--sample', '2'], 'write a number, more than 0 and at most 1'],
    [['--sample', ''], 'write a number, more than 0 and at most 1'],
    [['--live', '70000'], 'a port from 0 to 65535'],
    [['--no-rules', '--live', '0'], '--live and --no-rules cannot be combined'],
    [['--documents', 'there', '--sample', '0.5'], '--sample and --documents cannot be combined'],
    [['--only-rules', '--strict'], '--strict and --only-rules cannot be combined'],
  ])('rejects %j', (args, problem) => {
    expect(readProxyArguments(args)).toMatchObject({ kind: 'usage', problem: expect.stringContaining(problem) });
  });
});
