/** Runs the tests in the README of the mock with several test runners. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@wallet-services/generators/run';
import { snippetsOf } from '@wallet-services/kit/testing/snippets';
import { npm } from './npm.ts';
import type { Project } from './project.ts';

/** A test runner, and how to adapt a snippet to it. */
interface Runner {
  readonly name: string;
  /** Index of the snippet: with fixtures, or with hooks. */
  readonly snippet: 0 | 1;
  readonly file: string;
  toOwn(code: string): string;
  readonly command: readonly string[];
}

const same = (code: string) => code;

export const runners: readonly Runner[] = [
  {
    name: 'Vitest',
    snippet: 0,
    file: 'mock.test.ts',
    toOwn: same,
    command: ['node_modules/vitest/vitest.mjs', 'run', 'mock.test.ts', '--testTimeout=60000'],
  },
  {
    name: 'Playwright',
    snippet: 0,
    file: 'mock.spec.ts',
    toOwn: (code) => code.replace("from 'vitest'", "from '@playwright/test'"),
    command: ['node_modules/@playwright/test/cli.js', 'test', 'mock.spec.ts', '--timeout=60000'],
  },
  { name: 'node:test', snippet: 1, file: 'mock-node.ts', toOwn: same, command: ['--test', 'mock-node.ts'] },
  {
    name: 'Jest',
    snippet: 1,
    file: 'mock.jest.mjs',
    toOwn: (code) =>
      code
        .replace(/^import .*'node:(assert|test)';\n/gm, '')
        .replace('{ before, afterEach, after }', '{ beforeAll, afterEach, afterAll }')
        .replace(/assert\.equal\((.*), 429\);/, 'expect($1).toBe(429);'),
    command: ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--config', 'jest.json', '--json'],
  },
];

/** The document that the snippet with hooks mocks. */
const PETS = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets': { get: { operationId: 'listPets', responses: { 200: { description: 'pets' } } } } },
};

const JEST = { testMatch: ['**/*.jest.mjs'], moduleFileExtensions: ['mjs', 'js', 'json'], testTimeout: 60_000 };

/** Installs the test runners next to the packages. */
export async function installRunners({ folder, write }: Project): Promise<void> {
  const versions = ['jest@30.5.2', 'vitest@5.1.1', '@playwright/test@1.65.1'];
  await npm(['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', ...versions], {
    cwd: folder,
  });
  await write('api.yaml', JSON.stringify(PETS));
  await write('jest.json', JSON.stringify(JEST));
}

/** Runs the snippet of a runner. @throws Error with what it printed, when a test fails */
export async function runIn(project: Project, { snippet, file, toOwn, command }: Runner): Promise<string> {
  const snippets = snippetsOf(await readFile(join(root, 'mock/PACKAGE.md'), 'utf8'), 'mock/PACKAGE.md');
  await project.write(file, toOwn(snippets[snippet]?.code ?? ''));
  return project.node(...command);
}
