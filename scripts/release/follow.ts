/** Follows a README: runs its steps in a user's project, and compares the results with its text. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@wallet-services/generators/run';
import { Failure } from '@wallet-services/kit/errors';
import { type Snippet, snippetsOf } from '@wallet-services/kit/testing/snippets';
import type { Project } from './project.ts';
import type { Step, User } from './users.ts';

/** The address in every README. */
const ADDRESS = 'http://127.0.0.1:4000';

/** The configuration of TypeSpec, as in its own guide. */
const TSPCONFIG = `emit: ['@typespec/openapi3']
options:
  '@typespec/openapi3':
    { emitter-output-dir: '{project-root}', openapi-versions: ['3.1.0'], file-type: json }
`;

/** The steps that ran, and those that were skipped because they need more than the package. */
export interface Followed {
  readonly done: number;
  readonly left: number;
}

async function readmesOf({ readmes }: User): Promise<readonly (readonly [string, string])[]> {
  return Promise.all(readmes.map(async (name) => [name, await readFile(join(root, name), 'utf8')] as const));
}

/** The packages that code imports, without those of Node.js. */
function importsOf(code: string): readonly string[] {
  const names = [...code.matchAll(/from '([^'.][^']*)'/g)].map(([, name = '']) => name);
  return names.filter((name) => !name.startsWith('node:')).map((name) => name.split('/').slice(0, 2).join('/'));
}

/** Whether code runs in Node.js with the user's packages, and needs no input. */
function isFor({ code }: Snippet, { installs }: User): boolean {
  if (code.startsWith('// in a browser') || code.includes("'node:readline")) return false;
  return importsOf(code).every(
    (name) => installs.some((installed) => name.startsWith(installed)) || name === 'express',
  );
}

async function runSnippets(user: User, project: Project, address: string): Promise<Followed> {
  const all = (await readmesOf(user)).flatMap(([name, text]) => snippetsOf(text, name));
  const runnable = all.filter((snippet) => isFor(snippet, user));
  for (const [place, { title, code, prints }] of runnable.entries()) {
    await project.write(`snippet-${place}.ts`, code.replaceAll(ADDRESS, address));
    const printed = (await project.node(`snippet-${place}.ts`)).trim();
    const isRight = prints.length > 0 ? printed === prints.join('\n') : printed !== '';
    if (!isRight) throw new Failure(`${title} prints\n${printed}\ninstead of\n${prints.join('\n')}`);
  }
  return { done: runnable.length, left: all.length - runnable.length };
}

async function runCommand({ title, prints }: Step, user: User, project: Project, address: string): Promise<Followed> {
  const [[name, text] = ['', '']] = await readmesOf(user);
  if (!text.split('\n').includes(title)) throw new Failure(`${name} does not show the line: ${title}`);
  const args = title.replaceAll(ADDRESS, address).split(/ +/).slice(1);
  const printed = await project.npm('exec', '--yes', '--', ...args);
  if (prints !== undefined && !prints.test(printed)) throw new Failure(`${title} prints\n${printed}`);
  return { done: 1, left: 0 };
}

async function compileDocument({ prints }: Step, user: User, project: Project): Promise<Followed> {
  const [[name, text] = ['', '']] = await readmesOf(user);
  const [, source] = /^```tsp\n(.*?)^```$/ms.exec(text) ?? [];
  if (source === undefined) throw new Failure(`${name} shows no TypeSpec`);
  await project.write('main.tsp', source);
  await project.write('tspconfig.yaml', TSPCONFIG);
  await project.node('node_modules/@typespec/compiler/cmd/tsp.js', 'compile', '.');
  const written = await readFile(join(project.folder, 'openapi.json'), 'utf8');
  if (prints !== undefined && !prints.test(written))
    throw new Failure(`the document of ${name} does not match ${prints}`);
  return { done: 1, left: 0 };
}

/** Runs a step. @param address of a sandbox @throws Failure when the result differs from the README */
export async function follow(step: Step, user: User, project: Project, address: string): Promise<Followed> {
  if (step.kind === 'command') return runCommand(step, user, project, address);
  if (step.kind === 'compile') return compileDocument(step, user, project);
  return runSnippets(user, project, address);
}
