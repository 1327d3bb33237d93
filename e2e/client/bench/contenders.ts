/** The contenders: clients that were generated from the same document, each as its own documentation describes. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The compared generators, with their versions in the registry. */
const VERSIONS = { '@hey-api/openapi-ts': '0.99.0', orval: '8.30.0', typescript: '6.0.3' } as const;

/** A placeholder address for generators that require one. */
export const FIXED = 'http://fixed.invalid';

/** Time limit of the installation and of each generator, in milliseconds. */
const LIMIT = 180_000;

/** A client, as a module with `make(baseUrl)`, which returns a function that reads a page of transactions. */
export interface Contender {
  readonly name: string;
  /** Its source. */
  readonly source: string;
  /** The folder in which its imports are resolved. */
  readonly folder: string;
  /** Only its size is measured, because its calls are those of another contender. */
  readonly sizeOnly?: boolean;
}

/** This package, and a hand-written `fetch`. */
export function ownContenders(folder: string): Contender[] {
  const own = fileURLToPath(new URL('..', import.meta.url));
  return [
    {
      name: '`fetch`, by hand',
      folder,
      source: `export const make = (baseUrl) => async () => {
        const response = await fetch(baseUrl + '/transactions?limit=20');
        return JSON.parse(await response.text());
      };`,
    },
    {
      name: 'this client',
      folder: own,
      source: `import { createClient } from '@wallet-services/client/swap';
      export const make = (baseUrl) => {
        const swap = createClient({ baseUrl });
        return async () => (await swap.GET('/transactions', { params: { query: { limit: 20 } } })).data;
      };`,
    },
    {
      name: 'this client, signed in with a keystore',
      folder: own,
      sizeOnly: true,
      source: `import { createClient } from '@wallet-services/client/swap';
      import { accessToken } from '@wallet-services/client/sign-in';
      const keystore = { clientId: 'c', sessionId: 's', privateKey: '${'ab'.repeat(32)}' };
      export const make = (baseUrl) => {
        const swap = createClient({ baseUrl, token: accessToken({ keystore }) });
        const params = { path: { base: 'a', quote: 'b' }, query: { limit: 20 } };
        return async () => (await swap.GET('/transactions/{base}/{quote}/mine', { params })).data;
      };`,
    },
  ];
}

/**
 * Installs the other generators and runs them on the document of the swap service. It needs the npm registry.
 *
 * @param folder an empty folder outside of the repository
 */
export async function otherContenders(folder: string): Promise<Contender[]> {
  const run = (command: string, ...args: string[]) => execute(command, args, { cwd: folder, timeout: LIMIT });
  await writeFile(join(folder, 'package.json'), '{"name": "compared", "private": true, "type": "module"}');
  const packages = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);
  await run(
    'npm',
    'install',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...packages,
  );
  const document = fileURLToPath(import.meta.resolve('@wallet-services/contract/openapi/swap.json'));
  const tool = (name: string) => join(folder, 'node_modules/.bin', name);
  await run(tool('openapi-ts'), '--input', document, '--output', 'hey', '--client', '@hey-api/client-fetch');
  await mkdir(join(folder, 'orval'), { recursive: true });
  const config = { swap: { input: document, output: { target: './orval/swap.ts', client: 'fetch', baseUrl: FIXED } } };
  await writeFile(join(folder, 'orval.config.js'), `export default ${JSON.stringify(config)};`);
  await run(tool('orval'));
  return [
    {
      name: `hey-api ${VERSIONS['@hey-api/openapi-ts']}`,
      folder,
      source: `import { createClient } from './hey/client';
      import { listTransactions } from './hey/sdk.gen';
      export const make = (baseUrl) => {
        const client = createClient({ baseUrl });
        return async () => (await listTransactions({ client, query: { limit: 20 } })).data;
      };`,
    },
    {
      name: `orval ${VERSIONS.orval}`,
      folder,
      source: `import { listTransactions } from './orval/swap';
      export const make = () => async () => (await listTransactions({ limit: 20 })).data;`,
    },
  ];
}
