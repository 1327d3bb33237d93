/** The decisions of an API's maintainers: accepted changes, their severity, exclusions, and the failing sides. */
import { readFile } from 'node:fs/promises';
import { load } from 'js-yaml';
import { UsageError } from '../error.ts';
import { type ChangeClass, classes, type SideName, sides } from '../finding.ts';
import { isObject, objectOf } from '../json.ts';

/** An accepted change. */
export interface Acceptance {
  /** Id of the finding; `*` matches any text. */
  readonly id: string;
  readonly reason: string;
  /** The last day on which it is valid, such as `2026-12-31`; undefined for no end. */
  readonly until?: string;
}

/** The decisions. */
export interface Settings {
  readonly accept: readonly Acceptance[];
  /** The class of each kind of change, for all sides (`member-added`) or for one (`servers/member-added`). */
  readonly severity: Readonly<Record<string, ChangeClass>>;
  /** Excluded ids, kinds or operations; `*` matches any text. */
  readonly exclude: readonly string[];
  /** The sides for which a breaking change fails the command. */
  readonly failOn: readonly SideName[];
  /** Path of the file, whether it exists or not. */
  readonly file: string;
}

const KEYS = new Set(['accept', 'severity', 'exclude', 'fail-on']);

/**
 * Reads the file: a list of accepted changes, or an object with `accept`, `severity`, `exclude` and `fail-on`.
 *
 * @param label the name of the file in errors
 * @returns empty settings when the file does not exist
 * @throws UsageError when the file is invalid, or an entry has no reason
 */
export async function readSettings(file: string, label: string = file): Promise<Settings> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isObject(error) && error['code'] === 'ENOENT') return undefined;
    throw new UsageError(`${label} cannot be read.`);
  });
  const value = (text === undefined ? undefined : parseYaml(label, text)) ?? [];
  const parts = Array.isArray(value) ? { accept: value } : value;
  if (!isObject(parts)) throw new UsageError(`${label} must be a list of entries with id and reason.`);
  const unknown = Object.keys(parts).find((key) => !KEYS.has(key));
  if (unknown !== undefined) {
    throw new UsageError(`${label} has an unknown member ${unknown}; known are ${[...KEYS].join(', ')}.`);
  }
  return {
    accept: listIn(label, parts['accept'], 'accept').map((entry, index) => acceptance(label, entry, index)),
    severity: severityOf(label, parts['severity'] ?? {}),
    exclude: listIn(label, parts['exclude'], 'exclude').map(String),
    failOn: parts['fail-on'] === undefined ? sides : sidesOf(listIn(label, parts['fail-on'], 'fail-on').join(',')),
    file: label,
  };
}

function listIn(label: string, value: unknown, name: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new UsageError(`${label}: ${name} must be a list.`);
  return value;
}

function acceptance(label: string, entry: unknown, index: number): Acceptance {
  const { id, reason, until } = isObject(entry) ? entry : {};
  if (typeof id !== 'string' || id.trim() === '') throw new UsageError(`${label}: entry ${index + 1} has no id.`);
  if (typeof reason !== 'string' || reason.trim() === '') {
    throw new UsageError(`${label}: ${id} has no reason; explain why clients can accept it.`);
  }
  if (until === undefined) return { id: id.trim(), reason: reason.trim() };
  const day = until instanceof Date ? until.toISOString().slice(0, 10) : String(until);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) {
    throw new UsageError(`${label}: until of ${id} must be a day, as in 2026-12-31.`);
  }
  return { id: id.trim(), reason: reason.trim(), until: day };
}

function severityOf(label: string, value: unknown): Settings['severity'] {
  return Object.fromEntries(
    Object.entries(objectOf(value)).map(([kind, grade]) => [
      kind,
      gradeOf(String(grade), `${label}: severity of ${kind}`),
    ]),
  );
}

const GIVEN = classes.filter((grade) => grade !== 'none');

function gradeOf(grade: string, what: string): ChangeClass {
  const found = GIVEN.find((one) => one === grade);
  if (found === undefined) throw new UsageError(`${what} must be one of ${GIVEN.join(', ')}.`);
  return found;
}

/** Parses a severity of the command line, such as `member-added=compatible`. @throws UsageError when it is invalid */
export function severityFrom(text: string): Settings['severity'] {
  const [kind = '', grade = ''] = text.split('=');
  return { [kind]: gradeOf(grade, `--severity ${text}: the class`) };
}

/** Parses sides, such as `clients,servers`; `none` for no side. @throws UsageError when they are invalid */
export function sidesOf(text: string): readonly SideName[] {
  if (text === 'none' || text === '') return [];
  return text.split(',').map((name) => {
    const side = sides.find((one) => one === name.trim());
    if (side === undefined) throw new UsageError(`${name} is no side; give some of ${sides.join(', ')}, or none.`);
    return side;
  });
}

function parseYaml(file: string, text: string): unknown {
  try {
    return load(text);
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new UsageError(`${file} is not YAML: ${reason}`);
  }
}
