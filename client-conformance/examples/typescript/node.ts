/** `@wallet-services/client` in Node: `npm run check:client -- -- node client-conformance/examples/typescript/node.ts`. */
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createDriver } from './driver.ts';

/** `fetch` trusts what Node.js trusts. */
const trust = (authority: string) => setDefaultCACertificates([...getCACertificates(), authority]);

const take = createDriver(process.env, undefined, trust);
for await (const line of createInterface({ input: stdin })) {
  stdout.write(`${JSON.stringify(await take(JSON.parse(line)))}\n`);
}
