import { expect, test } from 'vitest';
import { BAR_STYLE, PAGE_STYLE, pageBar } from './page.ts';

const places = [
  { name: 'Start page', href: '/', isCurrent: true },
  { name: 'Console', href: '/sandbox' },
];

test('the bar links to the other pages, and marks the current one', () => {
  const { text } = pageBar('Wallet services', places, {});
  expect(text).toContain('<a href="/" aria-current="page">Start page</a>');
  expect(text).toContain('<a href="/sandbox">Console</a>');
});

test.each([
  ['in the repository', { npm_package_name: 'wallet-services' }, 'npm run check -- ', 'npx'],
  ['where the packages are', {}, 'npx @wallet-services/conformance ', 'npm run check'],
])('%s, it shows the command of each other page', (_where, environment, shown, hidden) => {
  const { text } = pageBar('Conformance suite', [], environment);
  expect(text).toContain(shown);
  expect(text).not.toContain(hidden);
});

test('a page of a server links to the docs; a file has no links, since it may be opened elsewhere', () => {
  expect(pageBar('Wallet services', places, {}).text).toContain('href="http://127.0.0.1:4050/"');
  expect(pageBar('Conformance suite', [], {}).text).not.toContain('href');
});

test('the bar names a page only once', () => {
  expect(pageBar('Wallet services', places, {}).text.match(/>Console</g)).toHaveLength(1);
});

test('the styles load nothing, and define every colour that they use', () => {
  expect(PAGE_STYLE).not.toMatch(/url\(|@import/);
  const defined = new Set([...PAGE_STYLE.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  const used = [...PAGE_STYLE.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name);
  expect(used.filter((name) => !defined.has(name))).toEqual([]);
  expect(PAGE_STYLE).toContain(BAR_STYLE);
});
