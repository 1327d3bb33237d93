import { expect, test } from 'vitest';
import { commandsOf } from './commands.ts';
import { isTable, parseMarkdown, readTable } from './markdown.ts';
import { placeOf, relativeLink } from './place.ts';

test('a heading gets the anchor that the host of the repository gives it', () => {
  const { headings, title } = parseMarkdown('# `npm run diff [-- BASE]` & more\n\n## A 401\n\n## A 401\n', 'x');
  expect(title).toBe('npm run diff [-- BASE] & more');
  expect(headings.map(({ anchor }) => anchor)).toEqual(['npm-run-diff----base--more', 'a-401', 'a-401-1']);
});

test('finds the text below a heading without its markup', () => {
  const { sections } = parseMarkdown(
    '# T\n\nSee **the** [`limit`](x.md).\n\n| a | b |\n|---|---|\n| 1 | &lt;2> |\n',
    'x',
  );
  expect(sections).toEqual([{ heading: { depth: 1, text: 'T', anchor: 't' }, text: 'See the limit. a b 1 <2>' }]);
});

test('finds links at any place', () => {
  expect(parseMarkdown('| [x](y.md) |\n|---|\n- [z](w.md#v)\n', '').links).toEqual(['y.md', 'w.md#v']);
});

test('a table is read without its markup', () => {
  const tables = parseMarkdown('Text\n\n| a | **b** |\n|---|---|\n| `1` | [2](x.md) |\n', '').tokens.filter(isTable);
  expect(tables.map(readTable)).toEqual([{ head: ['a', 'b'], rows: [['1', '2']] }]);
});

test('links between pages work at any base address of the site', () => {
  expect(relativeLink('guides/mock.html', 'assets/style.css')).toBe('../assets/style.css');
  expect(relativeLink('index.html', 'lending/rules.html#a.b')).toBe('lending/rules.html#a.b');
  expect(relativeLink('a/b.html', 'a/b.html#c')).toBe('#c');
  expect(placeOf('../server/README.md#choices', 'mock/README.md')).toEqual({
    path: 'server/README.md',
    anchor: 'choices',
  });
  expect(placeOf('#here', 'mock/README.md')).toEqual({ path: 'mock/README.md', anchor: 'here' });
});

test('commands are the lines of shell blocks and code in sentences, without comments', () => {
  const text = [
    'Run `npm test`, not `other thing`.',
    '```sh\nX=1\nnpm start   # all of it\ncurl -H a \\\n  http://b   # c\n```',
    '```ts\nnpm.run();\n```',
    '```\nPASS 1\n```',
    '```\nnpm run serve\n```',
  ].join('\n\n');
  expect(commandsOf(text)).toEqual(['npm test', 'npm start', 'curl -H a http://b', 'npm run serve']);
});
