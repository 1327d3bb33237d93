/** Identifiers, files and folders use the words of docs/words.md. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@wallet-services/generators/run';
import { expect, it } from 'vitest';
import { replacedWords } from './words.ts';

/** Exceptions: the table itself, its test, and the list of previous names of published identifiers. */
const WITH_OLD_WORDS = ['e2e/architecture/words.ts', 'e2e/architecture/words.test.ts', 'conformance/model/renamed.ts'];

it('finds a replaced word in a path, a type, a function, a variable and a member, also a private one', () => {
  const text =
    'interface MyScene {}\nfunction talkTo() {}\nconst stocked_list = 1;\nconst scenery = 2;\nreadonly isSaid: boolean;\nreadonly #told = 1;';
  expect(replacedWords('conformance/twins/lending.ts', text)).toEqual([
    'conformance/twins/lending.ts: use variants instead of twins',
    'MyScene: use suite instead of scene',
    'talkTo: use ctx instead of talk',
    'stocked_list: use populated instead of stocked',
    'isSaid: use reported instead of said',
    'told: use reported instead of told',
  ]);
});

it('no hand-written identifier, file or folder has a replaced word', async () => {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '*.ts'], { cwd: root, maxBuffer: 2 ** 24 });
  const files = stdout.split('\n').filter((file) => file !== '' && !/^(generated|clients)\/|\/vendor\//.test(file));
  expect(files.length).toBeGreaterThan(1_000);
  const problems = await Promise.all(
    files
      .filter((file) => !WITH_OLD_WORDS.includes(file))
      .map(async (file) => {
        const text = await readFile(join(root, file), 'utf8').catch(() => '');
        return replacedWords(file, text).map((problem) => `${file}: ${problem}`);
      }),
  );
  expect(problems.flat()).toEqual([]);
});
