/** The packages, as they are published: packed, installed into an empty project elsewhere, and used. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Snippet, snippetsOf } from '../../client/testing/snippets.ts';
import { mustSkipBrowser, openBrowser } from '../../conformance/testing/browser.ts';
import { root, run } from '../../generators/run.ts';
import type { Seen } from './consumer/browser.ts';
import { compilers, installedProject, type Project } from './project.ts';

const NAMES = ['contract', 'client', 'server', 'conformance'] as const;
const ADDRESS = 'http://127.0.0.1:4000';

let project: Project;
let served: { readonly url: string; readonly process: ChildProcess };

beforeAll(async () => {
  project = await installedProject();
  served = await startCommand();
}, 180_000);

afterAll(async () => {
  served?.process.kill();
  await project?.remove();
});

/** The server's command, as `npx` runs it. */
function startCommand(): Promise<typeof served> {
  const file = join(project.folder, 'node_modules/.bin/wallet-server');
  const child = spawn(file, ['--port', '0', '--rpc-port', '0', '--log-level', 'error'], { cwd: project.folder });
  return new Promise((resolve, reject) => {
    let output = '';
    const limit = setTimeout(() => reject(new Error(`the server did not start: ${output}`)), 20_000);
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

const fileOf = (name: string) => project.packages.find((packed) => packed.name.endsWith(name))?.file ?? '';
const installed = (name: string, path: string) => join(project.folder, 'node_modules/@wallet-services', name, path);
const manifestOf = async (name: string) => JSON.parse(await readFile(installed(name, 'package.json'), 'utf8'));

describe.each(NAMES)('the package %s', (name) => {
  test('is clean to publint, and its types resolve as attw wants them', async () => {
    const clean = run('publint', ['run', fileOf(name), '--strict']);
    const typed = run('attw', [fileOf(name), '--profile', 'esm-only', '--no-emoji', '--no-color']);
    expect(await clean).toContain('All good!');
    expect(await typed).toContain('No problems found');
  }, 60_000);

  test('has a licence, a README, no install scripts and nothing of the repository', async () => {
    const manifest = await manifestOf(name);
    expect(manifest).toMatchObject({ license: 'MIT', type: 'module', files: ['dist'], version: '0.1.0' });
    for (const member of ['private', 'devDependencies', 'scripts']) expect(manifest).not.toHaveProperty(member);
    expect((await stat(installed(name, 'LICENSE'))).size).toBeGreaterThan(1_000);
    expect(await readFile(installed(name, 'README.md'), 'utf8')).toContain(`# @wallet-services/${name}`);
    const { stdout: listed } = await promisify(execFile)('tar', ['-tf', fileOf(name)]);
    expect(listed).not.toMatch(/\.test\.|testing\/|\.tmp\.|node_modules/);
  });

  test('can be imported, every part of it', async () => {
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

test.concurrent.each(Object.keys(compilers))(
  'a strict project compiles with %s, libraries checked',
  async (compiler) => {
    await project.copy(new URL('consumer/all.ts', import.meta.url), 'all.ts');
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
      files: ['all.ts'],
    };
    await project.write(`${compiler}.json`, JSON.stringify(config));
    expect(await project.node(`node_modules/${compiler}/bin/tsc`, '-p', `${compiler}.json`)).toBe('');
  },
  120_000,
);

const readmes = ['generated/README.md', 'client/README.md', 'server/PACKAGE.md', 'conformance/PACKAGE.md'];
const snippets = (
  await Promise.all(readmes.map(async (name) => snippetsOf(await readFile(join(root, name), 'utf8'), name)))
).flatMap((all, place) => (readmes[place] === 'client/README.md' ? all.slice(0, 1) : all));

test.each(snippets.map((snippet, place) => [snippet.title, snippet, place] as const))(
  'the snippet of %s prints what it says, in a project of its own',
  async (_title, snippet: Snippet, place) => {
    await project.write(`snippet-${place}.ts`, snippet.code.replaceAll(ADDRESS, served.url));
    const lines = (await project.node(`snippet-${place}.ts`)).trim().split('\n');
    if (snippet.prints.length > 0) expect(lines).toEqual(snippet.prints);
    else expect(lines.length).toBeGreaterThan(3);
  },
  30_000,
);

test('the command of the suite gives a verdict', async () => {
  const command = 'node_modules/.bin/wallet-conformance';
  const args = ['--lending', `${served.url}/lending`, '--rule', 'lending.limit.*'];
  expect(await project.node(command, ...args)).toMatch(/conformant/);
}, 60_000);

test.skipIf(mustSkipBrowser(process.env))(
  'a bundle signs in and reads, in a browser',
  async () => {
    await project.copy(new URL('consumer/browser.ts', import.meta.url), 'browser.ts');
    const bundle = join(project.folder, 'browser.js');
    await build({
      entryPoints: [join(project.folder, 'browser.ts')],
      outfile: bundle,
      bundle: true,
      platform: 'browser',
    });
    const browser = await openBrowser(process.env);
    try {
      const page = await browser.newPage();
      // A page of another origin than the services, which is what most pages are.
      await page.route('http://localhost:3000/**', (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }));
      await page.goto('http://localhost:3000/');
      await page.addScriptTag({ path: bundle });
      const root: { wallet: { keystores: object[] } } = await fetch(served.url, {
        headers: { Accept: 'application/json' },
      }).then((response) => response.json() as Promise<typeof root>);
      const keystore = JSON.stringify(root.wallet.keystores[0]);
      const call = `look(${JSON.stringify(served.url)}, ${JSON.stringify(keystore)})`;
      const seen = (await page.evaluate(call)) as Seen;
      expect(seen).toEqual({ name: 'Mira Sandoval', comments: 12, status: 404 });
    } finally {
      await browser.close();
    }
  },
  60_000,
);
