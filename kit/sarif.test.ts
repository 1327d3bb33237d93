import { expect, it } from 'vitest';
import { sarifText } from './sarif.ts';

const result = { ruleId: 'b', text: 'It is wrong.', locations: [{ id: 1 }], fingerprint: 'f' };

it('writes rules and results', () => {
  const text = sarifText({
    tool: 'check',
    rules: [
      { id: 'a', text: 'A holds.' },
      { id: 'b', text: 'B holds.' },
    ],
    results: [
      { ...result, level: 'error' },
      { ...result, kind: 'open', level: 'error', ruleId: 'c', accepted: 'Known.' },
    ],
    properties: { seed: 1 },
  });
  expect(text.endsWith('}\n')).toBe(true);
  const written = { message: { text: 'It is wrong.' }, locations: [{ id: 1 }], partialFingerprints: { id: 'f' } };
  expect(JSON.parse(text)).toEqual({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'check',
            rules: [
              { id: 'a', shortDescription: { text: 'A holds.' } },
              { id: 'b', shortDescription: { text: 'B holds.' } },
            ],
          },
        },
        results: [
          { ...written, ruleId: 'b', ruleIndex: 1, level: 'error', suppressions: [] },
          {
            ...written,
            ruleId: 'c',
            ruleIndex: -1,
            kind: 'open',
            level: 'none',
            suppressions: [{ kind: 'external', status: 'accepted', justification: 'Known.' }],
          },
        ],
        properties: { seed: 1 },
      },
    ],
  });
});

it('omits absent properties', () => {
  expect(JSON.parse(sarifText({ tool: 'check', rules: [], results: [] })).runs).toEqual([
    { tool: { driver: { name: 'check', rules: [] } }, results: [] },
  ]);
});
