/** Runs axe on a page, for tests of pages in a browser. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** The rules and impacts to check. Default: all. */
export interface AxeOptions {
  /** Ids of the only rules. */
  readonly rules?: readonly string[];
  readonly impacts?: readonly ('minor' | 'moderate' | 'serious' | 'critical')[];
}

/** Only findings that prevent people from using a page. */
export const SERIOUS: AxeOptions = { impacts: ['serious', 'critical'] };

/** The widths and colours in which every page is tested. */
export const LOOKS = [1400, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => [width, scheme] as const),
);

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly html: string }[];
}

/** The findings of axe on the current state of the page: rule, selector and markup of the first element of each. */
export async function axeFindings(page: Page, options: AxeOptions = {}): Promise<readonly string[]> {
  await page.evaluate(await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8'));
  return page.evaluate(violations, options);
}

/** Runs in the page. */
async function violations({ rules, impacts }: AxeOptions): Promise<readonly string[]> {
  const { axe } = window as unknown as {
    axe: { run(of: Document, options: object): Promise<{ violations: readonly Violation[] }> };
  };
  const only = rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } };
  const { violations: all } = await axe.run(document, { resultTypes: ['violations'], preload: false, ...only });
  const found =
    impacts === undefined ? all : all.filter(({ impact }) => (impacts as readonly string[]).includes(impact));
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.target} ${nodes[0]?.html.slice(0, 120)}`);
}
