/** `@wallet-services/client` in Node: `npm run check:client -- -- node client-conformance/examples/typescript/node.ts`. */
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline';
import { createDriver } from './driver.ts';

const take = createDriver(process.env);
for await (const line of createInterface({ input: stdin })) {
  stdout.write(`${JSON.stringify(await take(JSON.parse(line)))}\n`);
}
