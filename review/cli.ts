#!/usr/bin/env node
/** The commands `npm run diff` and `npx @wallet-services/review`: report every effect of a change to an API. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { callersFolder, complain, runCommand } from '@wallet-services/kit/command';
import { hasColour } from '@wallet-services/kit/style';
import { endOnSignal, reportOf } from './command.ts';
import { ReviewError, UsageError } from './error.ts';
import { type DiffOptions, FORMS, type Form, readDiffArguments } from './options.ts';
import type { Report } from './report/report.ts';
import { toText } from './report/text.ts';

const STANDARD_OUTPUT = '-';

/** Each renderer is loaded when it is needed. */
const RENDER: Readonly<Record<Form, (report: Report) => Promise<string>>> = {
  markdown: async (report) => (await import('./report/markdown.ts')).toMarkdown(report),
  json: async (report) => `${JSON.stringify(report, null, 2)}\n`,
  html: async (report) => (await import('./report/html.ts')).toHtml(report),
  sarif: async (report) => (await import('./report/sarif.ts')).toSarif(report),
  github: async (report) => (await import('./report/github.ts')).toGithub(report),
};

/** Exit codes by verdict. */
const CODES = { passes: 0, breaks: 1, unclear: 3 } as const;
/** Exit code when no report could be made. */
const NO_REPORT = 3;

async function diff(options: DiffOptions): Promise<number> {
  try {
    const report = await reportOf(options, progress());
    await print(report, options.files);
    return CODES[report.verdict];
  } catch (error) {
    complain('diff', error);
    return error instanceof UsageError ? 2 : NO_REPORT;
  }
}

async function print(report: Report, files: DiffOptions['files']): Promise<void> {
  let printed = false;
  for (const form of FORMS) {
    const target = files[form];
    if (target === undefined) continue;
    if (target === STANDARD_OUTPUT) {
      process.stdout.write(await RENDER[form](report));
      printed = true;
    } else await write(resolve(callersFolder(), target), await RENDER[form](report));
  }
  if (!printed) process.stdout.write(toText(report, hasColour(process.stdout)));
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
    .then(() => writeFile(file, text))
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ReviewError(`cannot write the report: ${reason}`);
    });
}

/** Time before progress is shown, in milliseconds. */
const QUIET = 2000;

function progress(): (line: string) => void {
  const start = Date.now();
  return (line) => {
    if (Date.now() - start > QUIET) process.stderr.write(`diff: ${line}\n`);
  };
}

// Documents are large and live long, so a small space for new objects saves memory at little cost.
setFlagsFromString('--max-semi-space-size=8');
endOnSignal();
await runCommand('diff', readDiffArguments(process.argv.slice(2)), diff);
