/** The kill matrix: which rules fall over which faulty server. `npm run teeth` writes it; the documentation shows it. */
import { readFile, writeFile } from 'node:fs/promises';
import { type ContractService as ServiceName, serviceNames } from '../model/services.ts';

export interface MatrixMutant {
  /** Unique. */
  readonly id: string;
  readonly service: ServiceName;
  readonly title: string;
  /** The rule that it was written for. */
  readonly kills: string;
  readonly expected: 'killed';
  /** Every rule that fails or warns, in order. */
  readonly rules: readonly string[];
}

export interface MatrixTwin {
  readonly service: ServiceName;
  readonly title: string;
  /** Open questions that it answers otherwise. */
  readonly about: readonly string[];
  /** Nothing was held against it. */
  readonly passed: boolean;
}

export interface Matrix {
  readonly version: 1;
  readonly mutants: readonly MatrixMutant[];
  readonly twins: readonly MatrixTwin[];
}

export function mutantId(service: ServiceName, title: string): string {
  return `${service}: ${title}`;
}

/** The file, the same for the same matrix. */
function matrixText(matrix: Matrix): string {
  return `${JSON.stringify(matrix, null, 2)}\n`;
}

const file = new URL('./matrix.json', import.meta.url);

/** The matrix; an empty one when there is none. */
export async function readMatrix(): Promise<Matrix> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? { version: 1, mutants: [], twins: [] } : JSON.parse(text);
}

/** Writes the rows of some services into the matrix; the rows of the others stay. */
export async function writeMatrix(services: readonly ServiceName[], rows: Omit<Matrix, 'version'>): Promise<void> {
  const before = await readMatrix();
  const merged = <Row extends { readonly service: ServiceName }>(old: readonly Row[], fresh: readonly Row[]) =>
    serviceNames.flatMap((name) => (services.includes(name) ? fresh : old).filter(({ service }) => service === name));
  const matrix: Matrix = {
    version: 1,
    mutants: merged(before.mutants, rows.mutants),
    twins: merged(before.twins, rows.twins),
  };
  await writeFile(file, matrixText(matrix));
}
