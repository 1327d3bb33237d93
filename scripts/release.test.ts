/** Tests the rehearsal of a release by the command. */

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@wallet-services/generators/run';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usersEnvironment, wordsOf } from './packages/npm.ts';
import { users } from './release/users.ts';

const execute = promisify(execFile);

/** Runs the command. @returns its output, and its exit code */
async function release(...args: readonly string[]): Promise<string> {
  const options = { cwd: root, env: usersEnvironment({ NO_COLOR: '1' }), timeout: PATIENCE };
  return execute('npm', ['run', '--silent', 'release', '--', ...args], options).then(
    ({ stdout }) => `exit 0\n${stdout}`,
    (error) => `exit ${error.code}\n${wordsOf(error)}`,
  );
}

it('prints its usage when the arguments are invalid', async () => {
  for (const args of [[], ['--rehearse', '--publish']]) {
    expect(await release(...args)).toMatch(/^exit 2\n.*--rehearse tries a release on this machine/s);
  }
  expect(await release('--rehearse', '--node', 'no-such-node')).toMatch(
    /^exit [12]\n.*no-such-node is not a Node\.js/s,
  );
});

/** Paths that an actual release changes. */
const RELEASED = ['.changeset', '*package.json', '*package-lock.json', '*CHANGELOG.md'];

async function changes(): Promise<string> {
  return (await execute('git', ['diff', 'HEAD', '--', ...RELEASED], { cwd: root, maxBuffer: 1e9 })).stdout;
}

describe('a rehearsal', () => {
  let before: string;
  let out: string;
  let printed: string;

  beforeAll(async () => {
    before = await changes();
    out = join(await mkdtemp(join(tmpdir(), 'release-')), 'packages');
    printed = await release('--rehearse', '--out', out);
  });

  afterAll(() => rm(join(out, '..'), { recursive: true, force: true }));

  it('raises, packs, publishes, installs and follows the README of each kind of user', () => {
    expect(printed).toMatch(/^exit 0\n.*published 11 packages.*rehearsed in \d+ s/s);
    for (const { id, wants } of users) expect(printed).toContain(`${id}: you ${wants}\n`);
    expect(printed.match(/bill of materials: \d+ components/g)).toHaveLength(users.length);
  });

  it('writes the packages that would be published, each with a changelog', async () => {
    const tarballs = (await readdir(out)).filter((name) => name.endsWith('.tgz'));
    expect(tarballs).toHaveLength(11);
    for (const name of tarballs) {
      const { stdout } = await execute('tar', ['-xOf', join(out, name), 'package/CHANGELOG.md']);
      const version = /-(\d+\.\d+\.\d+)\.tgz$/.exec(name)?.[1] ?? 'none';
      expect([name, stdout]).toEqual([name, expect.stringContaining(`## ${version}\n`)]);
    }
  });

  it('writes a bill of materials of each installation, with licences, in CycloneDX', async () => {
    for (const { id } of users) {
      const bill = JSON.parse(await readFile(join(out, `${id}.cdx.json`), 'utf8'));
      expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\./) });
      const unlicensed = bill.components.filter(({ licenses = [] }: { licenses?: unknown[] }) => licenses.length === 0);
      expect([id, unlicensed.map(({ name }: { name: string }) => name)]).toEqual([id, []]);
    }
  });

  it('writes a statement of provenance of every package', async () => {
    const statement = JSON.parse(await readFile(join(out, 'provenance.intoto.json'), 'utf8'));
    expect(statement.predicateType).toBe('https://slsa.dev/provenance/v1');
    const names = statement.subject.map(({ name }: { name: string }) => name).toSorted();
    expect(names).toEqual((await readdir(out)).filter((name) => name.endsWith('.tgz')).toSorted());
    expect(statement.subject[0].digest.sha512).toMatch(/^[0-9a-f]{128}$/);
  });

  it('changes nothing in the repository', async () => {
    expect(await changes()).toBe(before);
  });
});
