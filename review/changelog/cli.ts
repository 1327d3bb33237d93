/** `npm run changelog`: adds the accepted report to the contract's changelog. */
import { runCommand } from '@wallet-services/kit/command';
import { endOnSignal, reportOf } from '../command.ts';
import { ReviewError } from '../error.ts';
import { type ChangelogOptions, readChangelogArguments } from '../options.ts';
import { versionSentence } from '../report/version.ts';
import { root } from '../run.ts';
import { release, writeEntry } from './changesets.ts';
import { entryOf } from './entry.ts';

async function changelog(options: ChangelogOptions): Promise<number> {
  if (options.release) {
    const version = await release(root);
    process.stdout.write(`${version}: see generated/CHANGELOG.md\nnow run npm install to update the lock file\n`);
    return 0;
  }
  const report = await reportOf(options);
  if (report.unaccepted > 0) {
    throw new ReviewError(
      `${report.summary}: nothing was written. Accept the changes in review/accepted.yaml (npm run diff shows their ids), or use --allow.`,
    );
  }
  const entry = entryOf(report);
  if (entry === null) {
    process.stdout.write(`${report.summary}: nothing to add\n`);
    return 0;
  }
  const file = await writeEntry(root, entry);
  process.stdout.write(`${file}: ${report.summary}\n${versionSentence(report.version)}\n`);
  return 0;
}

endOnSignal();
await runCommand('changelog', readChangelogArguments(process.argv.slice(2)), changelog);
