/** The messages of the compiler for handlers with a wrong answer: their first line names the model, or the status. */
import { join } from 'node:path';
import { root } from '@wallet-services/generators/run';
import ts from 'typescript';
import { expect, it } from 'vitest';

interface Wrong {
  readonly what: string;
  readonly handler: string;
  /** What the first line of the message contains. */
  readonly names: string;
}

const WRONG: readonly Wrong[] = [
  { what: 'a status', handler: 'async () => ({ status: 201, body: { data: [] } })', names: 'Answer<200, MarketList>' },
  { what: 'a status, without async', handler: '() => ({ status: 201, body: {} })', names: "'201' is not assignable" },
  { what: 'a body', handler: '() => ({ status: 200, body: [market] })', names: 'Answer<200, MarketList>' },
  { what: 'no body', handler: 'async () => ({ status: 200 })', names: 'Answer<200, MarketList>' },
  {
    what: 'a member',
    handler: 'async () => ({ status: 200, body: { data: [{ ...market, total_cash: 1 }] } })',
    names: 'Answer<200, MarketList>',
  },
  {
    what: 'the body of an error',
    handler: "async () => ({ status: 400, body: { code: 'bad' } })",
    names: 'ClientErrorAnswer<ErrorBody',
  },
];

const RIGHT = '() => ({ status: 200, body: { data: [market] } })';

/** One program for all, so that the types are read once: a handler in each line after the first. */
const source = [
  "import type { HandlerOf, Market } from '@wallet-services/contract/lending'; declare const market: Market;",
  ...[RIGHT, ...WRONG.map(({ handler }) => handler)].map(
    (handler, index) => `export const handler${index}: HandlerOf<'listMarkets'> = ${handler};`,
  ),
].join('\n');

/** The first line of the first message about each line of the program, by number from 0. */
function messages(): Map<number, string> {
  const file = join(root, 'e2e/runtime/wrong-answers.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, source, ts.ScriptTarget.ESNext) : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  const written = program.getSourceFile(file);
  const found = new Map<number, string>();
  for (const { start = 0, messageText } of program.getSemanticDiagnostics(written)) {
    const line = source.slice(0, start).split('\n').length - 1;
    const [first = ''] = ts.flattenDiagnosticMessageText(messageText, '\n').split('\n');
    if (!found.has(line)) found.set(line, first);
  }
  return found;
}

const found = messages();

it('reports nothing about a handler that is right', () => {
  expect(found.has(1)).toBe(false);
});

it.each(WRONG.map((wrong, index) => ({ ...wrong, line: index + 2 })))(
  'names what is wrong: $what',
  ({ line, names }) => {
    expect(found.get(line)).toContain(names);
  },
);
