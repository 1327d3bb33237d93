/**
 * Simulates concurrent users of the correct reference server; the traffic must give no findings. Prints a table.
 *
 * node conformance/bench/correct.ts [exchanges, default 10000] [seed, default 1]
 */
import { startReference } from '../testing/reference.ts';
import { judgedPeople } from '../testing/users.ts';

const [count = 10_000, seed = 1] = process.argv.slice(2).map(Number);

const reference = await startReference();
try {
  const { contract, target } = reference;
  console.log('service    exchanges  refused  findings  judged rules  ms/exchange');
  for (const service of contract.services) {
    const some = Math.ceil(count / contract.services.length);
    const used = { service, contract, target, count: some, seed };
    const { recorded, findings: reported, report, milliseconds } = await judgedPeople(used);
    const passed = report.checks.filter(({ verdict }) => verdict === 'pass').length;
    const refused = recorded.filter(({ status }) => status >= 400).length;
    const cost = (milliseconds / recorded.length).toFixed(2);
    const cells = [recorded.length, refused, reported.length, passed, cost].map(String);
    const widths = [10, 9, 10, 14, 13];
    console.log(`${service.padEnd(10)}${cells.map((cell, place) => cell.padStart(widths[place] ?? 0)).join('')}`);
    for (const { rule, finding } of reported.filter(({ isNew }) => isNew)) {
      console.log(
        `  ${rule.rule}: expected ${finding.expected}, actual ${finding.actual} at ${finding.pointer}\n    ${finding.curl}`,
      );
    }
  }
} finally {
  await reference.close();
}
