import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, NodeHost } from '@typespec/compiler';
import { expect, test } from 'vitest';

const contract = fileURLToPath(new URL('contract/main.tsp', import.meta.url));
/** Next to the libraries that the compiler looks up. */
const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));

/** The diagnostics of the compiler for a service with operations that declare such questions. */
async function objections(questions: readonly string[]): Promise<readonly string[]> {
  const operations = questions.map(
    (question, index) => `${question} @route("/${index}") op list${index}(@query order_by?: string): string;`,
  );
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'ledger-'));
  const main = join(folder, 'main.tsp');
  await writeFile(
    main,
    [
      `import "@typespec/http"; import "${contract}";`,
      'using TypeSpec.Http; using Contract;',
      '@service(#{ title: "Shop" }) namespace Shop;',
      ...operations,
    ].join('\n'),
  );
  const { diagnostics } = await compile(NodeHost, main, { noEmit: true });
  await rm(folder, { recursive: true });
  return diagnostics.map(({ code }) => code.replace('@wallet-services/spec/', ''));
}

const question = (id: string, more = '', source = 'document 1, Limits') =>
  `@unspecified("${id}", "Not stated.", "${source}"${more})`;
const probe = (id: string, of: string) => question(id, `, #{ probe: #{ kind: "taken", ${of} } }`);

test('a question is valid when its probes name existing operations and parameters', async () => {
  const fine = [
    question('shop.list0.order'),
    probe('shop.list1.order', 'query: #{ order_by: "name" }'),
    probe('shop.list2.order', 'at: #["list0"]'),
  ];
  expect(await objections(fine)).toEqual([]);
});

test.each([
  ['an id without the operation', [question('shop.order')], 'ledger-id'],
  ['an id that is used twice', [question('shop.list0.a'), question('shop.list0.a')], 'ledger-id-repeated'],
  ['a source that is no document', [question('shop.list0.a', '', 'a guess')], 'ledger-source'],
  ['a probe of an unknown operation', [probe('shop.list0.a', 'at: #["lists"]')], 'probe-unknown'],
  ['a probe by an unknown parameter', [probe('shop.list0.a', 'query: #{ orderby: "name" }')], 'probe-unknown'],
])('%s is rejected', async (_, declared, code) => {
  expect(await objections(declared)).toContain(code);
});
