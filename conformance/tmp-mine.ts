import { startReference } from '/work/rooms/lists/conformance/testing/reference.ts';
import { runSuite } from '/work/rooms/lists/conformance/run/suite.ts';
const families = (process.argv[2] ?? 'paged,limited,owned,counts,moves').split(',');
const services = (process.argv[3] ?? 'lending,comment,swap,vault,assistant').split(',');
const reference = await startReference();
const { target, contract } = reference;
for (const service of services) {
  const { api } = await contract.service(service as any);
  const ids = api.declarations.filter(d => families.includes(d.family)).flatMap(d => d.rules.map(r => r.id));
  const counts = new Map<string, number>();
  const start = performance.now();
  const report = await runSuite({ ...target, services: { [service]: target.services[service as any] } } as any, { contract, seed: 1, selection: { rules: ids, operations: [] }, reproduce: false, timeoutMs: 3000, onEvent(e: any) { if (e.type === 'exchange-finished') { const k = e.exchange.call.operation; counts.set(k, (counts.get(k) ?? 0) + 1); if (process.env.TRACE) console.log(e.exchange.method, e.exchange.call.path ?? e.exchange.call.method, e.exchange.outcome.status, e.exchange.call.label); } } } as any);
  for (const s of report.services) {
    console.log(service, 'requests', s.requests, Math.round(performance.now() - start), 'ms', Object.fromEntries(counts));
    for (const c of s.checks) if (ids.includes(c.rule)) console.log('  ', c.rule, c.verdict, c.observed ?? '', JSON.stringify(c.reasons), c.findings.map(f => `${f.expected} | ${f.actual} | ${f.pointer} | ${f.exchange?.url}`).join(' ;; '));
  }
}
await reference.close();
