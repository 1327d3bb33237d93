/**
 * `node docs/pictures/check.ts`: updates `check.svg`, the picture in the README. It runs the suite against a server
 * with two bugs, and draws the output of the suite.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '@wallet-services/server';
import { root } from '../read/repository.ts';
import { type Line, type Span, terminalSvg } from './terminal.ts';

/** The address in the picture. */
const SHOWN = 'http://127.0.0.1:8080';

/** Longest line of the picture, in characters. */
const WIDEST = 104;

/** Time limit of the suite, in milliseconds. */
const LIMIT = 300_000;

/** Two bugs in front of the reference server: it ignores the limit of a list of comments, and sends a number as text. */
function faulty(origin: string): Server {
  return createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', `${origin}/comment/`);
    const target = new URL(`/comment${url.pathname}${url.search}`, origin);
    if (url.pathname === '/comments' && request.method === 'GET') target.searchParams.delete('limit');
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = 'GET' } = request;
    const body = method === 'GET' || method === 'HEAD' ? null : Buffer.concat(chunks);
    const answer = await fetch(target, { method, headers: Object.entries(headers).map(pair), body });
    const text = await answer.text();
    const type = answer.headers.get('content-type') ?? 'application/json';
    response.writeHead(answer.status, { 'content-type': type });
    response.end(text.replaceAll(/("favor_count"):(\d+)/g, '$1:"$2"'));
  });
}

function pair([name, value]: [string, string | string[] | undefined]): [string, string] {
  return [name, String(value)];
}

/** The suite's output for the server. */
async function output(url: string): Promise<string> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const [, ...command] = String(scripts.check).split(' ');
  const env = { ...process.env, npm_lifecycle_event: 'check', NO_COLOR: '1' };
  const child = spawn(process.execPath, [...command, '--comment', url], { cwd: root, timeout: LIMIT, env });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(child, 'close');
  return text.replaceAll(url, SHOWN);
}

const LABELS = /^( {4})(rule|expected|actual|try)( +)(.*)$/;

function cut(text: string): string {
  return text.length <= WIDEST ? text : `${text.slice(0, WIDEST - 1)}…`;
}

function drawn(line: string): Line {
  const [, verdict = '', name = '', rest = ''] = /^ {2}(FAIL|WARN) (\S+)(.*)$/.exec(line) ?? [];
  if (verdict !== '') return [{ text: `  ${verdict} `, is: 'bad' }, { text: name, is: 'name' }, { text: rest }];
  const [, indent = '', label = '', gap = '', text = ''] = LABELS.exec(cut(line)) ?? [];
  if (label !== '') return [{ text: `${indent}${label}${gap}`, is: 'dim' }, { text }];
  return [{ text: cut(line), ...(line.startsWith('NOT CONFORMANT') ? { is: 'bad' } : {}) } satisfies Span];
}

/** The failures and the last line; the rest of the output is left out. */
export function picture(text: string): string {
  const blocks = text.split(/\n(?= {2}\S)/);
  const failures = blocks.filter((block) => /^ {2}FAIL /.test(block)).slice(0, 2);
  const lines = failures.map((block) =>
    block.split('\n').filter((line) => /^ {2}FAIL /.test(line) || LABELS.test(line)),
  );
  const verdict = /^NOT CONFORMANT/m.exec(text)?.[0];
  if (failures.length === 0 || verdict === undefined) throw new Error(`the suite found nothing to draw:\n${text}`);
  const prompt: Line = [{ text: '$ ', is: 'prompt' }, { text: `npm run check -- --comment ${SHOWN}` }];
  return terminalSvg({
    title: 'A check finds two bugs in a server, and prints the documented rule and a curl command for each.',
    lines: [prompt, [], ...lines.flatMap((block) => [...block.map(drawn), []]), drawn(verdict)],
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await startServer({ port: 0, rpcPort: 0 });
  const front = faulty(server.httpUrl).listen(0, '127.0.0.1');
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;
  try {
    const text = await output(`http://127.0.0.1:${port}`);

    await writeFile(new URL('check.svg', import.meta.url), picture(text));
  } finally {
    front.close();
    front.closeAllConnections();
    await server.close();
  }
}
