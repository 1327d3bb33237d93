/** Helpers of the tests: a real server on its own loopback ports. */

import { Writable } from 'node:stream';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { type Logger, pino } from 'pino';
import { afterAll, onTestFinished } from 'vitest';
import { type RunningServer, type ServerOptions, startServer } from '../index.ts';
import { newSchema } from './postgres.ts';

/** Both validation engines: what holds, holds under each. */
export const VALIDATORS = ['compiled', 'express-openapi-validator'] as const;

/**
 * For tests of what handlers do: once, with the validators that are the default. `e2e/runtime/engines.test.ts` compares both
 * engines on every operation; TEST_VALIDATORS=all has the stories run on both, which the nightly workflow does.
 */
export const STORY_VALIDATORS = process.env['TEST_VALIDATORS'] === 'all' ? VALIDATORS : VALIDATORS.slice(0, 1);

/** Starts a server on free ports. Tests have read their answers when they close it, and send nothing more. */
export function startForTest(options: ServerOptions = {}): Promise<RunningServer> {
  return startServer({ port: 0, rpcPort: 0, ...options, limits: { lastRequest: 0, ...options.limits } });
}

/**
 * Starts a server that stops when the test ends; with lending alone where nothing else is chosen. In a new schema of the
 * PostgreSQL that TEST_ON names, where it names one: so the tests of the services run on it, too.
 */
export async function testServer(options: ServerOptions = {}): Promise<RunningServer> {
  const server = await startOn(process.env.TEST_ON, options);
  onTestFinished(() => server.close());
  return server;
}

/** The same server for all tests of a block that only read. */
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

/** A log that keeps its lines. */
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

/** Waits until something holds. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`it did not come to hold within ${PATIENCE / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** An answer, read. */
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
