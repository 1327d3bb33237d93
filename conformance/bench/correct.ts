/**
 * People use the reference server side by side; what passes must show nothing wrong. Prints a table.
 *
 * node conformance/bench/correct.ts [exchanges, default 10000] [seed, default 1]
 */
import { startReference } from '../testing/reference.ts';
import { recordPeople } from '../testing/users.ts';
import { openJudge } from '../traffic/judge.ts';

const [count = 10_000, seed = 1] = process.argv.slice(2).map(Number);

const reference = await startReference();
try {
  const { contract, target } = reference;
  console.log('service    exchanges  refused  findings  judged rules  ms/exchange');
  for (const service of contract.services) {
    const own = target.services[service];
    if (own === undefined) continue;
    const some = Math.ceil(count / contract.services.length);
    const recorded = await recordPeople({ service, contract, target, count: some, seed });
    const judge = await openJudge({ service, contract, target: own });
    const start = process.cpuUsage();
    const told = recorded.flatMap((one) => judge.take(one)?.findings ?? []);
    const { user, system } = process.cpuUsage(start);
    const { checks } = judge.report();
    const passed = checks.filter(({ verdict }) => verdict === 'pass').length;
    const refused = recorded.filter(({ status }) => status >= 400).length;
    const cost = ((user + system) / 1000 / recorded.length).toFixed(2);
    console.log(
      `${service.padEnd(10)} ${String(recorded.length).padStart(9)}${String(refused).padStart(9)}${String(told.length).padStart(10)}${String(passed).padStart(14)}${cost.padStart(13)}`,
    );
    for (const { rule, finding } of told.filter(({ isNew }) => isNew)) {
      console.log(
        `  ${rule.rule}: expected ${finding.expected}, actual ${finding.actual} at ${finding.pointer}\n    ${finding.curl}`,
      );
    }
  }
} finally {
  await reference.close();
}
