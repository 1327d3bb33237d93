/** The types of every client document their members, as the contract describes them. */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readClients } from './manifest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Letters and digits: no comment marks, no line breaks, and `created_at` like `CreatedAt`. */
const plain = (text: string) => text.toLowerCase().replaceAll(/&\w+;|[^a-z0-9]/g, '');

/** The compared part of a description, and how far from it the name of the member is, in characters. */
const COMPARED = 40;
const NEAR = 500;

interface Member {
  readonly schema: string;
  readonly name: string;
  readonly description: string;
}

async function describedMembers(): Promise<Member[]> {
  const members: Member[] = [];
  for await (const file of glob('generated/openapi/*.json', { cwd: root })) {
    const { components } = JSON.parse(await readFile(join(root, file), 'utf8'));
    for (const [schema, { properties = {} }] of Object.entries<{ properties?: object }>(components.schemas)) {
      for (const [name, { description }] of Object.entries(properties)) {
        if (description !== undefined) members.push({ schema, name, description });
      }
    }
  }
  return members;
}

async function textOf(folder: string, patterns: readonly string[]): Promise<string> {
  const texts: string[] = [];
  for await (const file of glob([...patterns], { cwd: folder, exclude: ['**/proto/**', '**/rpc/**'] })) {
    texts.push(await readFile(join(folder, file), 'utf8'));
  }
  return plain(texts.join('\n'));
}

function isDocumented(text: string, { name, description }: Member): boolean {
  const start = plain(description).slice(0, COMPARED);
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    const around = text.slice(Math.max(0, at - NEAR), at + plain(description).length + NEAR);
    if (around.includes(plain(name))) return true;
  }
  return false;
}

const members = await describedMembers();
const clients = await readClients();

it.each(clients.map((client) => [client.name, client] as const))('%s', async (_name, { path, generated }) => {
  // The types of the client in TypeScript are those of the contract.
  const text =
    generated.length === 0
      ? await textOf(join(root, 'generated/typescript'), ['*/schema.ts'])
      : await textOf(
          path,
          generated.flatMap((folder) => [folder, `${folder}/**/*.*`]).filter((one) => /\.\w+$|\*$/.test(one)),
        );
  expect(members.length).toBeGreaterThan(400);
  const missing = members.filter((member) => !isDocumented(text, member));
  expect(missing.map(({ schema, name }) => `${schema}.${name}`)).toEqual([]);
});
