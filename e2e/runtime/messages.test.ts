/** Tests the compiler's messages about handlers with wrong answers: the first line names the model or the status. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { messagesOf } from './compile.ts';

interface Wrong {
  readonly what: string;
  readonly handler: string;
  /** Text in the first line of the message. */
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

/** One program for all handlers, so that the types are read once: one handler per line after the first. */
const source = [
  "import type { HandlerOf, Market } from '@wallet-services/contract/lending'; declare const market: Market;",
  ...[RIGHT, ...WRONG.map(({ handler }) => handler)].map(
    (handler, index) => `export const handler${index}: HandlerOf<'listMarkets'> = ${handler};`,
  ),
].join('\n');

/** The first line of the first message about each line of the program, by number from 0. */
const found = new Map<number, string>();
for (const { text, line } of messagesOf(
  new Map([[join(import.meta.dirname, 'wrong-answers.ts'), source]]),
).toReversed())
  found.set(line, text);

it('reports nothing about a correct handler', () => {
  expect(found.has(1)).toBe(false);
});

it.each(WRONG.map((wrong, index) => ({ ...wrong, line: index + 2 })))(
  'names what is wrong: $what',
  ({ line, names }) => {
    expect(found.get(line)).toContain(names);
  },
);
