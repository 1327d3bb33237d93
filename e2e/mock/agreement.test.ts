/** The mock and the sandbox must agree: a client that works with one of them works with the other. */
import { serviceNames } from '@wallet-services/contract/services';
import { readDocument } from '@wallet-services/mock/testing/judge';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Both, startBoth } from './both.ts';
import { allowedDifferences, allowing, differencesOf, messageOf } from './differences.ts';
import { variantsOf } from './variants.ts';

let both: Both;
const used = new Set<string>();
let sent = 0;

beforeAll(async () => {
  both = await startBoth();
});

afterAll(async () => {
  await both[Symbol.asyncDispose]();
});

describe.each(serviceNames)('the mock and the sandbox of %s', async (service) => {
  const variants = Map.groupBy(variantsOf(await readDocument(service)), ({ operation }) => operation);

  test.each([...variants])('answer %s alike', async (_operation, ofOperation) => {
    const mistakes: string[] = [];
    for (const variant of ofOperation) {
      const pair = await both.send(service, variant);
      sent += 1;
      const [first, ...others] = differencesOf(variant, pair);
      if (first === undefined) continue;
      const allowed = allowing(variant, pair);
      if (allowed !== undefined) used.add(allowed.name);
      else {
        const message = messageOf(pair.sandbox);
        mistakes.push(
          `${variant.kind}: ${variant.method} ${variant.target} (${variant.what}): ${[first, ...others].join('; ')} ${message}`,
        );
      }
    }
    expect(mistakes).toEqual([]);
  });
});

test('many variants were sent, and every class of the table occurred', () => {
  expect(sent).toBeGreaterThan(1_800);
  expect([...used].sort()).toEqual(allowedDifferences.map(({ name }) => name).sort());
});
