/** `npm run diff`: reports everything that a change to the contract does. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { callersFolder, runCommand } from '@wallet-services/kit/command';
import { hasColour } from '@wallet-services/kit/style';
import { endOnSignal, reportOf } from './command.ts';
import { ReviewError } from './error.ts';
import { type DiffOptions, readDiffArguments } from './options.ts';
import { toHtml } from './report/html.ts';
import { toMarkdown } from './report/markdown.ts';
import type { Report } from './report/report.ts';
import { toText } from './report/text.ts';

const STANDARD_OUTPUT = '-';

async function diff(options: DiffOptions): Promise<number> {
  const report = await reportOf(options);
  const forms: readonly (readonly [string | undefined, (report: Report) => string])[] = [
    [options.markdown, toMarkdown],
    [options.json, (one) => `${JSON.stringify(one, null, 2)}\n`],
    [options.html, toHtml],
  ];
  let printed = false;
  for (const [target, render] of forms) {
    if (target === undefined) continue;
    if (target === STANDARD_OUTPUT) {
      process.stdout.write(render(report));
      printed = true;
    } else await write(resolve(callersFolder(), target), render(report));
  }
  if (!printed) process.stdout.write(toText(report, hasColour(process.stdout)));
  return report.unaccepted > 0 && !options.allow ? 1 : 0;
}

async function write(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ReviewError(`cannot write the report: ${reason}`);
  });
}

endOnSignal();
await runCommand('diff', readDiffArguments(process.argv.slice(2)), diff);
