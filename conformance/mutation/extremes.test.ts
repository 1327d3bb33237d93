import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContractService, serviceNames } from '../model/document/services.ts';
import { type Reference, startReference } from '../testing/reference.ts';
import { extremes } from './extremes.ts';
import { rulesWith, tryMutant } from './trial.ts';

/**
 * The time limit of a request, in milliseconds: long enough for the correct server, short enough for one that hangs.
 */
const SHORT = 1500;

/** The size limit of a response, in bytes: those of the correct server to these operations are smaller. */
const SMALL = 2 ** 19;

/**
 * A list and an operation with inputs, of each service, represent the whole service. Other services are checked with
 * all operations.
 */
const operations: Readonly<Partial<Record<ContractService, readonly string[]>>> = {
  lending: ['listMarkets', 'listTransactions'],
  comment: ['listComments', 'readSite'],
  swap: ['listPairs', 'listTransactions'],
  vault: ['listVaults', 'readVault'],
  assistant: ['createConversation', 'readConversation'],
};

let reference: Reference;

beforeAll(async () => {
  reference = await startReference();
});
afterAll(() => reference.close());

describe.concurrent.each(serviceNames)('%s: a server with an extreme error is detected', (service) => {
  test.each(extremes.map((extreme) => [extreme.id, extreme] as const))('%s', async (_, { mutation, isElsewhere }) => {
    const selection = { operations: operations[service] ?? [] };
    const options = { selection, timeoutMs: SHORT, maxBytes: SMALL, reproduce: false };
    const report = await tryMutant(reference, service, { mutation }, options);
    expect(rulesWith(report, 'harness-error')).toEqual([]);
    const [found] = report.services;
    if (isElsewhere) expect(found?.unreachable).toContain('answers every path with status 200 and an HTML page');
    else expect(rulesWith(report, 'fail')).not.toEqual([]);
  });
});
