import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const program = `import { begin } from '${new URL('begin.ts', import.meta.url)}'; begin(); console.log('begun');`;

function run(version: string) {
  const older = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'${version}'}})`;
  const args = ['--import', older, '--input-type=module', '-e', program];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

it.each(['20.20.2', '24.0.0', '24.17.9'])('says which Node.js is needed on %s', (version) => {
  expect(run(version)).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^this command needs Node\.js 24\.18 or later, but runs on v\S+: install a newer one\n$/,
    ),
  });
});

it.each(['24.18.0', '24.21.3', '25.0.0', '26.0.0-nightly'])('begins on %s', (version) => {
  expect(run(version)).toEqual({ status: 0, stdout: 'begun\n', stderr: '' });
});

it('needs what the packages say that they need', async () => {
  const { stderr } = run('1.0.0');
  for (const room of ['kit', 'server', 'conformance']) {
    const { engines } = JSON.parse(await readFile(new URL(`../${room}/package.json`, import.meta.url), 'utf8'));
    expect(stderr).toContain(`Node.js ${engines.node.replace('>=', '')} or later`);
  }
});
