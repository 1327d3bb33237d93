import { expect, test } from 'vitest';
import { commandsOf } from './commands.ts';
import { markdownHtml, parseMarkdown } from './markdown.ts';
import { placeOf, relativeLink } from './place.ts';

function html(text: string, hrefOf = (target: string): string | null => target): string {
  return markdownHtml(parseMarkdown(text, 'a text'), hrefOf).text;
}

test('a heading gets the anchor that the host of the repository gives it', () => {
  const { headings, title } = parseMarkdown('# `npm run diff [-- BASE]` & more\n\n## A 401\n\n## A 401\n', 'x');
  expect(title).toBe('npm run diff [-- BASE] & more');
  expect(headings.map(({ anchor }) => anchor)).toEqual(['npm-run-diff----base--more', 'a-401', 'a-401-1']);
});

test('what stands below a heading is found without its markup', () => {
  const { sections } = parseMarkdown(
    '# T\n\nSee **the** [`limit`](x.md).\n\n| a | b |\n|---|---|\n| 1 | &lt;2> |\n',
    'x',
  );
  expect(sections).toEqual([{ heading: { depth: 1, text: 'T', anchor: 't' }, text: 'See the limit. a b 1 <2>' }]);
});

test('links are asked for, and one that leads nowhere is text', () => {
  const asked = (target: string) => (target === 'a.md' ? 'a.html' : null);
  expect(html('[one](a.md), [two](b.ts)', asked)).toBe('<p><a href="a.html">one</a>, two</p>\n');
  expect(parseMarkdown('| [x](y.md) |\n|---|\n- [z](w.md#v)\n', '').links).toEqual(['y.md', 'w.md#v']);
});

test('markup within a text is shown, and comments are left out', () => {
  expect(html('<!-- note -->\n\nA <script>alert(1)</script>')).not.toContain('<script>');
  expect(html('<!-- note -->\n\nText')).not.toContain('note');
});

test('tables scroll by themselves', () => {
  expect(html('| a |\n|---|\n| 1 |\n')).toMatch(
    /<div class="wide-table" tabindex="0" role="region" aria-label="Table 1"><table>/,
  );
});

test('links between pages work wherever the site stands', () => {
  expect(relativeLink('guides/mock.html', 'assets/style.css')).toBe('../assets/style.css');
  expect(relativeLink('index.html', 'lending/rules.html#a.b')).toBe('lending/rules.html#a.b');
  expect(relativeLink('a/b.html', 'a/b.html#c')).toBe('#c');
  expect(placeOf('../server/README.md#choices', 'mock/README.md')).toEqual({
    path: 'server/README.md',
    anchor: 'choices',
  });
  expect(placeOf('#here', 'mock/README.md')).toEqual({ path: 'mock/README.md', anchor: 'here' });
});

test('commands are the lines of shell blocks and what sentences show, without comments', () => {
  const text = [
    'Run `npm test`, not `other thing`.',
    '```sh\nX=1\nnpm start   # all of it\ncurl -H a \\\n  http://b   # c\n```',
    '```ts\nnpm.run();\n```',
    '```\nPASS 1\n```',
    '```\nnpm run serve\n```',
  ].join('\n\n');
  expect(commandsOf(text)).toEqual(['npm test', 'npm start', 'curl -H a http://b', 'npm run serve']);
});
