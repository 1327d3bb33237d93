import { openContract } from '@wallet-services/conformance';
import { serviceNames } from '@wallet-services/conformance/model';
import { rulesOf, uncheckedRules } from '@wallet-services/conformance/testing/catalogue';
import { describe, expect, test } from 'vitest';

const contract = openContract();

describe.each(serviceNames)('%s', (service) => {
  test('has a check for each rule of the ledger, and no other', async () => {
    const described = await contract.service(service);
    const { api } = described;
    const general = (id: string) => /^(wire|input)\./.test(id);
    const checked = rulesOf(described).filter(({ id }) => api.rules.some((entry) => entry.id === id));
    expect(checked.map(({ id }) => id).sort()).toEqual(api.rules.map(({ id }) => id).sort());
    const open = new Set(api.questions.map(({ id }) => id));
    const others = rulesOf(described).filter(({ id }) => !checked.some((rule) => rule.id === id) && !open.has(id));
    expect(others.every(({ id }) => general(id))).toBe(true);
    expect(uncheckedRules(described)).toEqual([]);
  });

  test('has the levels, texts and sources of the ledger', async () => {
    const described = await contract.service(service);
    const { api } = described;
    for (const { id, level, text, source } of api.rules) {
      expect(rulesOf(described).find((rule) => rule.id === id)).toMatchObject({ level, text, source });
    }
  });

  test('observes each open question, or has a reason not to, and never fails a server for one', async () => {
    const described = await contract.service(service);
    const { api } = described;
    const open = new Set(api.questions.map(({ id }) => id));
    const observers = rulesOf(described).filter(({ id }) => open.has(id));
    const untold = api.questions.filter(({ unobservable }) => unobservable !== undefined);
    const reported = [...observers, ...untold].map(({ id }) => id);
    expect(reported.sort()).toEqual([...open].sort());
    expect(observers.every(({ level }) => level === 'observe')).toBe(true);
  });

  test('refers to existing operations', async () => {
    const { questions, operations } = (await contract.service(service)).api;
    const probes = questions.flatMap(({ probe, probes: several = {} }) => [probe ?? [], Object.values(several)].flat());
    const known = operations.map(({ id }) => id);
    expect(probes.flatMap(({ at = [] }) => at).filter((id) => !known.includes(id))).toEqual([]);
  });

  test('has distinct rule ids', async () => {
    const ids = rulesOf(await contract.service(service)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
