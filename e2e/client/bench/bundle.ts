/** Bundles the contenders. */
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Contender } from './contenders.ts';

/** A minified bundle for a browser or Node.js. */
export async function bundled({ source, folder }: Pick<Contender, 'source' | 'folder'>, platform: 'browser' | 'node') {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: folder, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform,
    write: false,
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('esbuild wrote nothing');
  return file.text;
}

/** Size of the compressed bundle for a browser, in bytes. */
export async function gzipSize(contender: Pick<Contender, 'source' | 'folder'>): Promise<number> {
  return gzipSync(await bundled(contender, 'browser'), { level: 9 }).byteLength;
}
