import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './run.ts';

interface Ended {
  readonly code: number;
  readonly output: string;
}

function generate(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'generators/generate.ts'), ...args],
      { cwd: root },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
      },
    );
  });
}

async function filesIn(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path): Promise<[string, string]> => [path.slice(folder.length + 1), await readFile(path, 'utf8')]),
  );
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'generate-'));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

describe('npm run generate', () => {
  it('writes what is committed in generated/', async () => {
    const out = join(scratch, 'out');
    const { code, output } = await generate('--out', out);
    expect(code, output).toBe(0);
    for (const part of ['openapi', 'proto', 'typescript', 'ledger', 'collections', 'sandbox']) {
      const fresh = await filesIn(join(out, part));
      const committed = await filesIn(join(root, 'generated', part));
      expect([...committed.keys()], 'run `npm run generate` and commit what it writes').toEqual([...fresh.keys()]);
      for (const [path, text] of fresh) {
        expect(committed.get(path) === text, `generated/${part}/${path} has drifted: run \`npm run generate\``).toBe(
          true,
        );
      }
    }
    expect((await readdir(scratch)).filter((name) => name.startsWith('.generating'))).toEqual([]);
  });

  it('shows what TypeSpec says of a mistake, and leaves the output as it was', async () => {
    const spec = join(scratch, 'spec');
    const out = join(scratch, 'kept');
    await rm(spec, { recursive: true, force: true });
    await writeFile(join(scratch, 'main.tsp'), 'model Broken { id: Nothing; }\n');
    const { code, output } = await generate('--spec', scratch, '--out', out);
    expect(code).toBe(1);
    expect(output).toMatch(/main\.tsp:1:20 - error invalid-ref: Unknown identifier Nothing/);
    expect(await readdir(scratch)).not.toContain('kept');
  });

  it('says what is wrong with a flag, in one line and a hint', async () => {
    expect(await generate('--output', 'x')).toEqual({
      code: 2,
      output: expect.stringMatching(/^generate: unknown option '--output'.*\. Try: npm run generate -- --help\n$/),
    });
    expect(await generate('--spec', 'nowhere')).toEqual({
      code: 2,
      output:
        'generate: there is no main.tsp in nowhere: give the folder of the TypeSpec with --spec. Try: npm run generate -- --help\n',
    });
  });

  it('has help', async () => {
    expect(await generate('--help')).toEqual({
      code: 0,
      output: expect.stringContaining('npm run generate -- --out /tmp/generated'),
    });
  });
});
