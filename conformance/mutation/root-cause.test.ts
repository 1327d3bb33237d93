import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ContractService } from '../model/document/services.ts';
import { explained } from '../report/merge.ts';
import { type Reference, startReference } from '../testing/reference.ts';
import { derivedMutants } from './derived/index.ts';
import { mutationOf } from './derived/live.ts';
import { testServersOf } from './mutants.ts';
import { tryMutant } from './trial.ts';

let reference: Reference;
beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

/** The rule and the operation of the first finding of a full check of a server. */
async function firstOf(service: ContractService, id: string): Promise<string> {
  const contract = await reference.contract.service(service);
  const { mutants } = await testServersOf(contract);
  const derived = derivedMutants(contract).find((one) => one.id === id);
  const faulty =
    derived === undefined
      ? mutants.find((one) => one.id === id)
      : { mutation: mutationOf(contract.api, derived), timeoutMs: undefined };
  if (faulty === undefined) throw new Error(`there is no faulty server of this name: ${id}`);
  const report = await tryMutant(reference, service, faulty, { reproduce: false });
  const [first] = report.services.flatMap(explained);
  return `${first?.checks[0]?.rule} ${first?.finding.subject}`;
}

test.each([
  ['vault', 'vault listVaults 200 /data/vaults/*/collateral_id: as an object', 'wire.schema listVaults'],
  ['assistant', 'assistant createConversation 200 /data/id: a blank behind', 'wire.schema createConversation'],
  ['assistant', 'assistant createIndexes: status 404', 'input.valid-accepted createIndexes'],
  ['comment', 'comment createComment 200 /data/site_id: dropped', 'wire.schema createComment'],
  ['assistant', 'createTurn: readTurn returns another app_id', 'assistant.createTurn.read-back.readable readTurn'],
  [
    'swap',
    'listPairTransactions returns another type than listMyTransactions',
    'swap.listMyTransactions.same-as.same listPairTransactions',
  ],
  ['swap', 'listAssets: 404 without a credential', 'swap.listAssets.access.open listAssets'],
] as const)('%s: the first finding on "%s" is of %s', async (service, id, first) => {
  expect(await firstOf(service, id)).toBe(first);
});
