import type { TestServerRow } from '@wallet-services/conformance';
import { expect, test } from 'vitest';
import { readContract } from '../read/contract.ts';
import { faultsPage, serviceFaultsPage } from './faults.ts';

const services = await readContract();
const [lending] = services;

const RULE = 'lending.listTransactions.limited.at-most';
const servers: readonly TestServerRow[] = [
  { service: 'lending', faulty: 'one <too> many', rule: RULE },
  { service: 'lending', faulty: 'slow', rule: 'wire.status' },
  { service: 'lending', correct: 'descending', about: ['lending.listTransactions.sort-direction'] },
];

test('without results of the crosscheck, the page names the command that writes them', () => {
  const { text } = faultsPage(services, servers, false).body;
  expect(text).toContain('npm run crosscheck -- --mutants all --write');
});

test('the overview counts both kinds of servers, and leads to the results of the crosscheck', () => {
  const { text } = faultsPage(services, servers, true).body;
  expect(text).toContain('Lending</a></td><td>2</td><td>1</td>');
  expect(text).toContain('href="../guides/conformance-crosscheck-results.html"');
});

test('the page of a service has each faulty server below the rule that it breaks', () => {
  if (lending === undefined) throw new Error('there is no service');
  const { text } = serviceFaultsPage(lending, servers).body;
  expect(text).toMatch(/id="lending\.listTransactions\.limited\.at-most"[\s\S]*one &lt;too&gt; many/);
  expect(text).toMatch(/href="\.\.\/lending\/rules\.html#lending\.listTransactions\.limited\.at-most"/);
  expect(text).toMatch(/id="wire.status"[\s\S]*slow/);
  expect(text).toMatch(/descending[\s\S]*lending\.listTransactions\.sort-direction/);
});
