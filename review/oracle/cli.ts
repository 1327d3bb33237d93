/** The command `npm run oracle -w review`: checks the judgements on many random pairs of schemas with Ajv. */
import { parseArgs } from 'node:util';
import { tryPair } from './oracle.ts';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '3000' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '5' },
    alarms: { type: 'boolean', default: false },
  },
});
const [pairs, seed, shown] = [values.pairs, values.seed, values.show].map(Number) as [number, number, number];
let [tried, missed, alarms] = [0, 0, 0];
for (let index = 0; index < pairs; index += 1) {
  for (const trial of tryPair(seed * 1_000_003 + index)) {
    tried += 1;
    if (trial.missed.length === 0 && !trial.falseAlarm) continue;
    if (trial.missed.length > 0) missed += 1;
    else alarms += 1;
    if ((trial.missed.length > 0 ? missed : alarms) > shown || (trial.falseAlarm && !values.alarms)) continue;
    const { old, now, lost, gained, findings } = trial;
    const reported = findings.map(
      ({ kind, change, sides }) => `${sides.clients.class}/${sides.servers.class} ${kind} ${change}`,
    );
    console.log(
      JSON.stringify({
        seed: trial.seed,
        direction: trial.direction,
        missed: trial.missed,
        old,
        now,
        lost,
        gained,
        reported,
      }),
    );
  }
}
console.log(
  `${tried} trials: ${missed} false "compatible", ${alarms} false alarms (${((100 * alarms) / tried).toFixed(1)} %)`,
);
process.exitCode = missed > 0 ? 1 : 0;
