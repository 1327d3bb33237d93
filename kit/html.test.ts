import { expect, it } from 'vitest';
import { escapeHtml, Html, html } from './html.ts';

it('escapes interpolated values, in text and in attributes', () => {
  const name = `<b title="a" id='b'>&`;
  const safe = '&lt;b title=&quot;a&quot; id=&#39;b&#39;&gt;&amp;';
  expect(html`<p title="${name}">${name}</p>`.text).toBe(`<p title="${safe}">${safe}</p>`);
  expect(escapeHtml(name)).toBe(safe);
});

it('keeps HTML, lists of it and numbers unchanged', () => {
  const items = [1, 2].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}</ul>${new Html('<hr>')}`.text).toBe('<ul><li>1</li><li>2</li></ul><hr>');
});
