/** Progress while a run lasts: one changing line on a terminal, plain lines elsewhere. */
import type { Listener } from '../run/events.ts';
import { explained } from './merge.ts';

export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const BAR = 24;

function bar(done: number, cases: number): string {
  const filled = cases === 0 ? BAR : Math.round((done / cases) * BAR);
  return `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)}`;
}

/** A listener that tells of progress on a stream, standard error as a rule. */
export function progress(stream: ProgressStream): Listener {
  const live = stream.isTTY === true;
  let requests = 0;
  return (event) => {
    switch (event.type) {
      case 'service-started':
        requests = 0;
        if (!live) stream.write(`checking ${event.service} at ${event.url}\n`);
        break;
      case 'request-finished':
        requests = event.requests;
        break;
      case 'case-finished':
        if (live) {
          const { service, done, cases } = event;
          stream.write(`\r\x1b[2K${service} ${bar(done, cases)} ${done} of ${cases} cases, ${requests} requests`);
        }
        break;
      case 'service-finished': {
        const { service, checks, requests: sent, unreachable } = event.report;
        const found = explained(event.report).length;
        if (live) stream.write('\r\x1b[2K');
        else if (unreachable === null)
          stream.write(`checked ${service}: ${checks.length} checks, ${sent} requests, ${found} findings\n`);
        break;
      }
      case 'run-finished':
        break;
    }
  };
}
