/** What proves that the suite finds faults: the kill matrix, and the suite beside another tool. */

import type { Matrix, MatrixMutant, MatrixTwin } from '@wallet-services/conformance';
import { Failure } from '@wallet-services/kit/errors';
import { textIfThere } from './repository.ts';

export type { MatrixMutant, MatrixTwin };

/** Where the kill matrix is, and what writes it. */
export const MATRIX = { file: 'conformance/faults/matrix.json', command: 'npm run teeth' } as const;

/** Where the results of the crosscheck are, and what writes them. */
export const CROSSCHECK = {
  file: 'conformance/crosscheck/RESULTS.md',
  command: 'npm run crosscheck -- --mutants all --write',
} as const;

/** Reads the kill matrix; null when it was not written yet. @throws Failure when the file is none */
export async function readMatrix(): Promise<Matrix | null> {
  const text = await textIfThere(MATRIX.file);
  return text === null ? null : parseMatrix(text);
}

/** Reads the text of a kill matrix. @throws Failure when it is none */
export function parseMatrix(text: string): Matrix {
  try {
    const matrix: Matrix = JSON.parse(text);
    if (matrix.version === 1 && Array.isArray(matrix.mutants) && Array.isArray(matrix.twins)) return matrix;
  } catch {
    // The same line as for anything else that is no matrix.
  }
  throw new Failure(`${MATRIX.file} is no kill matrix of version 1: ${MATRIX.command} writes it anew`);
}
