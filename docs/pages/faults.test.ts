import type { MatrixRow } from '@wallet-services/conformance';
import { expect, test } from 'vitest';
import { readContract } from '../read/contract.ts';
import { faultsPage, serviceFaultsPage } from './faults.ts';

const services = await readContract();
const [lending] = services;

const RULE = 'lending.listTransactions.limited.at-most';
const matrix: readonly MatrixRow[] = [
  { service: 'lending', faulty: 'one <too> many', rule: RULE, found: true },
  { service: 'lending', faulty: 'slow', rule: 'wire.status', found: false },
  { service: 'lending', correct: 'descending', about: ['lending.listTransactions.sort-direction'], passed: true },
];

test('without results of the crosscheck, the page says what writes them', () => {
  const { text } = faultsPage(services, matrix, false).body;
  expect(text).toContain('npm run crosscheck -- --mutants all --write');
});

test('the overview counts what is detected, and leads to the results of the crosscheck', () => {
  const { text } = faultsPage(services, matrix, true).body;
  expect(text).toContain('Lending</a></td><td>2</td><td>1</td><td>1</td><td>1</td>');
  expect(text).toContain('href="../guides/conformance-crosscheck-results.html"');
});

test('the page of a service has each faulty server below the rule that it breaks', () => {
  if (lending === undefined) throw new Error('there is no service');
  const { text } = serviceFaultsPage(lending, matrix).body;
  expect(text).toMatch(
    /id="lending\.listTransactions\.limited\.at-most"[\s\S]*one &lt;too&gt; many <span class="verdict good">detected/,
  );
  expect(text).toMatch(/href="\.\.\/lending\/rules\.html#lending\.listTransactions\.limited\.at-most"/);
  expect(text).toMatch(/slow <span class="verdict bad">not detected/);
  expect(text).toMatch(/descending <span class="verdict good">passed/);
});
