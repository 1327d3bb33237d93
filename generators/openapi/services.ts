/** Finds the services: each is a folder of the spec. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `lending` is `Lending` in TypeSpec and in the name of the document that it emits. */
export function titleOf(service: string): string {
  return service.charAt(0).toUpperCase() + service.slice(1);
}

/**
 * The services of a spec, in the order in which its `main.tsp` imports their folders.
 * @param spec folder of the TypeSpec
 * @param emitted folder of the documents that it emitted
 * @throws Error when a service has no folder of its name
 */
export async function servicesOf(spec: string, emitted: string): Promise<string[]> {
  const main = await readFile(join(spec, 'main.tsp'), 'utf8');
  const folders = [...main.matchAll(/^import "\.\/([a-z]+)\/main\.tsp";$/gm)].flatMap(([, folder]) => folder ?? []);
  const files = new Set(await readdir(emitted));
  const services = folders.filter((folder) => files.delete(`${titleOf(folder)}.json`));
  const [stray] = files;
  if (stray === undefined) return services;
  const title = stray.replace(/\.json$/, '');
  throw new Error(
    `main.tsp imports no folder of the service ${title}: create the folder ${title.toLowerCase()}/, and import "./${title.toLowerCase()}/main.tsp"`,
  );
}
