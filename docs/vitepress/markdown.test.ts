import { expect, test } from 'vitest';
import { hrefOf, rawHtml } from './markdown.ts';
import type { SiteData } from './site.ts';

const site: SiteData = {
  title: '',
  description: '',
  version: '',
  base: '/docs/',
  outDir: '',
  sidebar: [],
  sources: { 'guides/server.md': 'server/README.md' },
  targets: {
    'mock/GUIDE.md': 'guides/mock-guide.md',
    'buf.yaml': 'files/buf.yaml.html',
    'server/README.md': 'guides/server.md',
  },
  search: {},
};

test.each([
  ['../mock/GUIDE.md#a-401', '/guides/mock-guide.md#a-401'],
  ['../buf.yaml', '/docs/files/buf.yaml.html'],
  ['#clock', '#clock'],
  ['https://example.org/a.md', 'https://example.org/a.md'],
  ['../nowhere.md', undefined],
])('a link of the repository, %s, leads to %s on the site', (target, expected) => {
  expect(hrefOf(target, 'guides/server.md', site)).toBe(expected);
});

test('a link of a generated page is not changed', () => {
  expect(hrefOf('rules.html#a', 'lending/index.md', site)).toBe('rules.html#a');
});

test('generated HTML contains no template syntax', () => {
  const html = `<p>it's {{ secret }} "quoted"</p>\n\n<style>p { color: red }</style>`;
  const [, encoded = ''] = /decodeURIComponent\('([^']*)'\)/.exec(rawHtml(html)) ?? [];
  expect(decodeURIComponent(encoded)).toBe(html);
  expect(encoded).not.toMatch(/[{}<>"]/);
});
