import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { styleFor } from '@wallet-services/kit/style';
import { axeFindings, LOOKS } from '@wallet-services/kit/testing/axe';
import { mustSkipBrowser, openBrowser } from '@wallet-services/kit/testing/browser';
import { expect, test } from 'vitest';
import { type Check, type RunReport, verdicts } from '../../run/report.ts';
import { sampleCheck, sampleReport } from '../../testing/sample.ts';
import { boardOf, groups, talliesOf, tallyText } from './board.ts';
import { boardPage } from './page.ts';
import { boardText } from './text.ts';

function open(rule: string, observed: string | null): Check {
  return sampleCheck(rule, { level: 'observe', verdict: observed === null ? 'inconclusive' : 'observed', observed });
}

function named(name: string, ...checks: readonly Check[]): { readonly name: string; readonly report: RunReport } {
  const [lending] = sampleReport.services;
  if (lending === undefined) throw new Error('the sample has a service');
  return { name, report: { ...sampleReport, services: [{ ...lending, url: `http://${name}/lending`, checks }] } };
}

const four = [
  named('one', open('order', 'ascending'), open('most', '500'), sampleCheck('a')),
  named('two', open('order', 'descending'), open('most', '500'), sampleCheck('a', { verdict: 'fail' })),
  named('three', open('order', 'ascending <script>'), open('most', null)),
  named('four', open('order', 'ascending'), open('url', 'as in http://four/lending/x')),
];

test('compares servers; a server without an answer does not differ', () => {
  const [lending] = boardOf(four);
  expect(lending?.different.map(({ name, reported }) => [name, reported])).toEqual([
    ['order', ['ascending', 'descending', 'ascending <script>', 'ascending']],
  ]);
  expect(lending?.alike.map(({ name, reported }) => [name, reported])).toEqual([['most', ['500', '500', null, null]]]);
  expect(lending?.alone.map(({ name, reported }) => [name, reported])).toEqual([
    ['url', [null, null, null, 'as in /x']],
  ]);
  expect(lending?.verdicts.map(({ name, reported }) => [name, reported])).toEqual([
    ['most', ['observed', 'observed', 'inconclusive', null]],
    ['a', ['pass', 'fail', null, null]],
  ]);
});

test('a strict comparison reports a verdict that one server lacks', () => {
  const names = (isStrict?: boolean) => boardOf(four, isStrict)[0]?.verdicts.map(({ name }) => name);
  expect(names()).toEqual(['most', 'a']);
  expect(names(true)).toEqual(['most', 'a', 'url']);
  const alike = [named('one', sampleCheck('a')), named('two', sampleCheck('a'))];
  expect(boardOf(alike, true)[0]?.verdicts).toEqual([]);
});

test('a row has the text of a rule, whichever server has it', () => {
  const check = sampleCheck('b', { text: 'Books are sorted.', source: 'document 2' });
  const [lending] = boardOf([named('one'), named('two', check)], true);
  expect(lending?.verdicts).toEqual([
    { name: 'b', text: 'Books are sorted.', source: 'document 2', reported: [null, 'pass'] },
  ]);
});

test('an address is left out of an answer where the report has one', () => {
  const at = (url: string, observed: string) => {
    const { name, report } = named('one', open('url', observed));
    return { name, report: { ...report, services: report.services.map((one) => ({ ...one, url })) } };
  };
  const answer = (url: string, observed: string) => boardOf([at(url, observed)])[0]?.alone[0]?.reported;
  expect(answer('http://one/lending', 'http://one/lending/x, http://one/y')).toEqual(['/x, /y']);
  expect(answer('no address', 'at no address')).toEqual(['at no address']);
});

test('runs are compared with those before them', () => {
  const [first, second] = talliesOf([
    named('one', sampleCheck('a'), sampleCheck('b', { verdict: 'fail' })),
    named('two', sampleCheck('a'), sampleCheck('b'), sampleCheck('c', { verdict: 'unsupported' })),
  ]).map((tallies) => tallies.map(tallyText));
  expect(first).toEqual(['1', '1', '0', '0', '0', '0', '0']);
  expect(second).toEqual(['2 (+1)', '0 (-1)', '0', '0', '0', '0', '1 (+1)']);
});

test('each verdict is counted in one group', () => {
  expect(groups.flatMap(([, some]) => some).toSorted()).toEqual([...verdicts].toSorted());
});

test('a terminal shows the answer of each server', () => {
  expect(boardText(four, styleFor(false))).toMatch(
    /lending: 1 open question with different choices, 1 with the same choice, 1 not comparable\n {2}order {2}.*\n {4}A {2}ascending\n {4}B {2}descending\n {4}C {2}ascending <script>\n {4}D {2}ascending/,
  );
});

test.skipIf(mustSkipBrowser(process.env))(
  'the page fits a phone, numbers equal answers, and runs nothing',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'board-'));
    const browser = await openBrowser(process.env);
    try {
      await writeFile(join(folder, 'board.html'), boardPage(four));
      const page = await browser.newPage({ viewport: { width: 390, height: 800 }, colorScheme: 'dark' });
      await page.goto(pathToFileURL(join(folder, 'board.html')).href);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      expect(await page.locator('section tbody tr').first().locator('td').allTextContents()).toEqual([
        '1 ascending',
        '2 descending',
        '3 ascending <script>',
        '1 ascending',
      ]);
      expect(await page.locator('script').count()).toBe(0);
      await page.locator('details').evaluateAll((all) => all.map((one) => one.setAttribute('open', '')));
      for (const [width, colorScheme] of LOOKS) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        expect([width, colorScheme, await axeFindings(page)]).toEqual([width, colorScheme, []]);
      }
    } finally {
      await browser.close();
      await rm(folder, { recursive: true });
    }
  },
);
