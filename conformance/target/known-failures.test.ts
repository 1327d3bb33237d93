import { expect, test } from 'vitest';
import { openContract } from '../run/contract.ts';
import { parseTarget } from './file.ts';

function parsed(entries: string) {
  return parseTarget(
    `services: { lending: { url: "http://a" } }\nknown_failures: ${entries}`,
    'target.yaml',
    {},
    openContract(),
  );
}

test('known failures are read', async () => {
  const target = await parsed('[{ rule: lending.*, operation: listMarkets, reason: old, expires: 2026-12-31 }]');
  expect(target.knownFailures).toEqual([
    { rule: 'lending.*', operation: 'listMarkets', reason: 'old', expires: '2026-12-31' },
  ]);
});

test.each([
  ['[{ rule: a, reason: b, expires: 2026-02-30 }]', 'known_failures.0.expires: 2026-02-30 is not a date'],
  ['[{ rule: a, reason: b, expires: soon }]', 'known_failures.0.expires: soon is not a date'],
  ['[{ rule: a, expires: 2026-12-31 }]', 'known_failures.0 needs reason'],
  ['[{ rule: a, reason: b }]', 'known_failures.0 needs expires'],
  ['[{ rule: a, reason: b, expires: 2026-12-31, since: x }]', 'known_failures.0 has no member since'],
])('%s is rejected in one sentence', async (entries, message) => {
  await expect(parsed(entries)).rejects.toThrow(message);
  await expect(parsed(entries)).rejects.toThrow(/^[^\n]+$/);
});
