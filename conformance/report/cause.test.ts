import { expect, test } from 'vitest';
import type { Check } from '../run/report.ts';
import { sampleCheck } from '../testing/sample.ts';
import { likelyCauses, type MatrixEntry } from './cause.ts';

function mutant(id: string, rules: readonly string[], operation?: string): MatrixEntry {
  const about = operation === undefined ? {} : { operation };
  return { id, service: 'lending', title: `it ${id}`, expected: 'killed', rules, ...about };
}

function failing(rule: string, operation: string | null = null): Check {
  return sampleCheck(rule, { operation, verdict: 'fail' });
}

const header = mutant('ignores the header', ['lending.header']);
const limit = mutant('ignores the limit', ['lending.limit', 'lending.limit-default']);
const both = mutant('shows nothing', ['lending.header', 'lending.limit', 'lending.limit-default', 'wire.schema']);

function guesses(checks: readonly Check[], mutants: readonly MatrixEntry[]): readonly string[] {
  return likelyCauses(checks, mutants).map(({ mutant: id }) => id);
}

test('the server that fell over the same rules is the guess', () => {
  const checks = [failing('lending.limit'), failing('lending.limit-default'), sampleCheck('lending.header')];
  expect(guesses(checks, [header, limit, both])).toEqual(['ignores the limit']);
});

test('two faults at once are two guesses, unless one fault explains both', () => {
  const checks = [failing('lending.limit'), failing('lending.limit-default'), failing('lending.header')];
  expect(guesses(checks, [header, limit])).toEqual(['ignores the limit', 'ignores the header']);
  expect(guesses([...checks, failing('wire.schema', 'list')], [header, limit, both])).toEqual(['shows nothing']);
});

test('the operation tells apart servers that fell over the same rule', () => {
  const mutants = ['list', 'read', 'write'].map((id) => mutant(id, ['wire.schema'], id));
  expect(guesses([failing('wire.schema', 'read')], mutants)).toEqual(['read']);
});

test('many servers that look the same say nothing, nor does one of which something did not fail', () => {
  const alike = ['a', 'b', 'c', 'd'].map((id) => mutant(id, ['wire.schema'], 'list'));
  expect(guesses([failing('wire.schema', 'list')], alike)).toEqual([]);
  expect(guesses([failing('lending.limit')], [limit, both])).toEqual([]);
  expect(guesses([sampleCheck('lending.limit')], [limit])).toEqual([]);
});
