import { createServer } from 'node:http';
import { serviceNames } from '@wallet-services/contract/services';
import { afterEach, describe, expect, it } from 'vitest';
import { type Program, run } from './testing/program.ts';

const CLI = new URL('cli.ts', import.meta.url).pathname;

const programs: Program[] = [];

afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.stop('SIGKILL')));
});

function mock(...args: string[]): Program {
  const program = run(CLI, args);
  programs.push(program);
  return program;
}

describe('npm run mock', () => {
  it('lists the URLs when it is ready, and stops at Ctrl-C', async () => {
    const program = mock('--port', '0');
    const table = await program.printed(/Ctrl-C to stop/);
    const urls = [...table.matchAll(/^ {2}(\w+) +(http:\/\/127\.0\.0\.1:\d+)$/gm)].map(([, service, url]) => ({
      service,
      url,
    }));
    expect(urls.map(({ service }) => service)).toEqual(serviceNames);
    for (const { url } of urls) expect((await fetch(`${url}/nothing/here/at/all`)).status).toBe(404);

    expect(await program.stop('SIGINT')).toBe(0);
    expect(program.errors()).toBe('');
    await expect(fetch(urls[0]?.url ?? '')).rejects.toThrow();
  });

  it('logs requests to standard error when verbose, without credentials', async () => {
    const program = mock('--service', 'swap', '--port', '0', '--verbose', '--dynamic');
    const url = (await program.printed(/Ctrl-C to stop/)).match(/http:\S+/)?.[0];
    await fetch(`${url}/info`, { headers: { Authorization: 'Bearer sandbox-secret' } });
    expect(await program.stop('SIGTERM')).toBe(0);
    expect(program.errors()).toMatch(/^swap {7}GET \/info {2}200 {2}\d+ ms\n$/);
  });

  it('prints its help with examples', async () => {
    const program = mock('--help');
    expect(await program.ended).toBe(0);
    expect(program.output()).toContain('npx @wallet-services/mock --service lending --port 8080');
    expect(program.output()).toContain('--dynamic');
  });

  it.each([
    [['--bogus'], "unknown option '--bogus'"],
    [['--service', 'bank'], `the services are ${serviceNames.join(', ')}`],
  ])('reports in one line the problem of %j, and exits with 2', async (args, problem) => {
    const program = mock(...args);
    expect(await program.ended).toBe(2);
    expect(program.errors()).toContain(problem);
    expect(program.errors()).toMatch(/^mock: .*Try: npx @wallet-services\/mock --help\n$/);
    expect(program.output()).toBe('');
  });

  it('reports in one line that too few ports follow the first, and exits with 2', async () => {
    const program = mock('--port', '65535');
    expect(await program.ended).toBe(2);
    expect(program.errors()).toBe(
      'mock: 5 services from port 65535 on need ports up to 65539, but the highest port is 65535: choose a lower one with --port N\n',
    );
  });

  it.each([
    [['--documents', '/nowhere'], 'there is no document at /nowhere/lending.json: check the path'],
    [['--host', '192.0.2.1', '--port', '0'], '192.0.2.1 is not an address of this machine'],
  ])('reports in one line why it cannot start with %j, and exits with 1', async (args, problem) => {
    const program = mock(...args);
    expect(await program.ended).toBe(1);
    expect(program.errors()).toContain(problem);
    expect(program.errors()).toMatch(/^mock: .*\n$/);
  });

  it('reports in one line which port is in use, and exits with 1', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const program = mock('--service', 'vault', '--port', String(port));
    expect(await program.ended).toBe(1);
    expect(program.errors()).toBe(
      `mock: port ${port} on 127.0.0.1, for vault, is taken: choose other ports with --port N\n`,
    );
    await new Promise((resolve) => server.close(resolve));
  });
});
