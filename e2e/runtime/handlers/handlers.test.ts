/**
 * Tests every faulty handler behind every adapter and both engines. Rules for all of them: the process stays alive, no
 * secret is sent, the answer is valid HTTP and as documented, and all adapters send the same.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openTraffic } from '@wallet-services/conformance/traffic';
import type { ServiceName } from '@wallet-services/contract/services';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adapters } from '../serve.ts';
import { type FaultyCase, faultyCases, SECRET } from './cases/index.ts';
import { exchange, type WireAnswer } from './wire.ts';

const engines = ['compiled', 'express-openapi-validator'] as const;
/** Patterns of stack traces, paths of this machine and names of modules. */
const INTERNALS = /\n\s+at |node_modules|file:\/\/|\/runtime\/|TypeError|AnswerError/;

let child: ChildProcess;
let ports: Readonly<Record<string, number>>;

beforeAll(async () => {
  child = fork(fileURLToPath(new URL('server.ts', import.meta.url)), { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const [message] = await once(child, 'message', { signal: AbortSignal.timeout(PATIENCE) });
  ports = message.ports;
});
afterAll(() => child.kill());

async function faultsOf(key: string): Promise<number> {
  child.send(key);
  const [{ faults }] = await once(child, 'message', { signal: AbortSignal.timeout(PATIENCE) });
  return faults;
}

/** Head and body of a case's request, with the path prefix of the case. */
function requestOf(place: number, { request = {} }: FaultyCase): { method: string; url: string; text: string } {
  const { method = 'GET', path = '/time', head = '', body } = request;
  const [, origin = '', rest = path] = /^(https?:\/\/[^/]+)?(.*)$/.exec(path) ?? [];
  const length = body === undefined ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  const line = `${method} ${origin}/${place}${rest} HTTP/1.1\r\n`;
  return { method, url: rest, text: `${line}Host: x\r\nConnection: close\r\n${head}${length}\r\n${body ?? ''}` };
}

/** The findings of the suite's judge of traffic for an answer; a 500 of the adapters themselves is allowed. */
async function findingsOn(service: ServiceName, requested: ReturnType<typeof requestOf>, answer: WireAnswer) {
  const base = `http://127.0.0.1/${service}`;
  const traffic = await openTraffic({ [service]: base });
  const judged = traffic.take({
    service,
    method: requested.method,
    url: base + requested.url,
    headers: {},
    requestBody: null,
    status: answer.status,
    answerHeaders: answer.headers,
    body: answer.body,
    began: 0,
    at: 1,
  });
  return judged?.findings ?? [];
}

describe.each(faultyCases.map((each, place) => [each.id, place, each] as const))('%s', (_id, place, each) => {
  const { service = 'vault', status, faults, has } = each;
  const requested = requestOf(place, each);

  it('is rejected or corrected, alike by all adapters and engines', async () => {
    const seen: string[] = [];
    for (const adapter of each.adapters ?? adapters) {
      for (const engine of engines) {
        const label = `${adapter}, ${engine}`;
        const answer = await exchange(ports[`${adapter} ${engine}`] ?? 0, requested.text);
        expect([label, answer.status]).toEqual([label, status]);
        expect(answer.problems, label).toEqual([]);
        expect(answer.text, label).not.toContain(SECRET);
        expect(answer.text, label).not.toMatch(INTERNALS);
        if (has !== undefined) expect(answer.text, label).toMatch(has);
        if (status < 500) expect(await findingsOn(service, requested, answer), label).toEqual([]);
        else expect(JSON.parse(answer.body.toString())).toMatchObject({ code: status, msg: expect.any(String) });
        expect([label, await faultsOf(`${adapter} ${engine} ${place}`)]).toEqual([label, faults]);
        seen.push(answer.comparable);
      }
    }
    expect(new Set(seen).size, seen.join('\n\n')).toBe(1);
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  });
});

it('has every case once', () => {
  expect(new Set(faultyCases.map(({ id }) => id)).size).toBe(faultyCases.length);
});
