import { readdirSync, readFileSync } from 'node:fs';
import type { Program } from '@typespec/compiler';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { compiled } from './compile.ts';

/** A small project, and its expected result. */
interface Case {
  readonly name: string;
  /** Its `main.tsp`, after the usual imports unless it has its own. */
  readonly tsp: string;
  /** The declarations of its document, by place; the compiler reports no diagnostics. */
  readonly behaviour?: Readonly<Record<string, unknown>>;
  /** The diagnostics of the compiler. */
  readonly diagnostics?: readonly string[];
}

const IMPORTS = `import "@typespec/http";
import "@wallet-services/behaviour";

using TypeSpec.Http;
using Behaviour;

`;

const folder = new URL('cases/', import.meta.url);
const casesIn = (file: string): readonly Case[] => parse(readFileSync(new URL(file, folder), 'utf8'));
const textOf = ({ tsp }: Case) => (tsp.startsWith('import ') ? tsp : IMPORTS + tsp);
const schema: object = JSON.parse(readFileSync(new URL('../x-behaviour.schema.json', import.meta.url), 'utf8'));
const valid = new Ajv2020({ strict: true, strictRequired: false, allErrors: true }).compile(schema);

let before: Program | undefined;

describe.each(readdirSync(folder).toSorted())('%s', (file) => {
  const cases = casesIn(file);

  it('has a different name for each case', () => {
    const names = cases.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it.each(cases)('$name', async (one) => {
    const { behaviour, diagnostics, program } = await compiled(textOf(one), before);
    before = program;
    for (const [place, declared] of Object.entries(behaviour)) {
      valid(declared);
      expect(valid.errors ?? [], place).toEqual([]);
    }
    expect(Object.keys(one.behaviour ?? one.diagnostics ?? {})).not.toEqual([]);
    expect({ behaviour, diagnostics }).toEqual({ behaviour: one.behaviour ?? {}, diagnostics: one.diagnostics ?? [] });
  });
});

it('the README shows one of the cases', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const shown = casesIn('declarations.yaml').filter(({ name }) => name === 'readme');
  expect(shown).toHaveLength(1);
  for (const one of shown) expect(readme).toContain(textOf(one));
});
