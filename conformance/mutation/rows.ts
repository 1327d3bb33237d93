/** The servers that the suite is tested with, as the pages list them. */
import { type ContractService as ServiceName, serviceNames } from '../model/document/services.ts';
import { openContract } from '../run/contract.ts';
import { testServersOf } from './mutants.ts';

/** A faulty server: the suite must detect it. */
export interface FaultyRow {
  readonly service: ServiceName;
  /** What it does. Unique within its service. */
  readonly faulty: string;
  /** The rule that must detect it. */
  readonly rule: string;
  /** The operationId that shows it. Absent: no operation alone does. */
  readonly operation?: string;
}

/** A correct server that makes other choices: the suite must pass it. */
export interface CorrectRow {
  readonly service: ServiceName;
  /** What it does. Unique within its service. */
  readonly correct: string;
  /** The open questions that it answers in another way. */
  readonly about: readonly string[];
}

export type TestServerRow = FaultyRow | CorrectRow;

/** All servers that the suite is tested with, in the order of the services. */
export async function testServerRows(): Promise<readonly TestServerRow[]> {
  const contract = openContract();
  const rows = serviceNames.map(async (service): Promise<readonly TestServerRow[]> => {
    const { mutants, variants } = await testServersOf(await contract.service(service));
    return [
      ...mutants.map(({ id, kills, operation }) => ({
        service,
        faulty: id,
        rule: kills,
        ...(operation === undefined ? {} : { operation }),
      })),
      ...variants.map(({ id, about }) => ({ service, correct: id, about })),
    ];
  });
  return (await Promise.all(rows)).flat();
}
