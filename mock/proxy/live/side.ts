/** The side port: metrics, a live page, and the current report. It shows no values of the traffic. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { RuleFinding } from './ledger.ts';
import type { Metrics } from './metrics.ts';
import { livePage, PAGE_POLICY } from './page.ts';

/** The data of the live page. */
export interface State {
  readonly counts: {
    readonly passed: number;
    readonly judged: number;
    readonly unjudged: number;
    readonly findings_fail: number;
    readonly findings_warn: number;
  };
  readonly findings: readonly RuleFinding[];
}

export interface SideOptions {
  readonly metrics: Metrics;
  readonly state: () => State;
  /** The report as JSON. */
  readonly report: () => Promise<string>;
}

/** Interval of updates in milliseconds, and the largest number of open pages. */
const INTERVAL = 1000;
const MOST_PAGES = 50;

function send(outgoing: ServerResponse, status: number, type: string, text: string): void {
  const headers = {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': PAGE_POLICY,
  };
  outgoing.writeHead(status, headers).end(text);
}

/** Creates the server, which does not listen yet. */
export function createSideServer({ metrics, state, report }: SideOptions): Server {
  const pages = new Set<ServerResponse>();
  const events = (outgoing: ServerResponse): void => {
    if (pages.size >= MOST_PAGES) {
      send(outgoing, 503, 'text/plain', 'too many pages are open\n');
      return;
    }
    outgoing.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    outgoing.write(`data: ${JSON.stringify(state())}\n\n`);
    pages.add(outgoing);
    outgoing.once('close', () => pages.delete(outgoing));
  };
  const answer = async ({ method, url = '/' }: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const path = url.split('?')[0];
    if (method !== 'GET' && method !== 'HEAD') return send(outgoing, 405, 'text/plain', 'use GET\n');
    if (path === '/') return send(outgoing, 200, 'text/html; charset=utf-8', livePage());
    if (path === '/metrics') return send(outgoing, 200, metrics.contentType, await metrics.text());
    if (path === '/report.json') return send(outgoing, 200, 'application/json', await report());
    if (path === '/events') return events(outgoing);
    send(outgoing, 404, 'text/plain', 'not found: use /, /metrics, /events or /report.json\n');
  };
  const server = createServer((incoming, outgoing) => {
    outgoing.on('error', () => undefined);
    answer(incoming, outgoing).catch(() => {
      if (!outgoing.headersSent)
        send(outgoing, 500, 'text/plain', 'the thread that checks the rules does not respond\n');
    });
  });
  const timer = setInterval(() => {
    if (pages.size === 0) return;
    const text = `data: ${JSON.stringify(state())}\n\n`;
    // Skips a page that does not read its updates, so that they do not fill the memory.
    for (const page of pages) if (!page.writableNeedDrain) page.write(text);
  }, INTERVAL);
  timer.unref();
  server.once('close', () => clearInterval(timer));
  return server;
}
