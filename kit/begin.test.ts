import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const program = `import { begin } from '${new URL('begin.ts', import.meta.url)}'; begin(); console.log('begun');`;

function run(version: string) {
  const older = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'${version}'}})`;
  const args = ['--import', older, '--input-type=module', '-e', program];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

it('says which Node.js is needed where it is older', () => {
  expect(run('20.20.2')).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^this command needs Node\.js 24 or later, and runs on v\S+\n$/),
  });
  expect(run('26.0.0')).toEqual({ status: 0, stdout: 'begun\n', stderr: '' });
});
