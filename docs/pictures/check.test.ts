import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, textOf } from '../read/repository.ts';
import { picture } from './check.ts';
import { terminalSvg } from './terminal.ts';

const OUTPUT = `service    pass  fail  requests
comment     108     1       458

Findings in comment (2)

  WARN comment.readMe.slow  readMe
    expected  an answer

  FAIL comment.listComments.limited.at-most  listComments
    rule      The page holds at most limit comments & no more. (document 2, Endpoints, Comment service)
    expected  at most 1 comments, since limit is 1
    response  status 200: {"ts":1}
    try       curl -i 'http://127.0.0.1:8080/comments?limit=1'
              the suite repeated it, with the same result

NOT CONFORMANT, in 9.1 s
`;

test('the picture contains the failures and the verdict, without the warnings', () => {
  const svg = picture(OUTPUT);
  const lines = [...svg.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, line = '']) => line.replaceAll(/<[^>]+>/g, ''));
  expect(lines).toEqual([
    '$ npm run check -- --comment http://127.0.0.1:8080',
    '',
    '  FAIL comment.listComments.limited.at-most  listComments',
    '    rule      The page holds at most limit comments &amp; no more. (document 2, Endpoints, Comment service)',
    '    expected  at most 1 comments, since limit is 1',
    "    try       curl -i 'http://127.0.0.1:8080/comments?limit=1'",
    '',
    'NOT CONFORMANT',
  ]);
});

test('no picture is drawn for a run without failures', () => {
  expect(() => picture('CONFORMANT, in 2 s\n')).toThrow(/found nothing to draw/);
});

test('a picture has a name, both themes, and loads nothing', () => {
  const svg = terminalSvg({ title: 'A "check"', lines: [[{ text: '<ok>', is: 'good' }]] });
  expect(svg).toContain('aria-label="A &quot;check&quot;"');
  expect(svg).toContain('prefers-color-scheme: dark');
  expect(svg).toContain('&lt;ok>');
  expect(svg).not.toMatch(/href|url\(/);
});

test('the README shows the finding of the picture, and correct figures', async () => {
  const [readme, svg] = await Promise.all([
    textOf('README.md'),
    readFile(new URL('check.svg', import.meta.url), 'utf8'),
  ]);
  const drawn = svg.replaceAll(/<\/?tspan[^>]*>/g, '');
  for (const [line] of readme.matchAll(/^ {2}(?:FAIL| {2}rule| {2}expected| {2}actual) .*$/gm))
    expect(drawn).toContain(line);
  const rules: readonly unknown[] = JSON.parse(await readFile(join(root, 'generated/ledger/rules.json'), 'utf8'));
  const least = (of: string) => Number(new RegExp(`([\\d,]+) ${of}`).exec(readme)?.[1]?.replace(',', ''));
  expect(rules.length).toBeGreaterThanOrEqual(least('documented rules'));
});
