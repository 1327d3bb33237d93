/** Metrics of the traffic for Prometheus. Labels come from the documents only, never from values in the traffic. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Outcome } from '../judge/tasks.ts';
import type { Unjudged } from './sample.ts';

export interface Metrics {
  passed(service: string, status: number | undefined, seconds: number): void;
  judged(outcome: Outcome): void;
  unjudged(why: Unjudged, service: string): void;
  /** The metrics in the text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Upper bounds of response times, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** @param waiting returns how many exchanges wait to be judged */
export function createMetrics(waiting: () => number): Metrics {
  const registers = [new Registry()];
  const [register] = registers;
  const exchanges = new Counter({
    name: 'traffic_exchanges_total',
    help: 'Exchanges, by status class; none if the service did not respond.',
    labelNames: ['service', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'traffic_exchange_duration_seconds',
    help: 'Time from the request of a client to the end of the response.',
    labelNames: ['service'],
    buckets: BUCKETS,
    registers,
  });
  const judgements = new Counter({
    name: 'traffic_judged_total',
    help: 'Exchanges that were checked against the rules of their operation.',
    labelNames: ['service', 'operation'],
    registers,
  });
  const left = new Counter({
    name: 'traffic_unjudged_total',
    help: 'Exchanges that were not checked, by reason.',
    labelNames: ['service', 'why'],
    registers,
  });
  const findings = new Counter({
    name: 'traffic_findings_total',
    help: 'Findings by violated rule; verdict is fail or warn.',
    labelNames: ['service', 'operation', 'rule', 'verdict'],
    registers,
  });
  new Gauge({
    name: 'traffic_waiting',
    help: 'Exchanges that are waiting to be checked.',
    registers,
    collect() {
      this.set(waiting());
    },
  });
  return {
    passed(service, status, seconds) {
      exchanges.inc({ service, status: status === undefined ? 'none' : `${Math.floor(status / 100)}xx` });
      duration.observe({ service }, seconds);
    },
    judged({ service, operation, reported }) {
      if (operation === null) left.inc({ service, why: 'not in the document' });
      else judgements.inc({ service, operation });
      for (const { rule, finding } of reported) {
        findings.inc({ service, operation: operation ?? '', rule: rule.rule, verdict: finding.verdict });
      }
    },
    unjudged: (why, service) => left.inc({ service, why }),
    text: async () => (await register?.metrics()) ?? '',
    contentType: register?.contentType ?? 'text/plain',
  };
}
