import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { servicesOf } from './services.ts';

/** The services found in a `main.tsp`, given these emitted documents. */
async function servicesIn(main: string, ...documents: readonly string[]): Promise<string[]> {
  const spec = await mkdtemp(join(tmpdir(), 'services-'));
  onTestFinished(() => rm(spec, { recursive: true, force: true }));
  const emitted = join(spec, 'emitted');
  await mkdir(emitted);
  await writeFile(join(spec, 'main.tsp'), main);
  for (const name of documents) await writeFile(join(emitted, name), '{}');
  return servicesOf(spec, emitted);
}

it('finds the services in the order of the imports, without the libraries', async () => {
  const main = 'import "./contract/main.tsp";\nimport "./swap/main.tsp";\nimport "./comment/main.tsp";\n';
  expect(await servicesIn(main, 'Comment.json', 'Swap.json')).toEqual(['swap', 'comment']);
});

it('reports what to do when a service has no folder', async () => {
  await expect(servicesIn('import "./swap/main.tsp";\n', 'Swap.json', 'Bank.json')).rejects.toThrow(
    'main.tsp imports no folder of the service Bank: create the folder bank/, and import "./bank/main.tsp"',
  );
});
