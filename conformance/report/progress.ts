/** Progress during a run: one changing line on a terminal, plain lines elsewhere. Services run at the same time. */
import type { ServiceName } from '../model/document/services.ts';
import type { Listener } from '../run/events.ts';
import { explained } from './merge.ts';

export interface ProgressStream {
  readonly isTTY?: boolean;
  /** The number of characters in a line; absent or 0 when it is unknown. */
  readonly columns?: number;
  write(text: string): unknown;
}

interface Standing {
  readonly done: number;
  readonly cases: number;
  readonly requests: number;
  readonly broken: number;
  readonly finished: boolean;
}

const beginning: Standing = { done: 0, cases: 0, requests: 0, broken: 0, finished: false };

/** The shortest time between two drawings of the line on a terminal, in milliseconds. */
const REDRAW = 50;

/** The shortest time between two plain lines of one service, in milliseconds. */
const NEWS = 10_000;

const USUAL_COLUMNS = 80;

const BAR = 16;

const CLEAR = '\r\x1b[2K';

function sumOf(standings: readonly Standing[], member: 'done' | 'cases' | 'requests' | 'broken'): number {
  return standings.reduce((sum, standing) => sum + standing[member], 0);
}

function bar(done: number, cases: number): string {
  const filled = cases === 0 ? 0 : Math.round((done / cases) * BAR);
  return `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)}`;
}

/** One line for all services, with the names of the unfinished ones where there is room. */
function liveLine(standings: ReadonlyMap<ServiceName, Standing>, columns: number): string {
  const all = [...standings.values()];
  const [done, cases] = [sumOf(all, 'done'), sumOf(all, 'cases')];
  const figures = `${done} of ${cases} cases, ${sumOf(all, 'requests')} requests, ${sumOf(all, 'broken')} broken rules`;
  const names = [...standings].flatMap(([service, { finished }]) => (finished ? [] : [service]));
  const shown = [`${bar(done, cases)} ${figures}  ${names.join(' ')}`, `${bar(done, cases)} ${figures}`, figures];
  return shown.find((text) => text.length < columns) ?? `${done}/${cases}`;
}

/**
 * A listener that shows progress on a stream, usually standard error.
 *
 * @param now the time in milliseconds, which limits how often it writes.
 */
export function progress(stream: ProgressStream, now: () => number = () => performance.now()): Listener {
  const live = stream.isTTY === true;
  const standings = new Map<ServiceName, Standing>();
  const reported = new Map<ServiceName, number>();
  let drawn = Number.NEGATIVE_INFINITY;
  const update = (service: ServiceName, changes: Partial<Standing>) =>
    standings.set(service, { ...(standings.get(service) ?? beginning), ...changes });
  const draw = (atOnce: boolean) => {
    if (!live || (!atOnce && now() - drawn < REDRAW)) return;
    drawn = now();
    stream.write(`${CLEAR}${liveLine(standings, stream.columns || USUAL_COLUMNS)}`);
  };
  const news = (service: ServiceName, text: string) => {
    if (live || now() - (reported.get(service) ?? 0) < NEWS) return;
    reported.set(service, now());
    stream.write(text);
  };
  return (event) => {
    switch (event.type) {
      case 'run-started':
        for (const { service, url } of event.services) {
          update(service, {});
          reported.set(service, now());
          if (!live) stream.write(`checking ${service} at ${url}\n`);
        }
        draw(true);
        break;
      case 'service-started':
        update(event.service, { cases: event.cases });
        draw(true);
        break;
      case 'request-finished':
        update(event.service, { requests: event.requests });
        draw(false);
        break;
      case 'exchange-finished':
        break;
      case 'case-finished': {
        const { service, done, cases, broken } = event;
        update(service, { done, cases, broken });
        news(service, `${service}: ${done} of ${cases} cases, ${broken} broken rules so far\n`);
        draw(done === cases);
        break;
      }
      case 'service-finished': {
        const { service, checks, requests, unreachable } = event.report;
        const found = explained(event.report).length;
        update(service, { finished: true });
        if (!live && unreachable === null)
          stream.write(`checked ${service}: ${checks.length} checks, ${requests} requests, ${found} findings\n`);
        draw(true);
        break;
      }
      case 'run-finished':
        if (live) stream.write(CLEAR);
        break;
    }
  };
}
