/** Test helpers: a real server on its own loopback ports. */

import { Writable } from 'node:stream';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { type Logger, pino } from 'pino';
import { afterAll, onTestFinished } from 'vitest';
import { type RunningServer, type ServerOptions, startServer } from '../index.ts';
import { newSchema } from './postgres.ts';

/** Both validation engines, for tests that must pass with each. */
export const VALIDATORS = ['compiled', 'express-openapi-validator'] as const;

/**
 * The engines for tests of handlers: only the default one. `e2e/runtime/engines.test.ts` compares both engines on every
 * operation; with TEST_VALIDATORS=all, as in the nightly workflow, the stories run with both.
 */
export const STORY_VALIDATORS = process.env['TEST_VALIDATORS'] === 'all' ? VALIDATORS : VALIDATORS.slice(0, 1);

/** Starts a server on free ports. When tests close it, they have read their answers and send nothing more. */
export function startForTest(options: ServerOptions = {}): Promise<RunningServer> {
  return startServer({ port: 0, rpcPort: 0, ...options, limits: { lastRequest: 0, ...options.limits } });
}

/**
 * Starts a server that stops when the test ends; by default with lending only. When TEST_ON names a PostgreSQL, it uses
 * a new schema there, so that the services are tested on PostgreSQL too.
 */
export async function testServer(options: ServerOptions = {}): Promise<RunningServer> {
  const server = await startOn(process.env.TEST_ON, options);
  onTestFinished(() => server.close());
  return server;
}

/** Shares one server between all tests of a block, for tests that only read. */
export function sharedTestServer(options: ServerOptions = {}): () => Promise<RunningServer> {
  let shared: Promise<RunningServer> | undefined;
  afterAll(async () => (await shared)?.close());
  return () => {
    shared ??= startOn(process.env.TEST_ON, options);
    return shared;
  };
}

async function startOn(place: string | undefined, options: ServerOptions): Promise<RunningServer> {
  const data = place === undefined || place === '' ? undefined : await newSchema(place);
  return startForTest({ services: ['lending'], invariants: true, data, ...options });
}

/** A log that records its lines. */
export function keptLog(level: pino.Level = 'info'): {
  readonly log: Logger;
  readonly lines: Record<string, unknown>[];
} {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()));
      done();
    },
  });
  return { log: pino({ level }, stream), lines };
}

/** Waits until a condition holds. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`it did not come to hold within ${PATIENCE / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A received answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Sends a request, and reads the JSON of the answer; undefined when it has no body. */
export async function call(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** Posts JSON. */
export function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return call(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}
