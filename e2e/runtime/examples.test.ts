/** The examples in comments of the generated TypeScript and its client compile as written. */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@wallet-services/generators/run';
import { expect, it } from 'vitest';
import { messagesOf } from './compile.ts';

/** Imports for names in examples that their own module does not declare. */
const MODULES: Readonly<Record<string, string>> = {
  createServer: 'node:http',
  readFile: 'node:fs/promises',
  connectNodeAdapter: '@connectrpc/connect-node',
  Action: join(root, 'client/lending/index.ts'),
  createClient: join(root, 'client/swap/index.ts'),
  unwrap: join(root, 'client/swap/index.ts'),
  signIn: join(root, 'client/sign-in/index.ts'),
  login: join(root, 'client/comment/index.ts'),
};

/** Values in examples that readers define themselves. */
const OWN = [
  'implemented',
  'authenticate',
  'handlers',
  'methods',
  'url',
  'baseUrl',
  'uri',
  'tokenUrl',
  'callbackUrl',
  'authorizeUrl',
  'redirectUri',
  'networkApiUrl',
  'clientId',
  'clientIds',
  'sessionId',
  'privateKey',
  'appId',
  'keystore',
  'kept',
  'token',
  'domain',
  'traceId',
  'address',
  'sign',
  'wallet',
  'nonce',
  'issuedAt',
  'signedMessage',
  'signature',
  'params',
  'body',
  'world',
  'post',
].map((name) => `${name}: any`);

/** Clients in examples that readers define themselves, with the types of the services. */
const CLIENTS = ['lending', 'comment', 'swap', 'vault', 'assistant'].map(
  (name) =>
    `${name}: import('${join(root, 'client', name, 'index.ts')}').${name.replace(/^./, (first) => first.toUpperCase())}Client`,
);

interface Example {
  readonly place: string;
  /** The described module. */
  readonly module: string;
  readonly code: string;
}

async function examplesIn(...patterns: readonly string[]): Promise<Example[]> {
  const found: Example[] = [];
  for await (const place of glob([...patterns], { cwd: root })) {
    // Examples in schemas are values, not code.
    if (/schema\.ts$|\.test\.ts$/.test(place)) continue;
    const module = await readFile(join(root, place), 'utf8');
    for (const [, comment = ''] of module.matchAll(/^ *\* @example\n((?: *\* .*\n)+?)(?= *\*(?:\/|\n| @))/gm)) {
      found.push({ place, module, code: comment.replaceAll(/^ *\* /gm, '') });
    }
  }
  return found;
}

/** The names that a module declares or imports. */
function namesIn(module: string): Set<string> {
  const declared = module.matchAll(/^(?:export )?(?:async )?(?:function|const|class|interface|type) (\w+)/gm);
  const imported = module.matchAll(/^import (?:type )?\{([^}]*)\}/gm);
  return new Set([
    ...[...declared].map(([, name = '']) => name),
    ...[...imported].flatMap(([, list = '']) => list.split(',').map((name) => name.replace('type ', '').trim())),
  ]);
}

/** The module with the example in a function, whose parameters are the reader's values. */
function programOf({ module, code }: Example): string {
  const known = namesIn(module);
  const given = [...OWN, ...CLIENTS].filter((parameter) => !known.has(parameter.split(':')[0] ?? ''));
  const imports = Object.entries(MODULES)
    .filter(([name]) => !known.has(name))
    .map(([name, from]) => `import { ${name} } from '${from}';`);
  const own = code.match(/^import .*$/gm) ?? [];
  const rest = code.replaceAll(/^import .*$/gm, '').replace('export default', 'void');
  const express = "import express from 'express';";
  return [express, ...imports, ...own, module, `async function example(${given.join(', ')}) {{`, rest, '}}'].join('\n');
}

const examples = await examplesIn('generated/typescript/*/*.ts', 'generated/sandbox/*.ts', 'client/*/*.ts');

/** An invalid example: the call needs a body. */
const [wrong] = examples
  .filter(({ place }) => place === 'generated/typescript/comment/client.ts')
  .map((example) => ({ ...example, code: "await createClient({ baseUrl }).POST('/airdrops');" }));

const all = wrong === undefined ? examples : [...examples, wrong];
const pathOf = (index: number) => join(root, `${all[index]?.place.replace(/\.ts$/, '')}.example${index}.ts`);
const messages = messagesOf(new Map(all.map((example, index) => [pathOf(index), programOf(example)])));
const messagesAbout = (index: number) =>
  messages.filter(({ program }) => program === pathOf(index)).map(({ text }) => text);

it.each(examples.map(({ place }, index) => [place, index] as const))('compile: %s', (_place, index) => {
  expect(messagesAbout(index)).toEqual([]);
});

it('are found, and fail to compile when one is wrong', () => {
  expect(examples.length).toBeGreaterThan(60);
  expect(messagesAbout(examples.length)).toHaveLength(1);
});
