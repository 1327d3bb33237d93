/** Compares two states of the contract in every respect. */
import type { Contract } from './contract/contract.ts';
import type { Unnamed } from './finding.ts';
import { compareDocuments, type Progress } from './http/compare.ts';
import { compareLedger } from './meaning/ledger.ts';

/** How to compare. */
export interface CompareOptions {
  readonly progress?: Progress | undefined;
  /** Whether protobuf files that others only import are compared too. */
  readonly imports?: boolean;
}

/**
 * Finds every effect of a change to the contract. Only services with a different document are compared.
 *
 * @throws ReviewError when a protobuf file is broken
 */
export async function compareContracts(
  base: Contract,
  head: Contract,
  { progress, imports = true }: CompareOptions = {},
): Promise<readonly Unnamed[]> {
  const services = [...new Set([...base.documents.keys(), ...head.documents.keys()])];
  const wire = await messages(base, head, imports);
  const http = compareDocuments(
    services.map((name) => ({ name, base: base.documents.get(name), head: head.documents.get(name) })),
    progress,
  );
  return [...http, ...wire, ...compareLedger(base, head)];
}

/** Loaded only when needed, because the protobuf compiler loads slowly and most APIs have no protobuf files. */
async function messages(base: Contract, head: Contract, imports: boolean): Promise<readonly Unnamed[]> {
  if (base.protos.size === 0 && head.protos.size === 0) return [];
  const { compareWire } = await import('./wire/compare.ts');
  return compareWire(base, head, { imports });
}
