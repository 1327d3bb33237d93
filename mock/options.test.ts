import { serviceNames } from '@wallet-services/contract/services';
import { describe, expect, it } from 'vitest';
import { readArguments } from './options.ts';

describe('readArguments', () => {
  it.each([
    [[], {}],
    [['--dynamic'], { dynamic: true }],
    [['--port', '0'], { port: 0 }],
    [['--port=8080'], { port: 8080 }],
    [['--host', '::1'], { host: '::1' }],
    [['--documents', 'there'], { documents: 'there' }],
    [['--service', 'swap'], { services: ['swap'] }],
    [['--service', 'swap, vault', '--service', 'lending'], { services: ['swap', 'vault', 'lending'] }],
    [['--document', 'a.yaml', '--document', 'b.json'], { document: ['a.yaml', 'b.json'] }],
    [
      ['--document', 'a.yaml', '--overlay', 'b.yaml', '--overlay', 'c.yaml'],
      { document: ['a.yaml'], overlay: ['b.yaml', 'c.yaml'] },
    ],
    [['--prefix', 'base/v1/'], { prefix: '/base/v1' }],
    [['--no-validate', '--no-watch'], { validate: false, watch: false }],
    [['--verbose'], { logLevel: 'info' }],
    [['--log-level', 'error'], { logLevel: 'error' }],
    [['--verbose', '--log-level', 'warn'], { logLevel: 'warn' }],
  ])('reads %j', (args, options) => {
    expect(readArguments(args)).toEqual({ kind: 'run', options: { logLevel: 'error', watch: true, ...options } });
  });

  it('returns its help as text', () => {
    const request = readArguments(['--help']);
    expect(request.kind === 'help' && request.text).toContain('npx @wallet-services/mock --dynamic --verbose');
  });

  it.each([
    [['--bogus'], "unknown option '--bogus'"],
    [['--dynamc'], "unknown option '--dynamc' (Did you mean --dynamic?)"],
    [['--port'], "option '--port <n>' argument missing"],
    [['--port', 'many'], 'write a port from 0 to 65535.'],
    [['--port', '65536'], 'write a port from 0 to 65535.'],
    [['--port', '-1'], 'write a port from 0 to 65535.'],
    [['--port', '40.5'], 'write a port from 0 to 65535.'],
    [['--service', 'bank'], `the services are ${serviceNames.join(', ')}.`],
    [['--service', 'swap,'], `the services are ${serviceNames.join(', ')}.`],
    [['--log-level', 'loud'], 'Allowed choices are silent, error, warn, info.'],
    [['--document', 'a.yaml', '--service', 'swap'], '--service chooses from the contract'],
    [['--document', 'a.yaml', '--documents', 'there'], '--documents is for the contract'],
    [['--overlay', 'b.yaml'], '--overlay changes one document'],
    [['--document', 'a.yaml', '--document', 'b.yaml', '--overlay', 'c.yaml'], '--overlay changes one document'],
    [['--prefix', '/a?b'], '--prefix /a?b is not a path'],
    [['lending'], 'too many arguments'],
  ])('reports in one line the problem of %j', (args, problem) => {
    const request = readArguments(args);
    expect(request.kind === 'usage' && request.problem).toContain(problem);
    expect(request.kind === 'usage' && request.problem).not.toContain('\n');
  });
});
