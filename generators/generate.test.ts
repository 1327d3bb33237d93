import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArguments } from './options.ts';
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

const lastLine = (output: string) => output.trimEnd().split('\n').at(-1);

const SHOP = `import "@typespec/http";
import "@typespec/openapi";
import "@typespec/protobuf";
using TypeSpec.Http;
using TypeSpec.Protobuf;

@TypeSpec.service(#{ title: "Shop" })
@TypeSpec.OpenAPI.info(#{ version: "1.0.0" })
namespace Shop {
  /** Reads a book. */
  @summary("Read a book") @tag("Books") @opExample(#{ returnType: "text" })
  @useAuth(NoAuth) @get op read(): string;
}

@package({ name: "shop.v1" })
namespace ShopRpc {
  @TypeSpec.Protobuf.service
  interface ShopService { Read(...ReadRequest): ReadRequest; }

  @message
  model ReadRequest {
    @field(1) id: string;
    @field(1) limit: int64;
  }
}
`;

/** A folder of TypeSpec that finds the packages of this repository. */
async function specOf(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(scratch, name);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
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

  it('reports an error of TypeSpec in its last line, and leaves the output as it was', async () => {
    const spec = await specOf('broken', { 'main.tsp': 'model Broken { id: Nothing; }\n' });
    const { code, output } = await generate('--spec', spec, '--out', join(scratch, 'kept'));
    expect(code).toBe(1);
    expect(lastLine(output)).toMatch(
      /^generate: tsp failed: .*main\.tsp:1:20 - error invalid-ref: Unknown identifier Nothing/,
    );
    expect((await readdir(scratch)).filter((name) => name === 'kept' || name.startsWith('.generating'))).toEqual([]);
  });

  it('reports an error in a protobuf file by its place in the TypeSpec', async () => {
    const spec = await specOf('numbers', { 'main.tsp': 'import "./shop/main.tsp";\n', 'shop/main.tsp': SHOP });
    const { code, output } = await generate('--spec', spec, '--out', join(scratch, 'kept'));
    expect(code).toBe(1);
    expect(lastLine(output)).toMatch(
      /^generate: buf failed: .*numbers\/shop\/main\.tsp:23 - error: field number `1` used more than once \(ReadRequest\.limit\)$/,
    );
    expect((await readdir(scratch)).filter((name) => name === 'kept' || name.startsWith('.generating'))).toEqual([]);
  });

  it('reports a mistake in a flag in one line with a hint', async () => {
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

  it('leaves the clients of other languages alone when it writes to another folder', () => {
    expect(readArguments([])).toMatchObject({ kind: 'run', options: { clients: true } });
    for (const args of [['--no-clients'], ['--out', 'x'], ['--spec', 'spec']]) {
      expect(readArguments(args)).toMatchObject({ kind: 'run', options: { clients: false } });
    }
  });

  it('has help', async () => {
    expect(await generate('--help')).toEqual({
      code: 0,
      output: expect.stringContaining('npm run generate -- --out /tmp/generated'),
    });
  });
});
