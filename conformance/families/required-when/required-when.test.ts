import { describe, expect, test } from 'vitest';
import { isObject } from '../../model/values/json.ts';
import { bodyOf, type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { demanded, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

function suite() {
  const properties = {
    kind: { enum: ['short', 'long', 'for-ever'] },
    reason: { type: 'string', examples: ['study'] },
    until: { type: 'string', examples: ['2031'] },
  };
  const rule = (member: string, rules: readonly object[]) => ({
    family: 'required-when',
    member,
    when: { kind: ['long', 'for-ever'] },
    rules,
  });
  return smallSuite({
    operations: {
      lend: {
        request: 'POST /loans',
        body: { schema: { type: 'object', required: ['kind'], properties }, example: { kind: 'short' } },
        behaviour: [rule('reason', [demanded('reason')]), rule('until', [])],
      },
    },
  });
}

/** Requires the members for some kinds. */
function library(needs: Readonly<Record<string, readonly string[]>>): Handler {
  return (request) => {
    const body = bodyOf(request);
    if (!isObject(body)) return jsonReply(400, {});
    const missing = (needs[String(body['kind'])] ?? []).some((name) => body[name] === undefined);
    return missing ? jsonReply(422, {}) : jsonReply(200, body);
  };
}

const both = ['reason', 'until'];

async function verdicts(handler: Handler) {
  return [...((await reportedOfServer(suite, handler))['reason'] ?? [])].sort();
}

describe('a server', () => {
  test.each([
    ['that refuses without it passes', library({ long: both, 'for-ever': both }), ['pass']],
    ['that needs it in one case only is found out', library({ long: both, 'for-ever': ['until'] }), ['broken', 'pass']],
    ['that needs it nowhere is found out', library({}), ['broken']],
    ['that knows only one of the cases passes with it', library({ long: both, 'for-ever': ['never'] }), ['pass']],
    ['that refuses everything decides nothing', library({ long: ['never'], 'for-ever': ['never'] }), ['inconclusive']],
    ['that fails is not blamed', () => jsonReply(500, {}), ['blocked']],
  ] as const)('%s', async (_, handler, expected) => {
    expect(await verdicts(handler)).toEqual(expected);
  });
});

test('each faulty server is detected', async () => {
  const outcomes = await outcomesOf(suite, () => library({ long: both, 'for-ever': both }));
  const meant = outcomes.filter(({ kills }) => kills === 'reason');
  expect(meant.filter(({ verdicts: reported }) => !reported.includes('broken'))).toEqual([]);
  expect(meant).toHaveLength(2);
});
