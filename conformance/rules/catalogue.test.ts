import { expect, test } from 'vitest';
import { loadApi, loadLedger } from '../model/load.ts';
import { serviceNames } from '../model/services.ts';
import { rulesOf, uncheckedRules } from './catalogue.ts';

const ledger = await loadLedger();
const lending = await loadApi('lending', ledger);

test('lending has a check for each rule of the ledger, and no other', () => {
  const inLedger = ledger.rules.filter(({ service }) => service === 'lending').map(({ id }) => id);
  const checked = rulesOf(lending).map(({ id }) => id);
  expect(checked.filter((id) => inLedger.includes(id)).sort()).toEqual([...inLedger].sort());
  const others = rulesOf(lending).filter(({ id, level }) => !inLedger.includes(id) && level !== 'observe');
  expect(others.every(({ id }) => /^(wire|input)\./.test(id))).toBe(true);
  expect(uncheckedRules(lending)).toEqual([]);
});

test('levels, texts and sources are those of the ledger', () => {
  for (const entry of ledger.rules.filter(({ service }) => service === 'lending')) {
    expect(rulesOf(lending).find(({ id }) => id === entry.id)).toMatchObject(entry);
  }
});

test('an open question is only ever observed', () => {
  const open = new Set(ledger.questions.map(({ id }) => id));
  const observers = rulesOf(lending).filter(({ id }) => open.has(id));
  expect(observers.length).toBeGreaterThanOrEqual(5);
  expect(observers.every(({ level }) => level === 'observe')).toBe(true);
});

test.each(serviceNames)('%s names every rule that has no check yet', async (service) => {
  const api = await loadApi(service, ledger);
  const ids = new Set([...rulesOf(api), ...uncheckedRules(api)].map(({ id }) => id));
  expect(api.rules.filter(({ id }) => !ids.has(id))).toEqual([]);
});

test('ids are told apart', () => {
  const ids = rulesOf(lending).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
