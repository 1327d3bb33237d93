/** Finds rules by their place: each in its own file, with the faulty servers that prove it. */
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { OwnRule } from './rule.ts';

/** The sources run as they are; the published package is compiled. */
const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

const files = new WeakMap<OwnRule, string>();

/** The path of the file that a rule was found in; null where it was not found by its place. */
export function fileOf(rule: OwnRule): string | null {
  return files.get(rule) ?? null;
}

function isRule(value: unknown): value is OwnRule {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}

async function rulesOfFile(file: URL): Promise<readonly OwnRule[]> {
  const module: object = await import(file.href);
  const rules = 'default' in module ? [module.default].flat() : [];
  if (rules.length === 0)
    throw new Error(`${file.pathname} has no rule: export it, or a list of rules, as the default`);
  if (!rules.every(isRule)) throw new Error(`${file.pathname} exports something that is no rule: a rule has an id`);
  for (const rule of rules) files.set(rule, fileURLToPath(file));
  return rules;
}

/**
 * The rules of all files below a folder, in the order of their paths. Tests are left out; helpers of rules belong in
 * another folder.
 * @throws when a file has no default export, or one that is not a rule.
 */
export async function rulesIn(folder: URL): Promise<readonly OwnRule[]> {
  const entries = await readdir(folder, { recursive: true });
  const files = entries.filter((name) => name.endsWith(extension) && !name.includes('.test.')).sort();
  return (await Promise.all(files.map((name) => rulesOfFile(new URL(name, folder))))).flat();
}
