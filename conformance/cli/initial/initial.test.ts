import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Reference, startReference } from '../../testing/reference.ts';
import { main } from '../main.ts';

let folder: string;
let reference: Reference;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'initial-'));
  reference = await startReference();
});

afterAll(async () => {
  await reference.close();
  await rm(folder, { recursive: true });
});

async function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  let [output, errors] = ['', ''];
  const code = await main(args, {
    environment,
    output: { write: (text) => (output += text) },
    errors: { write: (text) => (errors += text) },
    signal: new AbortController().signal,
  });
  return { code, output, errors };
}

/** Removes the first `# ` of the lines of some members. */
async function fillIn(file: string, members: RegExp): Promise<void> {
  let within = false;
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => {
    const [, indent = '', rest] = /^( *)# (?!----)(.*)$/.exec(line) ?? [];
    if (rest === undefined) return line;
    if (!rest.startsWith(' ') && !rest.startsWith('#')) within = members.test(rest);
    return within ? `${indent}${rest}` : line;
  });
  await writeFile(file, lines.join('\n'));
}

test('a target file that is filled in by its comments decides every check', async () => {
  const file = join(folder, 'vault.yaml');
  const first = await run(['--vault', `${reference.httpUrl}/vault`, '--init', file]);
  expect(first).toMatchObject({ code: 3, output: expect.stringContaining(`then use --target ${file}`) });
  expect(parse(await readFile(file, 'utf8'))).toEqual({ services: { vault: { url: `${reference.httpUrl}/vault` } } });

  const environment = Object.fromEntries(
    Object.entries(reference.target.signIn?.keystores ?? {}).flatMap(([role, keystore]) => [
      [`${role.toUpperCase()}_CLIENT_ID`, keystore.clientId],
      [`${role.toUpperCase()}_SESSION_ID`, keystore.sessionId],
      [`${role.toUpperCase()}_PRIVATE_KEY`, keystore.privateKey],
    ]),
  );
  await fillIn(file, /^(sign_in|transport):/);
  const second = await run(['--target', file, '--init', file], environment);
  expect(second.code).toBe(3);
  await fillIn(file, /^other:/);
  const third = await run(['--target', file, '--init', file], environment);
  expect(third).toMatchObject({ code: 0, output: expect.stringContaining(`use it with --target ${file}`) });
  expect(await readFile(file, 'utf8')).not.toContain('----');
});

test('an existing file is not overwritten', async () => {
  const file = join(folder, 'there.yaml');
  await writeFile(file, 'mine');
  const { code, errors } = await run(['--vault', `${reference.httpUrl}/vault`, '--init', file]);
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining(`add --target ${file} to continue it`) });
  expect(await readFile(file, 'utf8')).toBe('mine');
});

test('a missing folder is a usage error before the run', async () => {
  const { code, errors } = await run(['--vault', 'http://127.0.0.1:1', '--init', join(folder, 'none', 'a.yaml')]);
  expect(code).toBe(2);
  expect(errors).toContain('check the path given to --init');
});
