/** Compiles protobuf files with buf, without network. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ReviewError, UsageError } from '../error.ts';
import { isObject, type JsonObject } from '../json.ts';
import { runPackage } from '../run.ts';
import { inFolder } from '../scratch.ts';

const BUF = ['@bufbuild/buf', 'bin/buf'] as const;

/** The category of the repository's own `buf.yaml`; WIRE would not report a deleted method. */
const RULES = JSON.stringify({ version: 'v2', breaking: { use: ['FILE'] } });

/** A compiled state of the protobuf files. */
export interface Image {
  readonly label: string;
  /** FileDescriptorSet, in binary form. */
  readonly bytes: Uint8Array;
}

/**
 * Compiles protobuf files.
 *
 * @param label the name of this state in errors
 * @param protos the files by their paths, with `buf.yaml` and `buf.lock` where they exist
 * @throws UsageError when a file is invalid, or imports a missing one
 */
export async function compile(label: string, protos: ReadonlyMap<string, string>): Promise<Image> {
  if (protos.size === 0) return { label, bytes: new Uint8Array() };
  const isModule = [...protos.keys()].some((path) => path === 'buf.yaml' || path === 'buf.work.yaml');
  return inFolder(async (folder) => {
    for (const [path, text] of protos) {
      const file = join(folder, 'proto', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    const { code, errors } = await runPackage(...BUF, ['build', '.', '-o', '../image.binpb'], {
      cwd: join(folder, 'proto'),
    });
    if (code !== 0) throw new UsageError(problemOf(errors, label, isModule));
    return { label, bytes: await readFile(join(folder, 'image.binpb')) };
  });
}

function problemOf(errors: string, label: string, isModule: boolean): string {
  const line = firstLine(errors);
  if (/import|dependenc|buf\.lock|buf\.build|network|dial/i.test(line)) {
    const help = isModule
      ? 'run buf dep update where buf can reach its registry, or put the files beside the others'
      : 'put the file beside the others, or give a folder with a buf.yaml that names where it is';
    return `${line} (in ${label}); ${help}.`;
  }
  return `${line} (in ${label}).`;
}

/** A message of `buf breaking`. */
export interface Complaint {
  /** Path of the file; empty when it was removed. */
  readonly path: string;
  readonly type: string;
  readonly message: string;
}

/** Runs `buf breaking` (FILE). */
export async function breaking(base: Image, head: Image): Promise<readonly Complaint[]> {
  if (base.bytes.length === 0) return [];
  return inFolder(async (folder) => {
    await Promise.all([
      writeFile(join(folder, 'base.binpb'), base.bytes),
      writeFile(join(folder, 'head.binpb'), head.bytes),
    ]);
    const args = ['breaking', 'head.binpb', '--against', 'base.binpb', '--config', RULES, '--error-format=json'];
    const { output, errors, code } = await runPackage(...BUF, args, { cwd: folder });
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    if (code !== 0 && lines.length === 0) throw new ReviewError(`buf breaking failed: ${firstLine(errors)}`);
    return lines
      .map((line): unknown => JSON.parse(line))
      .filter(isObject)
      .map(complaint);
  });
}

function complaint({ path, type, message }: JsonObject): Complaint {
  return { path: typeof path === 'string' ? path : '', type: String(type), message: String(message) };
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? 'it gave no reason';
}
