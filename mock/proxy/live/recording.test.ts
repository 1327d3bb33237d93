import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Program, run } from '../../testing/program.ts';
import { sendRaw, startUpstream } from '../../testing/upstream.ts';

const [PROXY, CHECK] = ['../cli.ts', '../../../conformance/cli.ts'].map(
  (path) => new URL(path, import.meta.url).pathname,
);
const CINEMA = new URL('../../../conformance/examples/cinema/openapi.yaml', import.meta.url).pathname;

const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

async function serving(answer: object): Promise<string> {
  const upstream = await startUpstream((_, outgoing) => {
    outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  });
  open.push(() => upstream.close());
  return upstream.url;
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'recording-'));
  open.push(() => rm(path, { recursive: true }));
  return path;
}

function start(script: string | undefined, ...args: readonly string[]): Program {
  const program = run(script ?? '', args);
  open.push(() => program.stop('SIGKILL'));
  return program;
}

async function urlIn(program: Program): Promise<string> {
  return (await program.printed(/Ctrl-C to stop/)).match(/http:\S+/)?.[0] ?? '';
}

describe('--har', () => {
  it('writes the traffic without credentials; the file is complete at any time and can be judged again', async () => {
    const har = join(await folder(), 'traffic.har');
    const upstream = await serving({ ts: 1, flips: [{ id: '1' }, { id: '2' }] });
    const program = start(PROXY, '--vault', upstream, '--port', '0', '--only-rules', '--har', har);
    const url = await urlIn(program);
    const requested: readonly { readonly path: string; readonly headers: Readonly<Record<string, string>> }[] = [
      {
        path: '/flips?limit=1&access_token=token-in-a-query',
        headers: { Authorization: 'Bearer token-of-mira-quitt' },
      },
      {
        path: '/flips?limit=1',
        headers: { Authorization: 'Bearer token-of-jonas', Cookie: 'session=cookie-of-jonas' },
      },
    ];
    for (const { path, headers } of requested) await sendRaw(`${url}${path}`, { headers });
    await expect.poll(async () => JSON.parse(await readFile(har, 'utf8')).log.entries.length).toBe(2);
    expect(await program.stop('SIGINT')).toBe(1);
    const text = await readFile(har, 'utf8');
    for (const secret of ['token-of', 'token-in', 'cookie-of']) expect(text).not.toContain(secret);
    const [first, second] = JSON.parse(text).log.entries.map(
      ({ request }: { request: { headers: { name: string; value: string }[] } }) =>
        request.headers.find(({ name }) => name === 'authorization')?.value,
    );
    expect(first).toMatch(/^\*{3}[\w-]{22}$/);
    expect(first).not.toBe(second);
    const again = start(CHECK, '--vault', upstream, '--recorded', har);
    expect(await again.ended).toBe(1);
    expect(again.output()).toContain('vault.listFlips.limited.at-most');
  });

  it('is rejected in one line when the file cannot be written', async () => {
    const program = start(PROXY, '--vault', await serving({}), '--port', '0', '--har', '/nowhere/traffic.har');
    expect(await program.ended).toBe(1);
    expect(program.errors()).toMatch(
      /^proxy: cannot write to \/nowhere\/traffic.har: choose an existing, writable folder\n$/,
    );
  });
});

describe('--document', () => {
  it('watches any service by its own document, with and without declared behaviour', async () => {
    const upstream = await serving({ films: 'none' });
    const bare = join(await folder(), 'bare.json');
    const paths = {
      '/films': {
        get: {
          operationId: 'films',
          responses: { 200: { description: '', content: { 'application/json': { schema: { type: 'array' } } } } },
        },
      },
    };
    await writeFile(bare, JSON.stringify({ openapi: '3.1.0', info: { title: 'Bare films', version: '1' }, paths }));
    const overlay = join(await folder(), 'overlay.json');
    const actions = [{ target: '$.info', update: { title: 'Films' } }];
    await writeFile(overlay, JSON.stringify({ overlay: '1.0.0', actions }));
    for (const [document, name, ...more] of [
      [CINEMA, 'cinema'],
      [bare, 'bare-films'],
      [bare, 'films', '--overlay', overlay],
    ] as const) {
      const program = start(PROXY, '--document', document, ...more, '--url', upstream, '--port', '0');
      const url = await urlIn(program);
      expect(program.output()).toContain(`  ${name} `);
      await sendRaw(`${url}/films`);
      await program.printed(/FAIL wire\.\w+/);
      expect(await program.stop('SIGINT')).toBe(1);
      expect(program.output()).toMatch(/response 200 {2}\/body/);
    }
  });

  it.each([
    [['--document', CINEMA], '--document FILE and --url URL need each other'],
    [['--url', 'http://127.0.0.1:9'], '--document FILE and --url URL need each other'],
    [['--document', CINEMA, '--url', 'http://127.0.0.1:9', '--vault', 'http://127.0.0.1:9'], 'omit --vault'],
    [['--document', 'nowhere.yaml', '--url', 'http://127.0.0.1:9'], 'cannot be read: there is no such file'],
  ])('rejects %j', async (args, problem) => {
    const program = start(PROXY, ...args);
    expect(await program.ended).toBe(2);
    expect(program.errors()).toContain(problem);
  });
});

describe('an RPC', () => {
  it('is forwarded unchanged; its message is judged, and its form is not a violation', async () => {
    const upstream = await serving({ data: [{ id: 'not a number' }] });
    const program = start(PROXY, '--lending', upstream, '--port', '0', '--verbose');
    const url = await urlIn(program);
    const headers = { 'Content-Type': 'application/json' };
    const call = { method: 'POST', headers, body: '{}' };
    const answer = await sendRaw(`${url}/lending.v1.Lending/AllMarkets`, call);
    expect(answer.status).toBe(200);
    await program.printed(/FAIL wire\.rpc-message {2}Lending\/AllMarkets/);
    expect(await program.stop('SIGINT')).toBe(1);
    expect(program.output()).toContain('RPC messages are not checked');
    expect(program.output()).not.toContain('no such path');
  });
});
