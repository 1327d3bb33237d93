/**
 * Switches every faulty server of the catalogue on in a world, lets the suite find it out, and switches it off again.
 *
 * `node e2e/sandbox/catalogue.ts`, or one service and every so many of its servers: `... vault 10`
 */
import { isServiceName, serviceNames } from '@wallet-services/contract/services';
import { tried } from './worlds.ts';

const [name = '', every = '1'] = process.argv.slice(2);
const services = isServiceName(name) ? [name] : serviceNames;
let bad = 0;
for (const service of services) {
  let count = 0;
  let place = 0;
  for await (const { name: faulty, found, green } of tried(service, () => place++ % Number(every) === 0)) {
    count += 1;
    if (found && green) continue;
    bad += 1;
    process.stdout.write(`${service}: ${faulty}: ${found ? 'is found when it is switched off' : 'is not found'}\n`);
  }
  process.stdout.write(`${service}: ${count} faulty servers tried\n`);
}
process.exitCode = bad === 0 ? 0 : 1;
