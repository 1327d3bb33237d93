import { describe, expect, test } from 'vitest';
import { loadApi, loadLedger } from '../model/document/load.ts';
import { serviceNames } from '../model/document/services.ts';
import { rulesOf, uncheckedRules } from './catalogue.ts';

const ledger = await loadLedger();

describe.each(serviceNames)('%s', (service) => {
  test('has a check for each rule of the ledger, and no other', async () => {
    const api = await loadApi(service, ledger);
    const general = (id: string) => /^(wire|input)\./.test(id);
    const checked = rulesOf(api).filter(({ id }) => api.rules.some((entry) => entry.id === id));
    expect(checked.map(({ id }) => id).sort()).toEqual(api.rules.map(({ id }) => id).sort());
    const open = new Set(api.questions.map(({ id }) => id));
    const others = rulesOf(api).filter(({ id }) => !checked.some((rule) => rule.id === id) && !open.has(id));
    expect(others.every(({ id }) => general(id))).toBe(true);
    expect(uncheckedRules(api)).toEqual([]);
  });

  test('has the levels, texts and sources of the ledger', async () => {
    const api = await loadApi(service, ledger);
    for (const { id, level, text, source } of api.rules) {
      expect(rulesOf(api).find((rule) => rule.id === id)).toMatchObject({ level, text, source });
    }
  });

  test('observes each open question, or says why it does not, and holds none against a server', async () => {
    const api = await loadApi(service, ledger);
    const open = new Set(api.questions.map(({ id }) => id));
    const observers = rulesOf(api).filter(({ id }) => open.has(id));
    const untold = api.questions.filter(({ unseen }) => unseen !== undefined);
    const told = [...observers, ...untold].map(({ id }) => id);
    expect(told.sort()).toEqual([...open].sort());
    expect(observers.every(({ level }) => level === 'observe')).toBe(true);
  });

  test('looks at operations that are there', async () => {
    const { questions, operations } = await loadApi(service, ledger);
    const looks = questions.flatMap(({ look, looks: several = {} }) => [look ?? [], Object.values(several)].flat());
    const known = operations.map(({ id }) => id);
    expect(looks.flatMap(({ at = [] }) => at).filter((id) => !known.includes(id))).toEqual([]);
  });

  test('tells its rules apart', async () => {
    const ids = rulesOf(await loadApi(service, ledger)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
