import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { withTabs } from './tabs.ts';

const block = (language: string) => `\`\`\`${language}\ncall()\n\`\`\`\n`;

test('blocks in several languages become tabs', () => {
  expect(withTabs(`Before\n\n${block('ts')}\n${block('go')}\nAfter\n`)).toBe(
    'Before\n\n::: code-group\n\n```ts [TypeScript]\ncall()\n```\n\n```go [Go]\ncall()\n```\n\n:::\n\nAfter\n',
  );
});

test.each([
  ['one block', block('ts')],
  ['text between them', `${block('ts')}\nand\n\n${block('go')}`],
  ['one language', `${block('ts')}\n${block('ts')}`],
  ['other languages', `${block('sh')}\n${block('json')}`],
])('%s is not changed', (_name, markdown) => {
  expect(withTabs(markdown)).toBe(markdown);
});

test.each([
  ['docs/start/client.md', 'lending'],
  ['clients/README.md', 'vault'],
])('the calls in %s are samples of the reference, which each toolchain compiles', async (file, service) => {
  const guide = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
  const { actions } = JSON.parse(
    await readFile(new URL(import.meta.resolve(`@wallet-services/contract/samples/${service}.json`)), 'utf8'),
  );
  const samples = actions.flatMap(({ update }: { update: Record<string, readonly { source: string }[]> }) =>
    (update['x-codeSamples'] ?? []).map(({ source }) => source.trim()),
  );
  const blocks = [...guide.matchAll(/^```(?:ts|python|go|java|rust)\n(.*?)\n```$/gms)].map(([, code]) => code);
  expect(blocks).toHaveLength(5);
  for (const code of blocks) expect(samples).toContain(code);
});
