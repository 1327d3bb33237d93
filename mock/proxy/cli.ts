#!/usr/bin/env -S node --optimize-for-size --max-semi-space-size=2 --max-old-space-size=128
/**
 * `npm run proxy`: watches the traffic of implementations until Ctrl-C. Exit code 0 when there was no violation, 1 when
 * there was one or it cannot start, 2 for a wrong command line.
 */
import { begin } from '@wallet-services/kit/begin';
import { complain, runCommand } from '@wallet-services/kit/command';
import { stopOnSignal } from '../signals.ts';
import { readAddresses } from './addresses.ts';
import { describe, describeEnd, describeStart } from './describe.ts';
import { describeRule, describeRules } from './live/describe.ts';
import type { RuleFinding } from './live/ledger.ts';
import { type ProxyCommand, readProxyArguments } from './options.ts';
import { prepareReport, type WriteReport } from './report-file.ts';
import type { RunningProxy, Seen } from './start.ts';
import { unreachable } from './upstream.ts';

/**
 * Longest wait at the end for the last exchanges to be judged, in milliseconds; after a part of it a line reports the
 * wait.
 */
const JUDGING_LIMIT = 60_000;
const PATIENCE = 3_000;

/** Interval at which the report is updated, in milliseconds. */
const REPORT_INTERVAL = 1_000;

/** Adds the address of a document's service, by the name that the document gives it. */
async function withDocument({ url, ...command }: ProxyCommand): Promise<ProxyCommand> {
  if (command.document === undefined || url === undefined) return command;
  const { describedBy } = await import('@wallet-services/conformance/traffic/document');
  const { service } = await describedBy(command.document, command.overlay);
  return { ...command, upstreams: { [service]: url } };
}

async function watch(command: ProxyCommand): Promise<number> {
  const { report, verbose = false, ...options } = await withDocument(command);
  const from = new Date().toISOString();
  const addresses = readAddresses(options.upstreams);
  const writeReport = report === undefined ? undefined : await prepareReport(report);
  let changed = true;
  const onExchange = (seen: Seen): void => {
    changed = true;
    process.stdout.write(describe(seen, verbose, process.stdout));
  };
  // Prism takes a second to load, so errors of the command line are reported before.
  const onFinding = (finding: RuleFinding): void => {
    changed = true;
    process.stdout.write(describeRule(finding, process.stdout));
  };
  const rules = options.rules === undefined ? {} : { rules: { ...options.rules, onFinding } };
  const starting = import('./start.ts').then(({ startProxy }) => startProxy({ ...options, ...rules, onExchange }));

  const save = async (proxy: RunningProxy, write: WriteReport): Promise<void> => {
    if (!changed) return;
    changed = false;
    const { upstreams, strict = false } = options;
    const occasion = { from, to: new Date().toISOString(), strict, upstreams };
    await write(occasion, proxy.summary(), proxy.live?.findings());
  };
  stopOnSignal(async () => {
    const proxy = await starting;
    const reported = setTimeout(
      () => process.stdout.write('checking the last exchanges; press Ctrl-C again to stop immediately\n'),
      PATIENCE,
    );
    await proxy.close();
    clearTimeout(reported);
    const summary = proxy.summary();
    const findings = proxy.live?.findings() ?? [];
    process.stdout.write(describeEnd(summary, process.stdout));
    if (proxy.live !== undefined) process.stdout.write(describeRules(findings, proxy.live.counts(), process.stdout));
    changed = true;
    if (writeReport !== undefined) await save(proxy, writeReport).catch((error: unknown) => complain('proxy', error));
    const isWrong = summary.violations.length > 0 || findings.some(({ verdict }) => verdict === 'fail');
    return isWrong || process.exitCode === 1 ? 1 : 0;
  }, JUDGING_LIMIT);

  const proxy = await starting;
  if (writeReport !== undefined) {
    await save(proxy, writeReport);
    keep(() => save(proxy, writeReport));
  }
  process.stdout.write(describeStart(proxy.urls, { ...options, side: proxy.live?.url }));
  for (const [service, url] of addresses) {
    const why = await unreachable(url);
    if (why !== undefined) process.stderr.write(`proxy: ${service} does not respond at ${url} yet: ${why}\n`);
  }
  return 0;
}

/** Saves repeatedly, each time after the previous save has ended. */
function keep(save: () => Promise<void>): void {
  setTimeout(() => {
    save()
      .catch((error: unknown) => complain('proxy', error))
      .finally(() => keep(save));
  }, REPORT_INTERVAL).unref();
}

// As Prism's own output does.
begin({ needs: '24.18' });
await runCommand('proxy', readProxyArguments(process.argv.slice(2)), watch);
// Servers that started before the failure may still be open.
if (process.exitCode !== 0) process.exit();
