/** A pending entry of the contract's changelog, in the format of changesets. */
import { toChangelog } from '../report/markdown.ts';
import type { Report } from '../report/report.ts';

/** The package that the changelog belongs to. */
export const PACKAGE = '@wallet-services/contract';

/** An entry: a file of `.changeset/`. */
export interface Entry {
  readonly name: string;
  readonly text: string;
}

/**
 * Creates the entry for a report; null when the report has no change.
 *
 * Its name is derived from BASE: when the change grows, the same entry is rewritten instead of adding a second one.
 */
export function entryOf(report: Report): Entry | null {
  const { bump } = report.version;
  if (bump === null) return null;
  const text = `---\n'${PACKAGE}': ${bump}\n---\n\n${capital(report.summary)}.\n\n${toChangelog(report)}\n`;
  return { name: `contract-since-${slug(report.base)}.md`, text };
}

function slug(label: string): string {
  const words = label.replace(/^the merge base with main, /, '').toLowerCase();
  return words.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'base';
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
