/** Finds the checks of the contract: the manifest of the contract's package names the package of the checks. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ContractChecks } from '../core/checks.ts';

/** The package of the contract. Its manifest contains `"conformance": {"checks": "the name of a package"}`. */
const CONTRACT = '@wallet-services/contract';

/** The checks of a contract that names none. */
const none: ContractChecks = { service: async () => undefined };

interface Manifest {
  readonly conformance?: { readonly checks?: string };
}

/**
 * The location of a package, resolved from the contract; resolved from here where the contract does not have it
 * installed.
 */
function locate(name: string, manifest: URL): string {
  try {
    return pathToFileURL(createRequire(manifest).resolve(name)).href;
  } catch {
    return import.meta.resolve(name);
  }
}

async function load(): Promise<ContractChecks> {
  const manifest = new URL(import.meta.resolve(`${CONTRACT}/package.json`));
  const { conformance }: Manifest = JSON.parse(await readFile(fileURLToPath(manifest), 'utf8'));
  const name = conformance?.checks;
  if (name === undefined) return none;
  const { default: checks }: { readonly default?: ContractChecks } = await import(locate(name, manifest));
  if (checks === undefined) throw new Error(`${name}, which ${CONTRACT} names, has no checks as its default export`);
  return checks;
}

let loaded: Promise<ContractChecks> | undefined;

/** The checks of the contract, loaded once. */
export function checksOfContract(): Promise<ContractChecks> {
  loaded ??= load();
  return loaded;
}
