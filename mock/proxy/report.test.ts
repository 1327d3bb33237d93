import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw, startUpstream } from '../testing/upstream.ts';
import { describeEnd, describe as describeSeen } from './describe.ts';
import type { Summary } from './journal.ts';
import { reportForms } from './report.ts';
import { prepareReport } from './report-file.ts';
import { type RunningProxy, type Seen, startProxy } from './start.ts';

/** Texts that must not occur in any log or report. */
const SECRETS = [
  's3cret-token',
  's3cret-key',
  's3cret-query',
  's3cret-body',
  's3cret-answer',
  's3cret-path',
  's3cret-name',
  's3cret-type',
];
const LONG = `${'s3cret-path'.repeat(6)}`;

const occasion = {
  from: '2021-08-17T11:14:49.000Z',
  to: '2021-08-17T11:20:00.000Z',
  strict: false,
  upstreams: { comment: 'http://127.0.0.1:1/comment' },
};

let folder: string;
let summary: Summary;
let proxy: RunningProxy;
let log = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'));
  const upstream = await startUpstream((incoming, outgoing) => {
    const isOther = incoming.url?.startsWith('/users/') === true;
    const type = isOther ? 'text/s3cret-type; charset=s3cret-type' : 'application/json';
    outgoing.writeHead(200, 's3cret-type', { 'Content-Type': type });
    outgoing.end('{"data": {"access_token": 7, "user": "s3cret-answer"}, "ts": "s3cret-answer"}');
  });
  const onExchange = (seen: Seen): void => {
    log += describeSeen(seen, true, process.stdout);
  };
  proxy = await startProxy({ upstreams: { comment: upstream.url }, port: 0, onExchange });
  const url = proxy.urls.comment;
  const headers = {
    Authorization: 'Bearer s3cret-token',
    'X-ASSISTANT-SECRET': 's3cret-key',
    'Content-Type': 'application/json',
  };
  const signIn = {
    method: 'POST',
    headers,
    body: '{"method": "s3cret-body", "mixin_token": ["s3cret-body"], "lang": "s3cret-body"}',
  };
  await sendRaw(`${url}/auth/login?token=s3cret-query`, signIn);
  await sendRaw(`${url}/auth/login`, { ...signIn, body: '{"mixin_token": "s3cret-body' });
  await sendRaw(`${url}/${LONG}?x=s3cret-query`, { headers });
  await sendRaw(`${url}/users/1207`, { headers });
  await sendRaw(`${url}/users/s3cret-name/phone/+49170s3cret-name`, { headers });
  await upstream.close();
  await sendRaw(`${url}/me?token=s3cret-query`, { headers });
  await proxy.close();
  summary = proxy.summary();
});

afterAll(() => rm(folder, { recursive: true }));

describe.each(['.json', '.md'] as const)('a report in %s', (extension) => {
  it('has every violation, with operation and pointer, and holds no secret', () => {
    const text = reportForms[extension](occasion, summary);
    for (const expected of [
      'POST /auth/login',
      '/body/method',
      '/body/data/access_token',
      '/path',
      'GET /***',
      'connection refused',
    ]) {
      expect(text).toContain(expected);
    }
    for (const secret of SECRETS) expect(text).not.toContain(secret);
  });
});

describe('the log', () => {
  it('contains no secret either', () => {
    expect(log).toContain('POST /auth/login  200');
    for (const secret of SECRETS) expect(log + describeEnd(summary, process.stdout)).not.toContain(secret);
  });
});

describe('the report in Markdown', () => {
  it('keeps its tables intact, whatever path was requested', () => {
    const violations = summary.violations.slice(0, 1).map((one) => ({ ...one, operation: 'GET /a|b`c' }));
    const text = reportForms['.md'](occasion, { ...summary, violations });
    const rows = text.split('\n').filter((line) => line.includes("GET /a\\|b'c"));
    expect(rows).toHaveLength(1);
    expect(rows[0]?.replaceAll('\\|', '').split('|')).toHaveLength(8);
  });

  it('reports when nothing passed', () => {
    const nothing: Summary = {
      requests: 0,
      violating: 0,
      refused: 0,
      violations: [],
      warnings: [],
      unlisted: 0,
      failures: [],
      unchecked: [],
      judgesReplaced: 0,
      operations: [],
    };
    expect(reportForms['.md'](occasion, nothing)).toContain('0 requests, 0 with a violation; 0 different violations');
  });
});

describe('the report in JSON', () => {
  it('counts every operation of the watched service, including unused ones', () => {
    const { operations, requests } = JSON.parse(reportForms['.json'](occasion, summary));
    expect(requests).toBe(6);
    expect(operations).toHaveLength(12);
    expect(operations).toContainEqual({
      service: 'comment',
      operation: 'POST /auth/login',
      operationId: 'signIn',
      count: 2,
      statuses: { 200: 2 },
    });
  });
});

describe('the file of a report', () => {
  it('is written atomically, repeatedly, without leftover files', async () => {
    const file = join(folder, 'report.MD');
    const write = await prepareReport(file);
    await write(occasion, summary);
    await write({ ...occasion, strict: true }, summary);
    expect(await readFile(file, 'utf8')).toContain('in strict mode');
    expect(await readdir(folder)).toEqual(['report.MD']);
    await rm(file);
  });

  it('is the newest one where several are written at once', async () => {
    const file = join(folder, 'often.json');
    const write = await prepareReport(file);
    const times = Array.from({ length: 20 }, (_, minute) => `2021-08-17T11:${20 + minute}:00.000Z`);
    await Promise.all(times.map((to) => write({ ...occasion, to }, summary)));
    expect(JSON.parse(await readFile(file, 'utf8')).to).toBe(times.at(-1));
    expect((await readdir(folder)).filter((name) => name.includes('often'))).toEqual(['often.json']);
    await rm(file);
  });

  it('must have a known extension, and be in a writable folder', async () => {
    await expect(prepareReport('report.txt')).rejects.toThrow(
      '--report needs a file that ends with .json or .md, not report.txt',
    );
    await expect(prepareReport('/nowhere/report.json')).rejects.toThrow('choose an existing, writable folder');
    await mkdir(join(folder, 'taken.json', 'x'), { recursive: true });
    const write = await prepareReport(join(folder, 'taken.json'));
    await expect(write(occasion, summary)).rejects.toThrow(/cannot write the report to .*taken\.json \(EISDIR\)/);
    expect(await readdir(folder)).toEqual(['taken.json']);
  });
});
