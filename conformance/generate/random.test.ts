import type * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serviceNames } from '../model/document/services.ts';
import { openContract } from '../run/contract.ts';
import { exampleInput } from './inputs.ts';
import { invalidInputs, type RandomInput, randomSource, validInputs } from './random.ts';

const contract = openContract();

/** Some values, and the first steps of shrinking each. */
function valuesOf(arbitrary: fc.Arbitrary<RandomInput>, count: number): readonly RandomInput[] {
  const random = randomSource('test');
  return Array.from({ length: count }, () => arbitrary.generate(random, undefined)).flatMap((value) => {
    const simpler = [...arbitrary.shrink(value.value, value.context).take(3)];
    return [value.value, ...simpler.map((one) => one.value)];
  });
}

describe.each(serviceNames)('random requests of %s', (service) => {
  test('are valid, or break the one input that they claim to, before and after shrinking', async () => {
    const { api, oracle } = await contract.service(service);
    for (const operation of api.operations) {
      const base = exampleInput(operation, 'all');
      for (const { input } of valuesOf(validInputs({ api, oracle }, operation, base), 10)) {
        expect(oracle.problems(operation, input)).toEqual([]);
      }
      const wrong = invalidInputs({ api, oracle }, operation, base);
      for (const { place, input } of wrong === null ? [] : valuesOf(wrong, 10)) {
        const places = oracle.problems(operation, input).map((one) => one.split('/').slice(0, 2).join('/'));
        expect(new Set(places)).toEqual(new Set([place]));
      }
    }
  });
});

test('the same seed gives the same requests, another seed different ones', async () => {
  const { api, oracle } = await contract.service('lending');
  const [operation] = api.operations.filter(({ id }) => id === 'createPayRequest');
  if (operation === undefined) throw new Error('lending has no createPayRequest');
  const arbitrary = validInputs({ api, oracle }, operation, exampleInput(operation, 'all'));
  const made = (seed: number) => {
    const random = randomSource(seed);
    return Array.from({ length: 5 }, () => arbitrary.generate(random, undefined).value);
  };
  expect(made(1)).toEqual(made(1));
  expect(made(1)).not.toEqual(made(2));
});
