/** What proves that the suite finds faults: the kill matrix, and the suite beside another tool. */

import type { Matrix, ServiceName } from '@wallet-services/conformance';
import type { declaredProof } from '@wallet-services/conformance/testing/proof';
import { Failure } from '@wallet-services/kit/errors';
import { textIfThere } from './repository.ts';

/** A faulty server. */
export interface ShownFault {
  readonly service: ServiceName;
  readonly title: string;
  /** The rule that must find it out. */
  readonly kills: string;
  /** Every rule that does; null: it was not tried with the whole suite. */
  readonly rules: readonly string[] | null;
}

export interface Faults {
  /** The whole suite was tried on each. */
  readonly tried: boolean;
  readonly mutants: readonly ShownFault[];
  /** Correct servers that choose otherwise. */
  readonly twins: readonly {
    readonly service: ServiceName;
    readonly title: string;
    readonly about: readonly string[];
    /** Null: it was not tried with the whole suite. */
    readonly passed: boolean | null;
  }[];
}

/** What the kill matrix tells; without one, what is declared. */
export function faultsFrom(matrix: Matrix | null, proof: Awaited<ReturnType<typeof declaredProof>>): Faults {
  if (matrix !== null) return { tried: true, ...matrix };
  return {
    tried: false,
    mutants: proof.faults.map((fault) => ({ ...fault, rules: null })),
    twins: proof.twins.map((twin) => ({ ...twin, passed: null })),
  };
}

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
