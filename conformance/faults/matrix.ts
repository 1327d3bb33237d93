/** The kill matrix: which rules fall over which faulty server. Committed, so that a report can guess at causes. */
import type { ServiceName } from '../model/services.ts';

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
export function matrixText(matrix: Matrix): string {
  return `${JSON.stringify(matrix, null, 2)}\n`;
}
