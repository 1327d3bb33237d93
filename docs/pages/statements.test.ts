import { join } from 'node:path';
import { readRegister } from '@wallet-services/generators/clauses';
import { expect, test } from 'vitest';
import { readContract } from '../read/contract.ts';
import { root } from '../read/repository.ts';
import { rulesPage } from './rules.ts';
import type { Sources } from './service.ts';
import { statementPath, statementsPages } from './statements.ts';

const services = await readContract();
const register = await readRegister(join(root, 'spec', 'clauses'));
const clauses = new Map(register?.clauses.map((clause) => [clause.id, clause]));

const RULE = 'lending.listTransactions.limited.at-most';
const QUESTION = 'lending.listTransactions.sort-direction';
const rule = services.flatMap(({ rules }) => rules).find(({ id }) => id === RULE);
const question = services.flatMap(({ questions }) => questions).find(({ id }) => id === QUESTION);

const sources: Sources = {
  reported: { verdicts: new Map([[RULE, 'pass']]), observed: new Map([[QUESTION, 'newest <first>']]) },
  choices: new Map(),
  clauses,
  faulty: [
    { service: 'lending', faulty: 'one too many', rule: RULE },
    { service: 'lending', faulty: 'limit is ignored', rule: RULE },
  ],
};

const pages = statementsPages(services, sources);
const textOf = (path: string) => pages.find((page) => page.path === path)?.body.text ?? '';

/** The page's text about a statement. */
function shown(id = ''): string {
  const clause = clauses.get(id);
  if (clause === undefined) throw new Error(`there is no statement ${id}`);
  const text = textOf(statementPath(clause).replace(/#.*/, ''));
  const begin = text.indexOf(`<li id="${id}">`);
  const next = text.indexOf('<li id="', begin + 1);
  return begin < 0 ? '' : text.slice(begin, next < 0 ? undefined : next);
}

test('each statement is on the page of its document, once', () => {
  for (const { id, document } of clauses.values()) {
    expect(textOf(`conformance/statements-${document}.html`).split(`<li id="${id}">`)).toHaveLength(2);
  }
});

test('a statement leads to its rules, with verdict and faulty servers', () => {
  const text = shown(rule?.clauses?.[0]);
  expect(text).toContain(`<a href="../lending/rules.html#${RULE}">`);
  expect(text).toContain(`<a href="faults-lending.html#${RULE}">2 faulty servers</a>`);
  expect(text).toContain('<span class="verdict good">pass</span>');
});

test('a statement leads to the questions that it raises, with the choice of the reference server', () => {
  const text = shown(question?.clauses?.[0]);
  expect(text).toContain(`rules.html#${QUESTION}`);
  expect(text).toContain('newest &lt;first&gt;');
});

test('the sources of rules and questions lead back', () => {
  const [lending] = services;
  if (lending === undefined) throw new Error('there is no service');
  const { text } = rulesPage(lending, sources, () => null).body;
  for (const id of [...(rule?.clauses?.slice(0, 1) ?? []), ...(question?.clauses?.slice(0, 1) ?? [])]) {
    expect(text).toContain(`href="../conformance/statements-1.html#${id}"`);
  }
});

test('the overview counts the statements of each section', () => {
  const { text } = pages[0]?.body ?? { text: '' };
  expect(text).toContain(`make ${clauses.size} statements`);
  const counts = [...text.matchAll(/<tr><td>[123]<\/td><td>.*?<\/td><td>(\d+)<\/td>/g)].map(([, count]) =>
    Number(count),
  );
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(clauses.size);
});
