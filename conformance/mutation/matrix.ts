/** The kill matrix: a line for each server that the suite was tried on. `npm run mutants` writes it, and nobody else. */
import { readFile, writeFile } from 'node:fs/promises';
import type { Mutant } from '../core/mutant.ts';
import type { ProxiedVariant } from '../core/variant.ts';
import { type ContractService as ServiceName, serviceNames } from '../model/document/services.ts';
import type { TestServers } from './mutants.ts';

/** A server that is wrong in one way. */
export interface FaultyRow {
  readonly service: ServiceName;
  /** What it does. Unique within its service. */
  readonly faulty: string;
  /** The rule that must find it out. */
  readonly rule: string;
  /** The operation that shows it, where it is one. */
  readonly operation?: string;
  /** That rule does. */
  readonly found: boolean;
}

/** A correct server that chooses otherwise. */
export interface CorrectRow {
  readonly service: ServiceName;
  /** What it does. Unique within its service. */
  readonly correct: string;
  /** Open questions that it answers otherwise. */
  readonly about: readonly string[];
  /** Nothing was held against it. */
  readonly passed: boolean;
}

export type MatrixRow = FaultyRow | CorrectRow;

/** Whether it turned out as it must. */
export function isGood(row: MatrixRow): boolean {
  return 'faulty' in row ? row.found : row.passed;
}

/** What a row is of, without how it turned out: the same text for the same server. */
export function subjectOf(row: MatrixRow): string {
  const { service } = row;
  return JSON.stringify('faulty' in row ? [service, row.faulty, row.rule] : [service, row.correct, row.about]);
}

/** The row of a faulty server. */
export function faultyRow(service: ServiceName, { id, kills, operation }: Mutant, found = true): FaultyRow {
  return { service, faulty: id, rule: kills, ...(operation === undefined ? {} : { operation }), found };
}

/** The row of a correct server. */
export function correctRow(service: ServiceName, { id, about }: ProxiedVariant, passed = true): CorrectRow {
  return { service, correct: id, about, passed };
}

/** What the matrix says of a service when all is well. */
export function goodRows(service: ServiceName, { mutants, variants }: TestServers): readonly MatrixRow[] {
  return [
    ...mutants.map((mutant) => faultyRow(service, mutant)),
    ...variants.map((variant) => correctRow(service, variant)),
  ];
}

const file = new URL('./matrix.jsonl', import.meta.url);

/** The rows of the matrix; none when there is none. */
export async function readMatrix(): Promise<readonly MatrixRow[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

/** Writes the rows of some services in place of what stood there of them. */
export async function writeMatrix(services: readonly ServiceName[], rows: readonly MatrixRow[]): Promise<void> {
  const before = await readMatrix();
  const merged = serviceNames.flatMap((name) =>
    (services.includes(name) ? rows : before).filter(({ service }) => service === name),
  );
  await writeFile(file, merged.map((row) => `${JSON.stringify(row)}\n`).join(''));
}
