/** The code samples of the reference, as files that the toolchain of a client compiles. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@wallet-services/contract/services';
import { Failure } from '@wallet-services/kit/errors';
import type { ClientFolder, SampleFiles } from './manifest.ts';

interface Action {
  readonly target: string;
  readonly update: {
    readonly 'x-codeSamples': readonly { readonly lang: string; readonly source: string }[];
  };
}

/** A sample within what makes a whole file of it. */
function wholeFile(source: string, name: string, { text = '{code}' }: SampleFiles): string {
  if (text === '{code}') return source;
  const lines = source.split('\n');
  const isImport = (line: string) => line.startsWith('import ');
  const parts: Readonly<Record<string, string>> = {
    imports: lines.filter(isImport).join('\n'),
    code: lines.filter((line) => !isImport(line)).join('\n'),
    name,
  };
  return text.replaceAll(/\{(imports|code|name)\}/g, (_, part: string) => parts[part] ?? '');
}

/** The samples of a language, by names such as `lending_1`. */
async function samplesIn(lang: string): Promise<readonly (readonly [name: string, source: string])[]> {
  const all = await Promise.all(
    serviceNames.map(async (service) => {
      const file = fileURLToPath(import.meta.resolve(`@wallet-services/contract/samples/${service}.json`));
      const { actions }: { actions: readonly Action[] } = JSON.parse(await readFile(file, 'utf8'));
      return actions.flatMap(({ update }, place) =>
        update['x-codeSamples'].flatMap((sample) =>
          sample.lang === lang ? [[`${service}_${place}`, sample.source] as const] : [],
        ),
      );
    }),
  );
  return all.flat();
}

/** Writes the samples of a client. @throws Failure when there is none in its language */
export async function writeSamples(client: ClientFolder): Promise<void> {
  const { sampleFiles, path, id } = client;
  if (sampleFiles === undefined) return;
  await removeSamples(client);
  const samples = await samplesIn(sampleFiles.lang);
  if (samples.length === 0) throw new Failure(`there are no samples for ${id} in generated/samples`);
  for (const [name, source] of samples) {
    const file = join(path, sampleFiles.file.replace('{name}', name));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, wholeFile(source, name, sampleFiles));
  }
}

/** Removes their folder, which is the part of the path before the name. */
export async function removeSamples({ sampleFiles, path }: ClientFolder): Promise<void> {
  if (sampleFiles === undefined) return;
  await rm(join(path, sampleFiles.file.replace(/\/\{name\}.*/, '')), { recursive: true, force: true });
}
