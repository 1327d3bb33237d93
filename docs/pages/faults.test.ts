import { expect, test } from 'vitest';
import { parseMarkdown } from '../markdown/markdown.ts';
import { readContract } from '../read/contract.ts';
import { faultsFrom, parseMatrix } from '../read/faults.ts';
import { faultsPage, serviceFaultsPage } from './faults.ts';

const services = await readContract();
const [lending] = services;

const matrix = parseMatrix(
  JSON.stringify({
    version: 1,
    mutants: [
      {
        id: 'lending: one too many',
        service: 'lending',
        title: 'one <too> many',
        kills: 'lending.listTransactions.limited.at-most',
        expected: 'killed',
        rules: ['lending.listTransactions.limited.at-most', 'wire.schema'],
      },
      { id: 'lending: slow', service: 'lending', title: 'slow', kills: 'wire.status', expected: 'killed', rules: [] },
    ],
    twins: [
      { service: 'lending', title: 'descending', about: ['lending.listTransactions.sort-direction'], passed: true },
    ],
  }),
);

const proof = {
  faults: [{ service: 'lending' as const, title: 'late', kills: 'wire.status', operation: null }],
  twins: [],
};
const tried = faultsFrom(matrix, proof);

test('without a kill matrix and results, the page says what writes them, and shows what is declared', () => {
  const declared = faultsFrom(null, proof);
  const { text } = faultsPage(services, declared, null, () => null, []).body;
  expect(text).toContain('Lending</a></td><td>1</td><td>0</td></tr>');
  if (lending === undefined) throw new Error('there is no service');
  expect(serviceFaultsPage(lending, declared).body.text).toContain('<li><p>late</p></li>');
  expect(text).toContain('npm run teeth');
  expect(text).toContain('npm run crosscheck -- --mutants all --write');
});

test('the overview counts what is found out, and shows the results of the crosscheck', () => {
  const results = parseMarkdown(
    '# The suite beside another\n\n## On the reference server\n\n| a |\n|---|\n| 7 |\n',
    'x',
  );
  const { text } = faultsPage(services, tried, results, () => null, []).body;
  expect(text).toContain('Lending</a></td><td>2</td><td>1</td><td>1</td><td>1</td>');
  expect(text).toContain('<h2 id="on-the-reference-server">');
  expect(text.match(/<h1/g)).toHaveLength(1);
});

test('the page of a service has each faulty server below the rule that it breaks', () => {
  if (lending === undefined) throw new Error('there is no service');
  const { text } = serviceFaultsPage(lending, tried).body;
  expect(text).toMatch(
    /id="lending\.listTransactions\.limited\.at-most"[\s\S]*one &lt;too&gt; many <span class="verdict good">found out/,
  );
  expect(text).toMatch(/href="\.\.\/lending\/rules\.html#lending\.listTransactions\.limited\.at-most"/);
  expect(text).toMatch(/slow <span class="verdict bad">survives/);
  expect(text).toMatch(/descending <span class="verdict good">passed/);
});

test('a file that is no kill matrix is named, with what writes it', () => {
  for (const text of ['{', '{}', '[]', '{"version":2,"mutants":[],"twins":[]}']) {
    expect(() => parseMatrix(text)).toThrow(
      'conformance/faults/matrix.json is no kill matrix of version 1: npm run teeth',
    );
  }
});
