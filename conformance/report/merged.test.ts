import { expect, test } from 'vitest';
import { answers, at, explanationsOf, type Failing, shown } from '../testing/failing.ts';

const plain = ['a', 'b', 'c'];
const inputs = (rule: string, of: readonly (readonly [subject: string, expected: string, actual: string])[]) =>
  of.map(([subject, expected, actual]): Failing => [rule, at(null, { subject, expected, actual })]);

test.each<[string, readonly Failing[], number]>([
  [
    'rules at one place',
    [
      ['a', at('/data/0/x')],
      ['b', at('/data/5/x')],
    ],
    1,
  ],
  [
    'rules at two places',
    [
      ['a', at('/data/0/x')],
      ['b', at('/other/0/y')],
    ],
    2,
  ],
  [
    'rules at the place of two operations',
    [
      ['a', at('/data/0/x')],
      ['b', at('/data/0/x', { subject: 'other' })],
    ],
    2,
  ],
  [
    'one rule at the place of two operations',
    [
      ['a', at('/x')],
      ['a', at('/x', { subject: 'other' })],
    ],
    1,
  ],
  [
    'a failure and a warning',
    [
      ['a', at('/x')],
      ['a', at('/x', { subject: 'other', verdict: 'warn' })],
    ],
    2,
  ],
  [
    'what differs by numbers in what is expected',
    [
      ['a', at('/x', { expected: '2 items' })],
      ['a', at('/x', { subject: 'other', expected: '3 items' })],
    ],
    1,
  ],
  [
    'what differs in what is expected',
    [
      ['a', at('/x', { expected: 'an item' })],
      ['a', at('/x', { subject: 'other', expected: 'items' })],
    ],
    2,
  ],
  [
    'the same of whole answers',
    [
      ['a', at(null)],
      ['a', at(null, { subject: 'other' })],
    ],
    1,
  ],
  [
    'two rules on whole answers',
    [
      ['a', at(null)],
      ['b', at(null)],
    ],
    2,
  ],
  [
    'whole answers that differ by numbers',
    [
      ['a', at(null, { actual: '1 h' })],
      ['a', at(null, { actual: '2 h' })],
    ],
    1,
  ],
  [
    'whole answers that differ by ids',
    ['3fa85f64-5717-4562-b3fc-2c963f66afa6', '0fa85f64-5717-4562-b3fc-2c963f66afff'].map(
      (id): Failing => ['a', at(null, { actual: `no ${id}` })],
    ),
    1,
  ],
  [
    'whole answers that differ',
    [
      ['a', at(null, { actual: 'x' })],
      ['a', at(null, { actual: 'y' })],
    ],
    2,
  ],
  [
    'members of one object',
    [
      ['a', at('/data/0/x')],
      ['a', at('/data/1/y')],
    ],
    1,
  ],
  [
    'members that differ by numbers',
    [
      ['a', at('/data/x', { actual: '1' })],
      ['a', at('/data/y', { actual: '2' })],
    ],
    1,
  ],
  [
    'members that differ',
    [
      ['a', at('/data/x', { actual: 'p' })],
      ['a', at('/data/y', { actual: 'q' })],
    ],
    2,
  ],
  [
    'members of two objects',
    [
      ['a', at('/data/x')],
      ['a', at('/other/y')],
    ],
    2,
  ],
  [
    'a whole value and a member of it',
    [
      ['a', at('')],
      ['a', at('/x')],
    ],
    2,
  ],
  [
    'two whole values and a member',
    [
      ['a', at('')],
      ['a', at('', { subject: 'other' })],
      ['b', at('/x')],
    ],
    2,
  ],
  [
    'wrong inputs of an operation',
    inputs('input.a', [
      ['one', 'a refusal (of p)', 'x'],
      ['one', 'a refusal (of q)', 'y'],
      ['one', 'a refusal', 'z'],
    ]),
    1,
  ],
  [
    'two wrong inputs',
    inputs('input.a', [
      ['one', 'a refusal (of p)', 'x'],
      ['one', 'a refusal (of q)', 'y'],
    ]),
    2,
  ],
  [
    'wrong inputs of three operations',
    inputs('input.a', [
      ['one', 'a refusal (of p)', 'x'],
      ['two', 'a refusal', 'y'],
      ['three', 'a refusal', 'z'],
    ]),
    1,
  ],
  [
    'wrong inputs that are treated in other ways',
    inputs('input.a', [
      ['one', 'a refusal', 'x'],
      ['two', 'success', 'y'],
      ['three', 'a message', 'z'],
    ]),
    3,
  ],
  [
    'what is no wrong input',
    inputs('access.a', [
      ['one', 'a refusal (of p)', 'x'],
      ['one', 'a refusal (of q)', 'y'],
      ['one', 'a refusal', 'z'],
    ]),
    3,
  ],
  ['one answer to three operations that breaks a basic rule', answers(['a', 'b', 'wire.schema'], {}), 1],
  ['one answer to two operations', answers(['a', 'wire.schema'], {}), 2],
  ['one answer that breaks no basic rule', answers(plain, {}), 3],
  ['one rejection', answers(plain, { status: 404 }), 1],
  ['one answer of the least status of a rejection', answers(plain, { status: 300 }), 1],
  ['one answer of the largest status of a success', answers(plain, { status: 299 }), 3],
  ['no answer at all', answers(plain, { status: null }), 1],
  ['requests that are not accepted', answers(['a', 'b', 'input.valid-accepted'], {}), 1],
  [
    'answers with other numbers',
    answers(plain, { status: 404 }, { exchange: { ...shown, status: 404, answer: '1' } }),
    3,
  ],
  [
    'answers that differ by numbers',
    answers(plain, {}, ...[1, 2, 3].map((id) => ({ exchange: { ...shown, status: 404, answer: `no ${id}` } }))),
    1,
  ],
  [
    'answers of other types',
    answers(plain, {}, ...['a', 'b', 'c'].map((contentType) => ({ exchange: { ...shown, status: 404, contentType } }))),
    3,
  ],
  [
    'a part of a wrong value',
    [
      ['wire.schema', at('/data/0')],
      ['a', at('/data/3/x/y')],
    ],
    1,
  ],
  [
    'a part of a value that is wrong by another rule',
    [
      ['a', at('/data/0')],
      ['b', at('/data/3/x')],
    ],
    2,
  ],
  [
    'a part of the value of another operation',
    [
      ['wire.schema', at('/data/0', { subject: 'other' })],
      ['a', at('/data/0/x')],
    ],
    2,
  ],
  [
    'a value beside a wrong one',
    [
      ['wire.schema', at('/data')],
      ['a', at('/data_other/x')],
    ],
    2,
  ],
  [
    'a whole answer, and a wrong one',
    [
      ['wire.schema', at('')],
      ['a', at(null)],
    ],
    2,
  ],
])('%s: see how many explanations', (_what, found, count) => {
  const all = explanationsOf(found);
  expect(all).toHaveLength(count);
  expect(all.flatMap(({ findings }) => findings)).toHaveLength(found.length);
});
