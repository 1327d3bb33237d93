/**
 * Changes recorded traffic of the reference server by one fault at a time, of common and of unusual kinds, and counts
 * how many the judge reports. Prints a table.
 *
 * node conformance/bench/mutated.ts [exchanges of each service, default 600] [faults of each kind and service, default 20]
 */
import { startReference } from '../testing/reference.ts';
import { strangeWrongs } from '../testing/strange-wrongs.ts';
import { recordPeople } from '../testing/users.ts';
import { wrongs } from '../testing/wrongs.ts';
import { openJudge } from '../traffic/judge.ts';

const [count = 600, most = 20] = process.argv.slice(2).map(Number);

const reference = await startReference();
const all = { ...wrongs, ...strangeWrongs };
const widest = Math.max(...Object.keys(all).map(({ length }) => length));
const totals = new Map<string, { made: number; reported: number }>();
try {
  const { contract, target } = reference;
  for (const service of contract.services) {
    const own = target.services[service];
    if (own === undefined) continue;
    const { api } = await contract.service(service);
    const recorded = await recordPeople({ service, contract, target, count, seed: 3 });
    for (const [kind, wrong] of Object.entries(all)) {
      const places = recorded.flatMap((one, place) => (wrong(one, api) === null ? [] : [place]));
      const step = Math.max(1, Math.floor(places.length / most));
      for (const place of places.filter((_, index) => index % step === 0).slice(0, most)) {
        const judge = await openJudge({ service, contract, target: own });
        const reported = recorded.slice(Math.max(0, place - 50), place + 50).flatMap((one) => {
          const changed = one === recorded[place] ? wrong(one, api) : null;
          return judge.take(changed ?? one)?.findings ?? [];
        });
        const total = totals.get(kind) ?? { made: 0, reported: 0 };
        totals.set(kind, { made: total.made + 1, reported: total.reported + (reported.length > 0 ? 1 : 0) });
        if (reported.length === 0)
          console.log(
            `not reported: ${service} ${kind} in ${recorded[place]?.method} ${new URL(recorded[place]?.url ?? '').pathname}`,
          );
      }
    }
  }
  console.log(`${'kind'.padEnd(widest)} faults  reported  share`);
  for (const [kind, { made, reported }] of totals) {
    console.log(
      `${kind.padEnd(widest)}${String(made).padStart(7)}${String(reported).padStart(6)}  ${Math.round((100 * reported) / made)} %`,
    );
  }
} finally {
  await reference.close();
}
