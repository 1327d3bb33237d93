/** The families, found by their folders. */
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { SuiteContext } from '../core/context.ts';
import type { Family } from '../core/family.ts';
import type { Judgement } from '../core/judgement.ts';
import type { Conversation, KnownRule } from '../core/rule.ts';
import type { ApiModel } from '../model/document/api.ts';
import type { Declaration } from '../model/document/behaviour.ts';
import type { Exchange } from '../model/exchange.ts';

const here = new URL('.', import.meta.url);

/** @throws Error when the folder has no family, or one of another name: its declarations would be left unchecked. */
async function familyIn(folder: string): Promise<Family> {
  const file = new URL(`${folder}/index.${extension}`, here);
  const { default: family }: { readonly default?: Family } = await import(file.href);
  if (family?.name === folder) return family;
  throw new Error(`${fileURLToPath(file)} must export the family ${folder}, named as its folder, as the default`);
}

async function load(): Promise<ReadonlyMap<string, Family>> {
  const entries = await readdir(here, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return new Map(await Promise.all(names.map(async (name) => [name, await familyIn(name)] as const)));
}

/** The sources run as they are; the published package is compiled. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

const families = await load();

/** The family of a declaration; undefined where this version knows none of that name. */
export function familyOf({ family }: Pick<Declaration, 'family'>): Family | undefined {
  return families.get(family);
}

/** The names of all families. */
export function familyNames(): readonly string[] {
  return [...families.keys()];
}

/** The operation, or schema, and what distinguishes several declarations of a family there. */
export function useOf({ family, operation, schema, rules }: Declaration): string {
  const [first] = rules;
  return `${operation ?? schema ?? 'service'} ${family} ${first?.aspect ?? ''}`.trim();
}

/** The id of the rule of an aspect; undefined where the declaration does not demand it. */
export function ruleIdOf({ rules }: Declaration, aspect: string): string | undefined {
  return rules.find((rule) => rule.aspect === aspect)?.id;
}

/** The requests of a declaration; null if the family only watches. */
export function conversationOf(declared: Declaration, api: ApiModel): Conversation | null {
  const family = familyOf(declared);
  const { rules, operation } = declared;
  if (family?.check === undefined || rules.length === 0) return null;
  const { check } = family;
  return {
    id: useOf(declared),
    operation,
    rules: rules.map(({ id }) => id),
    alone: family.alone?.(declared, api) ?? false,
    hold: (ctx, report) =>
      check(declared, ctx, (aspect, ...judgements) => {
        const id = ruleIdOf(declared, aspect);
        if (id !== undefined) report(id, ...judgements);
      }),
  };
}

/** What a declaration reports of an exchange. */
type Reported = readonly (readonly [aspect: string, judgement: Judgement])[];

/** The rules of a declaration. */
export function rulesOfDeclaration(declared: Declaration, api: ApiModel): readonly KnownRule[] {
  const family = familyOf(declared);
  if (family === undefined) return [];
  const { watch } = family;
  const { service } = api;
  const bearing = declared.operation === null ? family.bearing?.(declared, api) : undefined;
  // The rules of a declaration share what it reports of an exchange.
  const reported = new WeakMap<Exchange, Reported>();
  const reportedOf = (watching: NonNullable<Family['watch']>, exchange: Exchange, suite: SuiteContext): Reported => {
    const known = reported.get(exchange);
    if (known !== undefined) return known;
    const judgements: [aspect: string, judgement: Judgement][] = [];
    watching(declared, exchange, suite, (aspect, ...some) => {
      for (const judgement of some) judgements.push([aspect, judgement]);
    });
    reported.set(exchange, judgements);
    return judgements;
  };
  return declared.rules.map(({ id, aspect, level, text, source }) => ({
    id,
    level,
    text,
    source,
    service,
    operation: declared.operation,
    perOperation: false,
    ...(bearing === undefined ? {} : { shownBy: bearing.map(({ id: shown }) => shown) }),
    ...(watch === undefined
      ? {}
      : {
          watch: (exchange, suite) => {
            if (exchange.call.kind === 'http' && exchange.call.isProbe === true) return [];
            const all = reportedOf(watch, exchange, suite);
            return all.flatMap(([other, judgement]) => (other === aspect ? [judgement] : []));
          },
        }),
  }));
}
