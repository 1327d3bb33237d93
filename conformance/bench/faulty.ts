/**
 * People use faulty servers; which of those do their traffic tell? Prints a table by service, and what was missed.
 *
 * node conformance/bench/faulty.ts [every nth faulty server, default 10] [exchanges with each, default 120]
 */
import type { Fault } from '../fault/fault.ts';
import { faultsOf } from '../faults/index.ts';
import { behindProxy } from '../faults/trial.ts';
import { startReference } from '../testing/reference.ts';
import { recordPeople } from '../testing/users.ts';
import { openJudge } from '../traffic/judge.ts';

/** Notes what a fault answers otherwise than the server behind it. */
function noted(fault: Fault, changed: Set<string>): Fault {
  return async (request, next) => {
    const asked: string[] = [];
    const reply = await fault(request, async (passed) => {
      const right = await next(passed);
      asked.push(JSON.stringify(right));
      return right;
    });
    if (asked.length !== 1 || asked[0] !== JSON.stringify(reply)) changed.add(`${request.method} ${request.path}`);
    return reply;
  };
}

const [nth = 10, count = 120] = process.argv.slice(2).map(Number);

const reference = await startReference();
const { contract } = reference;
try {
  console.log('service    faulty  visible  told  share');
  let [allVisible, allTold] = [0, 0];
  for (const service of contract.services) {
    const { api } = await contract.service(service);
    const { mutants, twins } = await faultsOf(api);
    const chosen = mutants.filter((_, index) => index % nth === 0);
    const missed: string[] = [];
    let [visible, found] = [0, 0];
    for (const mutant of chosen) {
      const changed = new Set<string>();
      const fault = () => noted(mutant.fault(), changed);
      await behindProxy(reference, service, { ...mutant, fault }, async (target) => {
        const own = target.services[service];
        if (own === undefined) return;
        const recorded = await recordPeople({ service, contract, target, count, seed: visible + 1 });
        const judge = await openJudge({ service, contract, target: own });
        const told = recorded.flatMap((one) => judge.take(one)?.findings ?? []);
        const check = judge.report().checks.find(({ rule }) => rule === mutant.kills);
        // What nobody met is not seen, and neither is what only requests of a kind of its own bring out.
        const isJudged = told.length > 0 || check?.verdict === 'pass';
        // People sign in before they are recorded.
        const isMet = recorded.some(({ method, url }) => changed.has(`${method} ${new URL(url).pathname}`));
        if (!isJudged || !isMet) return;
        visible += 1;
        if (told.length > 0) found += 1;
        else missed.push(`${mutant.id} (${mutant.kills})`);
      });
    }
    allVisible += visible;
    allTold += found;
    const share = visible === 0 ? '' : `${Math.round((100 * found) / visible)} %`;
    console.log(
      `${service.padEnd(10)}${String(chosen.length).padStart(7)}${String(visible).padStart(9)}${String(found).padStart(6)}  ${share}`,
    );
    for (const one of missed) console.log(`  not told: ${one}`);
    for (const twin of twins.filter((_, index) => index % nth === 0)) {
      await behindProxy(reference, service, twin, async (target) => {
        const own = target.services[service];
        if (own === undefined) return;
        const recorded = await recordPeople({ service, contract, target, count, seed: 1 });
        const judge = await openJudge({ service, contract, target: own });
        const told = recorded
          .flatMap((one) => judge.take(one)?.findings ?? [])
          .filter(({ finding }) => finding.verdict === 'fail');
        for (const { rule } of told.slice(0, 1)) console.log(`  BLAMED: a correct server, ${twin.id} (${rule.rule})`);
      });
    }
  }
  console.log(
    `all        told ${allTold} of ${allVisible}, ${Math.round((100 * allTold) / Math.max(1, allVisible))} %`,
  );
} finally {
  await reference.close();
}
