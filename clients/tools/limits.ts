/** Writes `limits.json`, what the clients of all languages share, as constants of each: by the templates of its `client.json`. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClientFolder, clientsFolder, type LimitTemplates, readClients } from './manifest.ts';

/** A number, numbers, or a duration. */
interface Limit {
  readonly meaning: string;
  readonly number?: number;
  readonly numbers?: readonly number[];
  readonly milliseconds?: number;
}

/** By name, in capitals. */
export type Limits = Readonly<Record<string, Limit>>;

/** `10_000` */
function separated(value: number): string {
  return value > 9999 ? String(value).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, '_') : String(value);
}

function constant(name: string, limit: Limit, templates: LimitTemplates): string {
  const { meaning, number, numbers, milliseconds } = limit;
  const kind = numbers !== undefined ? 'numbers' : milliseconds !== undefined ? 'milliseconds' : 'number';
  const parts: Readonly<Record<string, string>> = {
    NAME: name,
    Name: name.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    meaning,
    value: numbers?.join(', ') ?? separated(milliseconds ?? number ?? 0),
    seconds: ((milliseconds ?? 0) / 1000).toFixed(2).replace(/0$/, ''),
  };
  return templates[kind].replaceAll(/\{(\w+)\}/g, (all, part: string) => parts[part] ?? all);
}

/** The file of a client; undefined when it has none. */
export function limitsFile({ path, limits: templates }: ClientFolder, limits: Limits) {
  if (templates === undefined) return undefined;
  const constants = Object.entries(limits).map(([name, limit]) => constant(name, limit, templates));
  return { file: join(path, templates.file), text: templates.text.replace('{limits}', constants.join('\n')) };
}

export async function readLimits(): Promise<Limits> {
  return JSON.parse(await readFile(join(clientsFolder, 'limits.json'), 'utf8'));
}

/** Writes the files of all clients. */
export async function writeLimits(): Promise<void> {
  const limits = await readLimits();
  for (const client of await readClients()) {
    const written = limitsFile(client, limits);
    if (written !== undefined) await writeFile(written.file, written.text);
  }
}
