import schema from '@wallet-services/contract/ledger/overlay.schema.json' with { type: 'json' };
import behaviour from '@wallet-services/contract/ledger/x-behaviour.schema.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Action, withActions } from './overlay.ts';

const valid = new Ajv2020({ strict: false }).addSchema(behaviour, 'x-behaviour.schema.json').compile(schema);

const sorted: Action = {
  target: "$.paths['/books'].get",
  description: 'title: 6 answers could have refuted it.',
  update: { 'x-behaviour': [{ family: 'sorted', member: 'title', level: 'should' }] },
};

test('what is proposed fits the schema that its first line names', () => {
  const text = withActions(null, 'Books', [sorted]);
  expect(text).toMatch(
    /^# yaml-language-server: \$schema=node_modules\/@wallet-services\/contract\/ledger\/overlay\.schema\.json\n/,
  );
  expect(parse(text).actions).toEqual([sorted]);
  expect(valid(parse(text)), JSON.stringify(valid.errors)).toBe(true);
});

test('an overlay without proposals is one, and later ones are added to it', () => {
  const none = withActions(null, 'Books', []);
  expect(parse(none).actions).toEqual([]);
  expect(valid(parse(none))).toBe(true);
  expect(withActions(none, 'Books', [sorted])).toBe(withActions(null, 'Books', [sorted]));
});
