import { readdirSync, readFileSync } from 'node:fs';
import type { Program } from '@typespec/compiler';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { compiled } from './compile.ts';

const folder = new URL('scenarios/', import.meta.url);
const names = readdirSync(folder).toSorted();
const schema: object = JSON.parse(readFileSync(new URL('../x-behaviour.schema.json', import.meta.url), 'utf8'));
const valid = new Ajv2020({ strict: true, strictRequired: false, allErrors: true }).compile(schema);

let before: Program | undefined;

/** One folder a case: a small project, and what it comes to. */
describe('the library', () => {
  it.each(names)('%s', async (name) => {
    const scenario = new URL(`${name}/`, folder);
    const { behaviour, diagnostics, program } = await compiled(scenario, before);
    before = program;
    const found = name.startsWith('refuses-') ? diagnostics : behaviour;
    if (!name.startsWith('refuses-')) expect(diagnostics).toEqual([]);
    for (const [place, declared] of Object.entries(behaviour)) {
      valid(declared);
      expect(valid.errors ?? [], place).toEqual([]);
    }
    expect(found).not.toEqual(name.startsWith('refuses-') ? [] : {});
    expect(found).toEqual(JSON.parse(readFileSync(new URL('expected.json', scenario), 'utf8')));
  });

  it('is shown in the README by a scenario', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    expect(readme).toContain(readFileSync(new URL('readme/main.tsp', folder), 'utf8'));
  });
});
