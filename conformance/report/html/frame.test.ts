import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { pageOf } from './frame.ts';
import { h } from './markup.ts';
import { style } from './style.ts';

test('only the script of a page may run, and a page without one may run none', () => {
  const parts = { title: 'Books', skip: 'Skip', header: [], main: [] };
  const script = 'document.title = "Pears"';
  const hash = createHash('sha256').update(script).digest('base64');
  const [scripted, plain] = [pageOf({ ...parts, script }), pageOf(parts)];
  expect(scripted).toContain(`script-src &#39;sha256-${hash}&#39;; base-uri`);
  expect(scripted).toContain(`<script>${script}</script>`);
  expect(plain).toContain('style-src &#39;unsafe-inline&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;');
  expect(plain).not.toContain('script');
});

test('a page has its own style after that of all pages, and a footer if it has one', () => {
  const parts = { title: 'Books', skip: 'Skip', header: [h('h1', {}, 'Books')], main: [h('p', {}, 'Pears')] };
  const page = pageOf({ ...parts, style: 'p { color: red }', footer: h('footer', {}, 'Figs') });
  expect(page).toContain(`${style}p { color: red }</style>`);
  expect(page).toMatch(
    /<a class="skip" href="#main">Skip<\/a><header>.*<h1>Books<\/h1>.*<main id="main" tabindex="-1"><p>Pears<\/p><\/main><footer>Figs<\/footer>/s,
  );
  expect(pageOf(parts)).not.toContain('<footer');
});
