import { expect, test } from 'vitest';
import { sampleCheck, sampleFinding, sampleReport } from '../testing/sample.ts';
import { markdownReport } from './markdown.ts';

const text = markdownReport(sampleReport);

test('the outcome comes first, then the figures, then the findings', () => {
  expect(text.split('\n')[0]).toBe('## NOT CONFORMANT');
  expect(text).toContain('| lending | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 12 |');
  expect(text.indexOf('### Findings in lending (2)')).toBeGreaterThan(text.indexOf('| lending |'));
  expect(text.indexOf('Not decided in lending')).toBeGreaterThan(text.indexOf('### Findings'));
});

test('a finding has its command in a separate block', () => {
  expect(text).toMatch(/\n```sh\ncurl -i [^\n]+\n```\n/);
});

test("a server's answer is shown, and is not markup", () => {
  expect(text.replaceAll(/`+[^`]*(?:`x`[^`]*)?`+/g, '')).not.toContain('<script>');
  expect(text).toContain(String.raw`ascending \| by <time>`);
  expect(text).toMatch(/`` [^\n]*`x`[^\n]* ``/);
});

test('each table has as many cells in every row as in its head', () => {
  const cells = (line: string) => line.replaceAll(String.raw`\|`, '').split('|').length;
  const tables = text.split('\n\n').filter((part) => part.startsWith('| '));
  expect(tables.length).toBeGreaterThan(3);
  for (const table of tables) expect(new Set(table.split('\n').map(cells)).size).toBe(1);
});

test("no part of a server's answer moves the cursor, begins a line, links or mentions a user", () => {
  const actual = 'no\u001b[2J\u202e\n\n## CONFORMANT\n@everyone http://127.0.0.1/x <b>';
  const findings = [{ ...sampleFinding, actual, exchange: null, curl: null }];
  const checks = [sampleCheck('lending.fails', { verdict: 'fail', findings })];
  const services = sampleReport.services.slice(0, 1).map((service) => ({ ...service, checks }));
  const written = markdownReport({ ...sampleReport, services });
  expect(written).toContain(
    'actual: no\\\\u001b\\[2J\\\\u202e \\#\\# CONFORMANT &#64;everyone http&#58;//127.0.0.1/x &lt;b\\>',
  );
});
