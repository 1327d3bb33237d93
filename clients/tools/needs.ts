/** What this machine lacks for a client. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ClientFolder, Need } from './manifest.ts';

/** A toolchain that is not there, or too old. */
export interface Lack {
  /** What is wrong, and how to get it. */
  readonly text: string;
  readonly debian: readonly string[];
}

/** Longest wait for a version, in milliseconds. */
const LIMIT = 60_000;

/** The first `1.2` or `1.2.3` of a text. */
export function versionIn(text: string): string | undefined {
  return /\d+\.\d+(?:\.\d+)?/.exec(text)?.[0];
}

/** Whether a version is at least another; parts that are not written count as 0. */
export function isAtLeast(version: string, least: string): boolean {
  const [one, other] = [version, least].map((text) => text.split('.').map(Number)) as [number[], number[]];
  const place = [0, 1, 2].find((index) => (one[index] ?? 0) !== (other[index] ?? 0)) ?? 0;
  return (one[place] ?? 0) >= (other[place] ?? 0);
}

async function lackOf({ command, atLeast, debian }: Need, path: string): Promise<readonly Lack[]> {
  const [program, ...args] = command;
  const get = debian.length === 0 ? '' : `: apt-get install ${debian.join(' ')}`;
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, { cwd: path, timeout: LIMIT });
    const version = versionIn(`${stdout}\n${stderr}`);
    if (version !== undefined && isAtLeast(version, atLeast)) return [];
    return [{ text: `${program} ${atLeast} or later, not ${version ?? 'an unknown version'}${get}`, debian }];
  } catch {
    return [{ text: `${program} ${atLeast} or later${get}`, debian }];
  }
}

/** What is missing for a client; nothing where it can be built here. */
export async function lacksOf({ needs, path }: ClientFolder): Promise<readonly Lack[]> {
  return (await Promise.all(needs.map((need) => lackOf(need, path)))).flat();
}
