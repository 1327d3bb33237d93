import { serviceNames } from '@wallet-services/contract/services';
import { expect, test } from 'vitest';
import { parseOptions } from './options.ts';

test('no options give the documented defaults', () => {
  expect(parseOptions([])).toEqual({
    kind: 'run',
    options: {
      port: 4000,
      rpcPort: 4001,
      host: '127.0.0.1',
      logLevel: 'info',
      validator: 'compiled',
      sandbox: true,
    },
  });
});

test('every option can be set', () => {
  const args =
    '--port 0 --rpc-port 0 --host ::1 --data a.db --seed 0 --log-level silent --validator eov --rate-limit 9 --scheme a+b --service lending,vault --config c.yaml --network http://localhost:5000/wallet --no-sandbox --sandbox-token 0123456789abcdef';
  expect(parseOptions(args.split(' '))).toEqual({
    kind: 'run',
    options: {
      port: 0,
      rpcPort: 0,
      host: '::1',
      data: 'a.db',
      seed: 0,
      logLevel: 'silent',
      validator: 'express-openapi-validator',
      rateLimit: 9,
      scheme: 'a+b',
      service: ['lending', 'vault'],
      config: 'c.yaml',
      network: 'http://localhost:5000/wallet',
      sandbox: false,
      sandboxToken: '0123456789abcdef',
    },
  });
});

test.each([
  ['--data', 'mysql://wallet:hidden@db/wallet'],
  ['--data', 'postgres://wallet:hidden@db:99999/wallet'],
  ['--data', 'postgres://wallet@db:99999/wallet?password=hidden'],
  ['--data', 'wallet:hidden@db/wallet'],
  ['--dta=postgres://wallet:hidden@db/wallet'],
  ['--network', 'https://wallet:hidd/en@net.example.org'],
  ['--network', 'https://wallet:hidden@net.example.org'],
])('no password is printed: %j', (...args) => {
  const requested = parseOptions(args);
  expect(requested).toMatchObject({ kind: 'usage', problem: expect.stringMatching(/\w/) });
  expect(JSON.stringify(requested)).not.toContain('hidd');
});

test.each([
  [['--prot', '1'], "unknown option '--prot'"],
  [['--port'], 'argument missing'],
  [['--port', '70000'], 'a port from 0 to 65535'],
  [['--port', '-1'], 'a port from 0 to 65535'],
  [['--port', '5000', '--rpc-port', '5000'], '--port and --rpc-port are the same'],
  [['--port', '5000', '--wallet-port', '5000'], '--wallet-port is the same as another port'],
  [['--seed', '1.5'], 'a whole number from 0'],
  [['--rate-limit', '0'], 'a whole number from 1'],
  [['--validator', 'ajv'], 'compiled, eov'],
  [['--log-level', 'loud'], 'Allowed choices are trace'],
  [['--service', 'lending,wallet'], `the services are ${serviceNames.join(', ')}`],
  [['--scheme', 'a b'], 'a URI scheme'],
  [['--network', 'localhost:5000'], 'an http or https URL'],
  [['--network', 'file:///etc'], 'an http or https URL'],
  [['more'], 'too many arguments'],
  [['--data', 'mysql://127.0.0.1/wallet'], 'a file, or an address such as postgres://'],
  [['--data', ''], 'a file, or an address such as postgres://'],
  [['--sandbox-token', 'short'], '16 to 256 characters'],
  [['--workers', '0'], 'a whole number from 1 to 64'],
  [['--workers', '2'], '--workers needs a database that several processes can share'],
  [['--workers', '2', '--data', 'a.db'], '--workers needs a database that several processes can share'],
])('%j is rejected in one line that points to --help', (args, message) => {
  const parsed = parseOptions(args);
  expect(parsed).toMatchObject({ kind: 'usage', problem: expect.stringContaining(message) });
  expect(parsed).toMatchObject({
    problem: expect.stringMatching(/^[^\n]+\. Try: npx @wallet-services\/server --help$/),
  });
});

test('the message for a token that is too short does not contain it', () => {
  const secret = 'short-secret';
  for (const parsed of [parseOptions(['--sandbox-token', secret]), parseOptions([], { SANDBOX_TOKEN: secret })]) {
    expect(parsed.kind).toBe('usage');
    expect(JSON.stringify(parsed)).not.toContain(secret);
  }
});

test('DATABASE_URL sets the database, unless --data overrides it', () => {
  const DATABASE_URL = 'postgres://wallet@127.0.0.1/wallet';
  const data = (args: readonly string[], environment: Record<string, string>) =>
    expect(parseOptions(args, environment));
  data([], { DATABASE_URL }).toMatchObject({ options: { data: DATABASE_URL } });
  data(['--workers', '2'], { DATABASE_URL }).toMatchObject({ options: { data: DATABASE_URL, workers: 2 } });
  data(['--data', 'a.db'], { DATABASE_URL }).toMatchObject({ options: { data: 'a.db' } });
  data([], { DATABASE_URL: '' }).toMatchObject({ kind: 'run', options: { data: undefined } });
  data([], { DATABASE_URL: 'mysql://localhost/wallet' }).toMatchObject({
    problem: expect.stringContaining('DATABASE_URL is not the address of a PostgreSQL'),
  });
});
