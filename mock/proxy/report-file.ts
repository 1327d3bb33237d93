/** Updates the file of a report. */
import { access, constants, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { Failure, UsageError } from '@wallet-services/kit/errors';
import type { Summary } from './journal.ts';
import type { RuleFinding } from './live/ledger.ts';
import { type Occasion, reportForms } from './report.ts';

/** Writes a report atomically. */
export type WriteReport = (occasion: Occasion, summary: Summary, rules?: readonly RuleFinding[]) => Promise<void>;

type Extension = keyof typeof reportForms;

function isExtension(text: string): text is Extension {
  return Object.hasOwn(reportForms, text);
}

/**
 * Prepares writing a report.
 *
 * @throws UsageError when the extension of the file is unknown
 * @throws Failure when the file cannot be written
 */
export async function prepareReport(file: string): Promise<WriteReport> {
  const extension = extname(file).toLowerCase();
  if (!isExtension(extension)) throw new UsageError(`--report needs a file that ends with .json or .md, not ${file}`);
  const render = reportForms[extension];
  try {
    await access(dirname(file), constants.W_OK);
  } catch {
    throw new Failure(`cannot write the report to ${file}: choose an existing, writable folder`);
  }
  const draft = `${file}.${process.pid}.tmp`;
  const write: WriteReport = async (occasion, summary, rules) => {
    try {
      await writeFile(draft, render(occasion, summary, rules));
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      const { code } = error as NodeJS.ErrnoException;
      throw new Failure(`cannot write the report to ${file}${code === undefined ? '' : ` (${code})`}`);
    }
  };
  let last: Promise<void> = Promise.resolve();
  // One after the other: they share the draft, and the newest report must be the last one.
  return (...report) => {
    last = last.catch(() => undefined).then(() => write(...report));
    return last;
  };
}
