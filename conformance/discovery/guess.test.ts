import { describe, expect, test } from 'vitest';
import type { CheckContext } from '../core/context.ts';
import { operationOf } from '../model/document/api.ts';
import { type Input, noInput } from '../model/input.ts';
import { exchange, type SmallOperation, smallSuite } from '../testing/api.ts';
import { isGuess, retried, withNeeded } from './guess.ts';

const text = { type: 'string' };
const schema = {
  type: 'object',
  required: ['title'],
  properties: {
    title: text,
    genre: { ...text, examples: ['fable'] },
    startTime: { ...text, examples: ['noon'] },
    made: { ...text, readOnly: true },
  },
};

type Answer = readonly [status: number, msg?: string];

function library(changes: Partial<SmallOperation> = {}, known: object = {}, isStrict = true) {
  const operation = { request: 'POST /books', body: { schema, example: undefined }, ...changes };
  const suite = smallSuite({ operations: { addBook: operation } }, { known: { inputs: known } });
  return { ...suite, profile: { ...suite.profile, isStrict } };
}

/** Retries a rejected request at a server that answers one request after the other. */
async function retry(suite: ReturnType<typeof library>, rejected: Answer, ...answers: readonly Answer[]) {
  const operation = operationOf(suite.api, 'addBook');
  const input: Input = { ...noInput, body: { title: 'Pears' } };
  const sent: unknown[] = [];
  const answer = ([status, msg = '']: Answer) => exchange(suite, 'addBook', [status, { msg }], input);
  const ctx = {
    suite,
    send: async (call: { readonly body: { readonly text: string } | null }) => {
      sent.push(JSON.parse(call.body?.text ?? 'null'));
      return answer(answers[sent.length - 1] ?? [500]);
    },
  } as unknown as CheckContext;
  const accepted = await retried(ctx, operation, input, answer(rejected));
  return { sent, accepted: accepted?.input.body, needed: withNeeded(suite, operation, input).body };
}

const title = { title: 'Pears' };

describe('a rejected body that was made from its schema', () => {
  test('is sent with the members that the rejection names', async () => {
    const whole = { ...title, startTime: 'noon' };
    expect(await retry(library(), [400, 'a start_time is needed'], [201])).toEqual({
      sent: [whole],
      accepted: whole,
      needed: whole,
    });
  });

  test('is sent with all optional members if that does not help, and without those that are then named', async () => {
    const all = { ...title, genre: 'fable', startTime: 'noon' };
    const { sent, needed } = await retry(
      library(),
      [400, 'the genre is needed'],
      [422, 'no'],
      [409, 'wrong startTime'],
      [201],
    );
    expect(sent).toEqual([{ ...title, genre: 'fable' }, all]);
    expect(needed).toEqual(title);
    const other = await retry(library(), [404, 'no'], [400, 'wrong startTime'], [201]);
    expect(other.sent).toEqual([all, { ...title, genre: 'fable' }]);
    expect(other.accepted).toEqual({ ...title, genre: 'fable' });
  });

  test('is sent with the value that the rejection lists', async () => {
    const { sent, accepted } = await retry(library(), [400, "title must be one of ['Figs', 'Plums']"], [201]);
    expect(sent).toEqual([{ title: 'Figs' }]);
    expect(accepted).toEqual({ title: 'Figs' });
  });

  test.each([401, 403, 429, 500])('is not sent again after the status %i', async (status) => {
    expect(await retry(library(), [status, 'genre'], [201])).toEqual({ sent: [], accepted: undefined, needed: title });
  });

  test('is given up once the rejection is about something else', async () => {
    const { sent, accepted } = await retry(library(), [400, 'genre'], [403], [201]);
    expect([sent.length, accepted]).toEqual([1, undefined]);
  });

  test('is tried once in a run', async () => {
    const suite = library();
    expect((await retry(suite, [400, 'genre'], [400], [400], [400])).sent).not.toEqual([]);
    expect((await retry(suite, [400, 'genre'], [201])).sent).toEqual([]);
  });
});

test.each<[string, ReturnType<typeof library>, boolean]>([
  ['is made from its schema', library(), true],
  ['has an example', library({ body: { schema, example: title } }), false],
  ['has none', library({ request: 'GET /books' }), false],
  ['is that of a removal', library({ request: 'DELETE /books' }), false],
  ['is known by the target', library({}, { addBook: { body: title } }), false],
  ['is made by a suite that knows the service', library({}, {}, false), false],
])('a body that %s is a guess: %#', (_, suite, expected) => {
  expect(isGuess(suite, operationOf(suite.api, 'addBook'))).toBe(expected);
});
