/** Tests the published packages: packs them, installs them into an empty project, and uses them. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { glob, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { root } from '@wallet-services/generators/run';
import { mustSkipBrowser, openBrowser } from '@wallet-services/kit/testing/browser';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { snippetsOf } from '@wallet-services/kit/testing/snippets';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Seen } from './consumer/browser.ts';
import { garden } from './consumer/garden.ts';
import { type compilers, installedProject, type Project } from './project.ts';
import { installRunners, runIn, runners } from './runners.ts';

const NAMES = [
  'kit',
  'runtime',
  'expressions',
  'contract',
  'client',
  'server',
  'conformance',
  'checks',
  'mock',
  'review',
] as const;
const ADDRESS = 'http://127.0.0.1:4000';

let project: Project;
let served: { readonly url: string; readonly process: ChildProcess };

beforeAll(async () => {
  project = await installedProject();
  served = await startCommand();
});

afterAll(async () => {
  served?.process.kill();
  await project?.remove();
});

/** Starts the server's command as `npx` does. */
function startCommand(): Promise<typeof served> {
  const file = join(project.folder, 'node_modules/.bin/wallet-server');
  const child = spawn(file, ['--port', '0', '--rpc-port', '0', '--log-level', 'error'], { cwd: project.folder });
  return new Promise((resolve, reject) => {
    let output = '';
    const limit = setTimeout(() => reject(new Error(`the server did not start: ${output}`)), PATIENCE);
    child.on('error', reject);
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString();
      const url = /lending +(http:\S+)\/lending/.exec(output)?.[1];
      if (url === undefined) return;
      clearTimeout(limit);
      resolve({ url, process: child });
    });
  });
}

/** Whether a problem concerns a kind of resolution that the packages support. */
function concernsEsm(problem: Problem): boolean {
  return (
    !('resolutionKind' in problem) || problem.resolutionKind === 'node16-esm' || problem.resolutionKind === 'bundler'
  );
}

const fileOf = (name: string) => project.packages.find((packed) => packed.name.endsWith(name))?.file ?? '';
const installed = (name: string, path: string) => join(project.folder, 'node_modules/@wallet-services', name, path);
const manifestOf = async (name: string) => JSON.parse(await readFile(installed(name, 'package.json'), 'utf8'));

describe.each(NAMES)('the package %s', (name) => {
  test('is clean to publint, and its types resolve in ESM and in bundlers', async () => {
    const tarball = new Uint8Array(await readFile(fileOf(name)));
    const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
    expect(messages).toEqual([]);
    const analysis = await checkPackage(createPackageFromTarballData(tarball));
    // CommonJS and resolution without `exports` are not supported: the packages are ESM.
    const problems = analysis.types === false ? ['no types'] : analysis.problems.filter(concernsEsm);
    expect(problems).toEqual([]);
  });

  test('has a licence, a README, no install scripts and nothing of the repository', async () => {
    const manifest = await manifestOf(name);
    expect(manifest).toMatchObject({
      license: 'MIT',
      type: 'module',
      files: ['dist', 'CHANGELOG.md'],
      version: '0.1.0',
    });
    for (const member of ['private', 'devDependencies', 'scripts']) expect(manifest).not.toHaveProperty(member);
    expect((await stat(installed(name, 'LICENSE'))).size).toBeGreaterThan(1_000);
    expect(await readFile(installed(name, 'README.md'), 'utf8')).toContain(`# @wallet-services/${name}`);
    const { stdout: listed } = await promisify(execFile)('tar', ['-tf', fileOf(name)]);
    expect(listed).not.toMatch(/\.test\.|testing\/|\.tmp\.|node_modules/);
  });

  test('accepts compatible versions of other packages, and requires exact versions of this repository', async () => {
    const { dependencies = {} } = await manifestOf(name);
    for (const [needed, range] of Object.entries(dependencies)) {
      const expected = needed.startsWith('@wallet-services/') ? /^\d+\.\d+\.\d+$/ : /^\^\d+\.\d+\.\d+$/;
      expect([needed, range]).toEqual([needed, expect.stringMatching(expected)]);
    }
  });

  test('can be imported, with each of its exports', async () => {
    const { exports } = await manifestOf(name);
    const parts = Object.keys(exports).filter((part) => !part.includes('*') && !part.endsWith('.json'));
    const imports = parts.map((part) => `await import('@wallet-services/${name}${part.slice(1)}');`);
    expect(await project.node('--input-type=module', '--eval', [...imports, "console.log('done')"].join('\n'))).toBe(
      'done\n',
    );
  });
});

test('a client needs neither Express nor a validator', async () => {
  const names = await project.node(
    '--input-type=module',
    '--eval',
    `import { registerHooks } from 'node:module';
    const names = [];
    registerHooks({ resolve: (name, context, next) => (names.push(name), next(name, context)) });
    await import('@wallet-services/client/swap');
    await import('@wallet-services/client/sign-in');
    console.log(names.join(' '));`,
  );
  expect(names).not.toMatch(/express|ajv|connect|protobuf|noble/);
});

/** Code that calls the services is compiled with each version; code that serves them with the oldest, the strictest. */
const compiled: readonly (readonly [keyof typeof compilers, readonly string[]])[] = [
  ['typescript-5.8', ['clients.ts', 'backends.ts']],
  ['typescript-5.9', ['clients.ts']],
  ['typescript-6.0', ['clients.ts']],
];

test.concurrent.each(compiled)('a strict project compiles with %s, libraries checked', async (compiler, files) => {
  for (const file of files) await project.copy(new URL(`consumer/${file}`, import.meta.url), file);
  const config = {
    compilerOptions: {
      target: 'es2022',
      module: 'nodenext',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
    },
    files,
  };
  await project.write(`${compiler}.json`, JSON.stringify(config));
  expect(await project.node(`node_modules/${compiler}/bin/tsc`, '-p', `${compiler}.json`)).toBe('');
});

/** The types of platforms without a DOM, by name. */
const platforms = [
  ['Node.js', 'node'],
  ['workers', '@cloudflare/workers-types'],
] as const;

test.concurrent.each(platforms)('clients and handlers compile with the types of %s alone', async (name, types) => {
  await project.copy(new URL('consumer/anywhere.ts', import.meta.url), 'anywhere.ts');
  const config = {
    compilerOptions: {
      target: 'es2023',
      module: 'nodenext',
      lib: ['es2023'],
      types: [types],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
    },
    files: ['anywhere.ts'],
  };
  await project.write(`${name}.json`, JSON.stringify(config));
  const tsc = project.node('node_modules/typescript-5.8/bin/tsc', '-p', `${name}.json`);
  expect(await tsc.catch((error) => error.stdout)).toBe('');
});

test.concurrent('RPC compiles without the DOM, with what the README of the client declares', async () => {
  await project.copy(new URL('consumer/rpc-anywhere.ts', import.meta.url), 'rpc-anywhere.ts');
  const readme = await readFile(join(root, 'client/README.md'), 'utf8');
  const [, declared = ''] = /```typescript\n([^`]*^type HeadersInit = [^`]*)```/m.exec(readme) ?? [];
  await project.write('headers-init.d.ts', declared);
  const options = ['--target', 'es2023', '--module', 'nodenext', '--lib', 'es2023', '--types', 'node', '--strict'];
  const files = ['rpc-anywhere.ts', 'headers-init.d.ts'];
  const tsc = project.node('node_modules/typescript-5.8/bin/tsc', ...options, '--noEmit', ...files);
  expect(await tsc.catch((error) => error.stdout)).toBe('');
});

const clientSnippets = snippetsOf(await readFile(join(root, 'client/README.md'), 'utf8'), 'client/README.md');

test('the command of the suite gives a verdict', async () => {
  const command = 'node_modules/.bin/wallet-conformance';
  const args = ['--lending', `${served.url}/lending`, '--rule', 'lending.numbers.*'];
  expect(await project.node(command, ...args)).toMatch(/^CONFORMANT/m);
});

describe('the mock in tests', () => {
  beforeAll(() => installRunners(project));

  test.each(runners)('works with $name, as in its README', async (runner) => {
    expect(await runIn(project, runner)).toMatch(/1 passed|^. pass 1$|"numPassedTests":1,/m);
  });
});

test('the packages import built files, also where they load them late', async () => {
  const folder = join(project.folder, 'node_modules/@wallet-services');
  const naming: string[] = [];
  for await (const file of glob('*/dist/**/*.js', { cwd: folder })) {
    const text = await readFile(join(folder, file), 'utf8');
    if (/(?:from|import) *\(?["']\.{1,2}\/[^"'\n]*\.ts["']/.test(text)) naming.push(file);
  }
  expect(naming).toEqual([]);
});

test('the packages contain the programs that they start', async () => {
  const folder = join(project.folder, 'node_modules/@wallet-services');
  const started: string[] = [];
  for await (const file of glob('*/dist/**/*.js', { cwd: folder })) {
    const text = await readFile(join(folder, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/new URL\(`\.\/([\w-]+)\.\$\{/g)) {
      started.push(join(folder, file, '..', `${name}.js`));
    }
  }
  expect(started).not.toEqual([]);
  expect(started.filter((file) => !existsSync(file))).toEqual([]);
});

test('the packages contain the schemas that guides and commands name for editors', async () => {
  const pages = ['conformance/README.md', 'docs/guides/check-your-own-api.md'];
  const texts = await Promise.all(pages.map((page) => readFile(join(root, page), 'utf8')));
  const named = [...texts.join('\n').matchAll(/\$schema=(node_modules\S+)/g)].map(([, path = '']) => path);
  expect(named).toHaveLength(2);
  const installed = join(project.folder, 'node_modules/@wallet-services/kit/dist/installed.js');
  const { installedPath }: typeof import('@wallet-services/kit/installed') = await import(installed);
  const written = [
    installedPath('conformance', 'target/target.schema.json'),
    installedPath('contract', 'ledger/overlay.schema.json'),
  ];
  expect(named.toSorted()).toEqual(written.toSorted());
  expect(written.filter((path) => !existsSync(join(project.folder, path)))).toEqual([]);
});

describe('the guide for checking an API of one’s own', () => {
  beforeAll(() => new Promise<void>((resolve) => garden.listen(0, '127.0.0.1', resolve)));
  afterAll(() => garden.close());

  test('works as it is written', async () => {
    const { port } = garden.address() as AddressInfo;
    const guide = await readFile(join(root, 'docs/guides/check-your-own-api.md'), 'utf8');
    const typespec = guide.slice(guide.indexOf('## Declare in TypeSpec'));
    const written = typespec.replaceAll('http://127.0.0.1:8090', `http://127.0.0.1:${port}`);
    const blocks = [...written.matchAll(/^```(?:tsp|yaml)\n(.*?)^```$/gms)].map(([, block = '']) => block);
    expect(blocks).toHaveLength(3);
    for (const [place, name] of ['tspconfig.yaml', 'main.tsp', 'target.yaml'].entries()) {
      await project.write(name, blocks[place] ?? '');
    }
    const run = async (line: string) => {
      const [, command = '', args = ''] = /^npx (\S+) (.*)$/.exec(line) ?? [];
      const printed = await project.node(`node_modules/.bin/${command}`, ...args.split(' ')).catch((error) => error);
      return typeof printed === 'string' ? printed : `exit ${printed.code}: ${printed.stdout}`;
    };
    const printed = [];
    for (const [line] of written.matchAll(/^npx .*$/gm)) printed.push(await run(line));
    expect(printed).toEqual([
      expect.stringContaining('completed successfully'),
      expect.stringMatching(/^exit 3: .*set credentials\..*^UNDECIDED/ms),
      expect.stringMatching(/^CONFORMANT/m),
      expect.stringMatching(/^garden: (\d\d) of \1 faulty servers detected$/m),
    ]);
  });
});

describe.skipIf(mustSkipBrowser(process.env))('in a browser, on a page of another origin than the services', () => {
  /** The redirect address of the sandbox's application. */
  const ORIGIN = 'http://localhost:3000';
  let browser: Browser;
  let script = '';
  const pages = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><body><script type="module">${script}</script>`);
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    const { port } = pages.address() as AddressInfo;
    // The address stays as in the README, while the actual port can be any free one.
    browser = await openBrowser(process.env, [`--host-resolver-rules=MAP localhost:3000 127.0.0.1:${port}`]);
  });
  afterAll(async () => {
    await browser?.close();
    pages.close();
  });

  async function openPage(file: string): Promise<Page> {
    const options = { bundle: true, platform: 'browser', format: 'esm', write: false } as const;
    const { outputFiles } = await build({ entryPoints: [join(project.folder, file)], ...options });
    script = outputFiles[0]?.text.replaceAll('</script', '<\\/script') ?? '';
    const page = await browser.newPage();
    await page.goto(`${ORIGIN}/sign-in`);
    return page;
  }

  test('a bundle signs in with a keystore, and reads', async () => {
    await project.copy(new URL('consumer/browser.ts', import.meta.url), 'browser.ts');
    const page = await openPage('browser.ts');
    const call = `look(${JSON.stringify(served.url)}, ${JSON.stringify(JSON.stringify(await firstKeystore()))})`;
    expect(await page.evaluate(call)).toEqual({ name: 'Mira Sandoval', comments: 12, status: 404 } satisfies Seen);
  });

  test('the snippet of the README sends the user to the wallet and greets them when they are back', async () => {
    const snippet = clientSnippets.find(({ code }) => code.startsWith('// in a browser'));
    await project.write('oauth.ts', snippet?.code.replaceAll(ADDRESS, served.url) ?? '');
    const page = await openPage('oauth.ts');
    await page.waitForURL(/\/oauth\/authorize/);
    await page.getByLabel(/Mira/).check();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Hello, Mira Sandoval').waitFor();
  });
});

async function firstKeystore(): Promise<object> {
  const response = await fetch(served.url, { headers: { Accept: 'application/json' } });
  const { wallet }: { wallet: { keystores: object[] } } = JSON.parse(await response.text());
  return wallet.keystores[0] ?? {};
}
