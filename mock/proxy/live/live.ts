/** Judges by the suite's rules what passes through the proxies, and shows what came of it. */
import type { Server } from 'node:http';
import { Failure, messageOf } from '@wallet-services/kit/errors';
import { listen, stop } from '../../listen.ts';
import { type Judging, type Passing, startJudging, type Unjudged } from './judging.ts';
import { type Added, createLedger, type RuleFinding } from './ledger.ts';
import { checkFolder, type Lines, openLines } from './lines.ts';
import { createMetrics } from './metrics.ts';
import { createSideServer } from './side.ts';

/** How traffic is judged. */
export interface LiveOptions {
  /** The part of callers whose exchanges are judged, from 0 to 1; default 1. */
  readonly sample?: number;
  /** Port of metrics, live page and report; 0: any free one. Absent: none. */
  readonly side?: number;
  /** A file that findings are added to, a line of JSON each. Absent: none. */
  readonly lines?: string;
  /** A file that what passed is written to, as HAR without credentials. Absent: none. */
  readonly har?: string;
  /** Shows values that passed; default false. */
  readonly values?: boolean;
  /** Told of every finding when it is met first. */
  readonly onFinding?: (finding: RuleFinding) => void;
}

export interface Live {
  /** Takes an exchange that passed. */
  offer(passing: Passing, passed: { readonly status: number | undefined; readonly seconds: number }): void;
  findings(): readonly RuleFinding[];
  counts(): Readonly<Record<'passed' | 'judged' | Unjudged, number>>;
  idle(): Promise<void>;
  close(): Promise<void>;
  /** Address of the side port; undefined where there is none. */
  readonly url: string | undefined;
}

export interface LiveSettings extends LiveOptions {
  readonly document?: string | undefined;
  readonly urls: Readonly<Record<string, string>>;
  readonly host: string;
  readonly limit: number;
}

/** @throws Failure when the side port cannot be listened on, or the file not written */
export async function startLive(settings: LiveSettings): Promise<Live> {
  const { urls, host, limit, sample = 1, values = false, side, lines: file, onFinding, document, har } = settings;
  if (har !== undefined) await checkFolder(har);
  const ledger = createLedger();
  const lines: Lines | undefined = file === undefined ? undefined : await openLines(file);
  const counts = { passed: 0, judged: 0, 'not sampled': 0, busy: 0, 'no whole body': 0, 'judge stopped': 0 };
  let judging: Judging | undefined;
  const metrics = createMetrics(() => judging?.waiting() ?? 0);
  const tell = ({ finding, isNew }: Added): void => {
    lines?.write(finding);
    if (isNew) onFinding?.(finding);
  };
  judging = startJudging({
    ...{ urls, values, limit, sample, document, har },
    onJudged(outcome) {
      counts.judged += 1;
      metrics.judged(outcome);
      for (const added of ledger.add(outcome)) tell(added);
    },
    onUnjudged(why, service) {
      counts[why] += 1;
      metrics.unjudged(why, service);
    },
  });
  const { offer, report, idle, close } = judging;
  const state = () => {
    const findings = ledger.all();
    const fails = findings.filter(({ verdict }) => verdict === 'fail').length;
    const { passed, judged } = counts;
    const unjudged = counts['not sampled'] + counts.busy + counts['no whole body'] + counts['judge stopped'];
    return {
      counts: { passed, judged, unjudged, findings_fail: fails, findings_warn: findings.length - fails },
      findings: findings.slice(0, 200),
    };
  };
  const server = side === undefined ? undefined : createSideServer({ metrics, state, report });
  const listening = async (one: Server): Promise<string> => {
    try {
      return await listen(one, { service: '--live', host, port: side ?? 0 });
    } catch (error) {
      await close();
      throw new Failure(messageOf(error).replace(/choose other ports with --port N$/, 'choose another with --live N'));
    }
  };
  const url = server === undefined ? undefined : await listening(server);
  return {
    url,
    offer(passing, { status, seconds }) {
      counts.passed += 1;
      metrics.passed(passing.service, status, seconds);
      if (status !== undefined) offer(passing);
    },
    findings: ledger.all,
    counts: () => counts,
    idle,
    async close() {
      await close();
      await lines?.close();
      if (server !== undefined) await stop(server);
    },
  };
}
