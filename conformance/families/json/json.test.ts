import { describe, expect, test } from 'vitest';
import { type Handler, jsonReply, type Reply } from '../../mutation/proxy/reply.ts';
import { demanded, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

function open() {
  const reads = Array.from({ length: 6 }, (_, place) => [`read${place}`, { request: `GET /things/${place}` }] as const);
  return smallSuite({
    operations: Object.fromEntries(reads),
    behaviour: [{ family: 'json', rules: [demanded('bodies')] }],
  });
}

const right: Handler = () => jsonReply(200, { id: 1 });

function text(body: string, contentType: string | null): Reply {
  return { kind: 'reply', status: 200, body, contentType };
}

describe('an answer', () => {
  test.each([
    ['of JSON', jsonReply(200, [])],
    ['of another JSON type', text('{}', 'application/vnd.books+json')],
    ['that is not said to be anything', text('null', null)],
  ])('%s passes', async (_, reply) => {
    expect(await reportedOfServer(open, () => reply)).toEqual({ bodies: ['pass'] });
  });

  test.each([
    ['of a word', text('created', 'text/plain')],
    ['said to be a page', text('{}', 'text/html')],
    ['without anything', text('', 'application/json')],
  ])('%s is broken', async (_, reply) => {
    expect(await reportedOfServer(open, () => reply)).toEqual({ bodies: ['broken'] });
  });

  test('that is a refusal decides nothing', async () => {
    expect(await reportedOfServer(open, () => ({ ...text('no', 'text/plain'), status: 500 }))).toEqual({
      bodies: ['blocked'],
    });
  });
});

test('a response without a body has no faulty servers', async () => {
  const behaviour = [{ family: 'json', rules: [demanded('bodies')] }];
  const operations = {
    readBook: { request: 'GET /books/{isbn}' },
    removeBook: { request: 'DELETE /books/{isbn}', answer: null },
  };
  const outcomes = await outcomesOf(
    () => smallSuite({ operations, behaviour }),
    () => right,
  );
  expect(outcomes.map(({ id }) => id)).toEqual([expect.stringMatching(/^readBook: /)]);
});

test('each mutant is detected', async () => {
  const outcomes = await outcomesOf(open, () => right);
  expect(outcomes.length).toBe(6);
  expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
});
