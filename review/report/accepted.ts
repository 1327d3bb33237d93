/** Changes that break a side, or that the report cannot class, and were accepted, with reasons: `review/accepted.yaml`. */
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { ReviewError } from '../error.ts';
import { type Finding, isGrave } from '../finding.ts';
import { isObject } from '../json.ts';

/** An entry of the file. */
export interface Acceptance {
  /** Id of the finding; `*` stands for any text. */
  readonly id: string;
  readonly reason: string;
}

/**
 * Reads the file.
 *
 * @returns nothing when there is no such file
 * @throws ReviewError when it is broken, or an entry has no reason
 */
export async function readAccepted(file: string): Promise<readonly Acceptance[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isObject(error) && error['code'] === 'ENOENT') return '';
    throw new ReviewError(`${file} cannot be read.`);
  });
  const entries = parseYaml(file, text) ?? [];
  if (!Array.isArray(entries)) throw new ReviewError(`${file} must be a list of entries with id and reason.`);
  return entries.map((entry: unknown, index) => {
    const { id, reason } = isObject(entry) ? entry : {};
    if (typeof id !== 'string' || id.trim() === '') throw new ReviewError(`${file}: entry ${index + 1} has no id.`);
    if (typeof reason !== 'string' || reason.trim() === '') {
      throw new ReviewError(`${file}: ${id} has no reason; explain why clients can accept it.`);
    }
    return { id: id.trim(), reason: reason.trim() };
  });
}

function parseYaml(file: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new ReviewError(`${file} is not YAML: ${reason}`);
  }
}

/** The reason for which a finding that needs it was accepted; null when it was not. */
export function acceptanceOf(finding: Finding, accepted: readonly Acceptance[]): string | null {
  if (!isGrave(finding.class)) return null;
  return accepted.find(({ id }) => matches(id, finding.id))?.reason ?? null;
}

/** Entries that match no finding that needs to be accepted. */
export function unusedIn(findings: readonly Finding[], accepted: readonly Acceptance[]): readonly Acceptance[] {
  return accepted.filter(({ id }) => !findings.some((finding) => isGrave(finding.class) && matches(id, finding.id)));
}

function matches(pattern: string, id: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(id);
}
