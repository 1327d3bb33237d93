/** The reports that the command line requests in addition to the one on the terminal. */

import { UsageError } from '@wallet-services/kit/errors';
import { allureResults } from '../report/allure.ts';
import { badge } from '../report/badge.ts';
import { htmlReport } from '../report/html/page.ts';
import { jsonReport } from '../report/json.ts';
import { junitReport } from '../report/junit.ts';
import { markdownReport } from '../report/markdown.ts';
import { sarifReport } from '../report/sarif.ts';
import type { RunReport } from '../run/report.ts';
import type { Arguments } from './arguments.ts';
import { checkFolder, checkReplaceable, checkWritable, save, saveAll } from './files.ts';

type Format = 'json' | 'junit' | 'sarif' | 'html' | 'markdown' | 'badge';

const formats: Readonly<Record<Format, (report: RunReport, given: Arguments) => string>> = {
  json: jsonReport,
  junit: junitReport,
  sarif: (report, { document }) => sarifReport(report, document),
  html: htmlReport,
  markdown: markdownReport,
  badge,
};

const names: readonly Format[] = ['json', 'junit', 'sarif', 'html', 'markdown', 'badge'];

/** @throws UsageError when a requested file cannot be written, or two reports have the same path. */
export async function checkReports(given: Arguments): Promise<void> {
  const files = [...names, 'har' as const].flatMap((name) => {
    const path = given[name];
    return path === undefined ? [] : [{ name, path }];
  });
  for (const [index, { name, path }] of files.entries()) {
    const before = files.slice(0, index).find((other) => other.path === path);
    if (before !== undefined)
      throw new UsageError(`--${before.name} and --${name} have the same file; give each its own`);
    await checkWritable(`--${name}`, path);
  }
  if (given.har !== undefined) await checkReplaceable(given.har);
  if (given.allure !== undefined) await checkFolder('--allure', given.allure);
}

export interface Writing {
  /** Files that are already written. Default: none. */
  readonly written?: ReadonlySet<string>;
  /** Called with each file or folder when it is written. */
  readonly onWritten?: ((path: string) => void) | undefined;
}

/** Writes every requested report. */
export async function writeReports(
  report: RunReport,
  given: Arguments,
  { written = new Set(), onWritten = () => undefined }: Writing = {},
): Promise<void> {
  for (const name of names) {
    const path = given[name];
    if (path === undefined || written.has(path)) continue;
    await save(`--${name}`, path, formats[name](report, given));
    onWritten(path);
  }
  const { allure } = given;
  if (allure === undefined || written.has(allure)) return;
  await saveAll('--allure', allure, allureResults(report));
  onWritten(allure);
}
