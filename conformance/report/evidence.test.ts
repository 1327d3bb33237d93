import { styleFor } from '@wallet-services/kit/style';
import { expect, test } from 'vitest';
import { sampleReport } from '../testing/sample.ts';
import { htmlReport } from './html/page.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { terminalReport } from './terminal.ts';

test.each([
  ['terminal', terminalReport(sampleReport, styleFor(false))],
  ['Markdown', markdownReport(sampleReport)],
  ['HTML', htmlReport(sampleReport)],
  ['JUnit', junitReport(sampleReport)],
])('%s: a finding has the place and the statement of the document', (_, text) => {
  expect(text).toContain('document 1, Limits');
  expect(text).toContain('What document 1 says of lending.fails.');
});

test.each([
  ['terminal', terminalReport(sampleReport, styleFor(false))],
  ['Markdown', markdownReport(sampleReport)],
  ['HTML', htmlReport(sampleReport)],
  ['JUnit', junitReport(sampleReport)],
])('%s: a comparison has the commands of both requests', (_, text) => {
  expect(text).toContain('/lending/api/v1/markets/all?page=1');
});
