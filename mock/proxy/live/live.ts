/** Judges the traffic of the proxies by the suite's rules, and publishes the results. */
import type { Server } from 'node:http';
import { Failure, messageOf } from '@wallet-services/kit/errors';
import { listen, stop } from '../../listen.ts';
import type { Judging, RulesListener } from '../judge/judging.ts';
import { type Added, createLedger, type RuleFinding } from './ledger.ts';
import { type Lines, openLines } from './lines.ts';
import { createMetrics } from './metrics.ts';
import { isSampled, isWhole, reasons, type Unjudged } from './sample.ts';
import { createSideServer } from './side.ts';

/** How traffic is judged. */
export interface LiveOptions {
  /** Share of the callers whose exchanges are judged, from 0 to 1; default 1. */
  readonly sample?: number;
  /** Port of metrics, live page and report; 0 for any free one. Default: none. */
  readonly side?: number;
  /** File to which findings are appended as lines of JSON. Default: none. */
  readonly lines?: string;
  /** File to which the traffic is written, as HAR without credentials. Default: none. */
  readonly har?: string;
  /** Whether values of the traffic are shown; default false. */
  readonly values?: boolean;
  /** Called for every new finding. */
  readonly onFinding?: (finding: RuleFinding) => void;
}

export interface Live {
  findings(): readonly RuleFinding[];
  counts(): Readonly<Record<'passed' | 'judged' | Unjudged, number>>;
  close(): Promise<void>;
  /** Address of the side port; undefined when there is none. */
  readonly url: string | undefined;
}

/** The parts that publish results while the proxy runs, and the events that they handle. */
export interface LiveParts extends RulesListener {
  /** Called for every exchange that ended. */
  readonly passed: (service: string, about: { readonly status: number | undefined; readonly seconds: number }) => void;
  /** Starts to publish results. @throws Failure when it cannot listen on the side port */
  readonly start: (judging: Pick<Judging, 'waiting' | 'report'>, host: string) => Promise<Live>;
}

/** @throws Failure when a file cannot be written */
export async function openLive(options: LiveOptions): Promise<LiveParts> {
  const { sample = 1, side, lines: file, onFinding } = options;
  const ledger = createLedger();
  const lines: Lines | undefined = file === undefined ? undefined : await openLines(file);
  const unjudged = Object.fromEntries(reasons.map((why) => [why, 0])) as Record<Unjudged, number>;
  const counts = { passed: 0, judged: 0, ...unjudged };
  let waiting = (): number => 0;
  const metrics = createMetrics(() => waiting());
  const notify = ({ finding, isNew }: Added): void => {
    lines?.write(finding);
    if (isNew) onFinding?.(finding);
  };
  const undecided = (why: Unjudged, service: string): void => {
    counts[why] += 1;
    metrics.unjudged(why, service);
  };
  const state = () => {
    const findings = ledger.all();
    const fails = findings.filter(({ verdict }) => verdict === 'fail').length;
    const { passed, judged } = counts;
    const left = reasons.reduce((sum, why) => sum + counts[why], 0);
    return {
      counts: { passed, judged, unjudged: left, findings_fail: fails, findings_warn: findings.length - fails },
      findings: findings.slice(0, 200),
    };
  };
  const listening = async (one: Server, host: string): Promise<string> => {
    try {
      return await listen(one, { service: '--live', host, port: side ?? 0 });
    } catch (error) {
      throw new Failure(messageOf(error).replace(/choose other ports with --port N$/, 'choose another with --live N'));
    }
  };
  return {
    passed(service, { status, seconds }) {
      counts.passed += 1;
      metrics.passed(service, status, seconds);
    },
    wants(seen) {
      const { service } = seen.request;
      if (!seen.isAnswered) return false;
      if (!isSampled(seen, sample)) undecided('not sampled', service);
      else if (!isWhole(seen)) undecided('no whole body', service);
      else return true;
      return false;
    },
    judged(outcome) {
      counts.judged += 1;
      metrics.judged(outcome);
      for (const added of ledger.add(outcome)) notify(added);
    },
    undecided,
    async start(judging, host) {
      waiting = judging.waiting;
      const server = side === undefined ? undefined : createSideServer({ metrics, state, report: judging.report });
      const url = server === undefined ? undefined : await listening(server, host);
      return {
        url,
        findings: ledger.all,
        counts: () => counts,
        async close() {
          await lines?.close();
          if (server !== undefined) await stop(server);
        },
      };
    },
  };
}
