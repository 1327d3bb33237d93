/** Compares two states of the contract in every respect. */
import type { Contract } from './contract/contract.ts';
import type { Unnamed } from './finding.ts';
import { compareDocuments } from './http/compare.ts';
import { compareLedger } from './meaning/ledger.ts';
import { compareWire } from './wire/compare.ts';

/**
 * Finds everything that a change to the contract does. Only services whose document differs are compared.
 *
 * @throws ReviewError when a document or a protobuf file is broken
 */
export async function compareContracts(base: Contract, head: Contract): Promise<readonly Unnamed[]> {
  const services = [...new Set([...base.documents.keys(), ...head.documents.keys()])];
  const [wire, http] = await Promise.all([
    compareWire(base, head),
    compareDocuments(
      services.map((name) => ({ name, base: base.documents.get(name), head: head.documents.get(name) })),
    ),
  ]);
  return [...http, ...wire, ...compareLedger(base, head)];
}
