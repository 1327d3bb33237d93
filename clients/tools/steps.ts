/** What is done with a client. */
import { digests, drifted } from './drift.ts';
import type { ClientFolder, StepName } from './manifest.ts';
import { run } from './run.ts';
import { removeSamples, writeSamples } from './samples.ts';

/**
 * Takes a step.
 *
 * @param places where a reference server is, for tests
 * @param write whether generated files that change are what is wanted
 * @returns what went wrong; undefined where nothing did
 */
export async function takeStep(
  client: ClientFolder,
  step: StepName,
  places: Readonly<Record<string, string>> = {},
  write = false,
): Promise<string | undefined> {
  const checksDrift = step === 'generate' && !write;
  if (step === 'samples') await writeSamples(client);
  const before = checksDrift ? await digests(client) : new Map<string, string>();
  try {
    for (const command of client[step] ?? []) {
      const { ok, output } = await run(command, client.path, step === 'test' ? places : {});
      if (!ok) return `${command.join(' ')}\n${output.trim()}`;
    }
  } finally {
    if (step === 'samples') await removeSamples(client);
  }
  if (!checksDrift) return undefined;
  const changed = drifted(before, await digests(client));
  if (changed.length === 0) return undefined;
  const shown = changed.slice(0, 5).join(', ');
  return `generated files were out of date and were rewritten: commit ${shown}${changed.length > 5 ? ' and more' : ''}`;
}
