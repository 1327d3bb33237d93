/** `--init`: writes a target file from the results of a run, with the data that would decide more. */
import { readFile } from 'node:fs/promises';
import { UsageError } from '@wallet-services/kit/errors';
import { installedPath } from '@wallet-services/kit/installed';
import type { Contract } from '../../run/contract.ts';
import type { RunReport } from '../../run/report.ts';
import { targetSchema } from '../../target/schema.ts';
import type { Arguments } from '../arguments.ts';
import { checkWritable, save } from '../files.ts';
import { needsOf } from './needs.ts';
import { listening, type Seen } from './seen.ts';
import { choicesFor, type Source, valueFor } from './values.ts';
import { type Found, targetText } from './write.ts';

const SCHEMA = installedPath('conformance', 'target/target.schema.json');

/** The part of `--init` that a run calls. */
export interface Initial extends Pick<Seen, 'onEvent'> {
  /** Writes the file. @returns the next steps for the user, in a sentence or two */
  write(report: RunReport, contract: Contract): Promise<string>;
}

/** @throws UsageError when the file exists and is not the target of the run */
async function checkNew({ init = '', target }: Arguments): Promise<void> {
  await checkWritable('--init', init);
  if (init === target) return;
  const isThere = await readFile(init).then(
    () => true,
    () => false,
  );
  if (isThere)
    throw new UsageError(
      `--init: ${init} is there already; add --target ${init} to continue it, or choose another file`,
    );
}

function foundOf(source: Source, report: RunReport['services'][number]): Found {
  const { needs, data } = needsOf(source.api, report);
  const valued = needs.map((need) => ({ ...need, value: valueFor(source, need.path) }));
  const known = ({ path: [first, second, name = ''] }: (typeof needs)[number]) =>
    first === 'known' && second === 'choices' && choicesFor(source, name).isSeen;
  const { service, url } = report;
  return { service, url, values: valued.filter(known), needs: valued.filter((need) => !known(need)), data };
}

/**
 * Prepares to write a target file after a run.
 *
 * @throws UsageError when the file already exists and is not the target of the run, or cannot be written.
 */
export async function initial(given: Arguments): Promise<Initial> {
  await checkNew(given);
  const { init = '', target } = given;
  const seen = listening();
  const write: Initial['write'] = async (report, contract) => {
    const schema = await targetSchema(contract);
    const found = report.services.map(async (one) => {
      const { api } = await contract.service(one.service);
      return foundOf({ service: one.service, url: one.url, api, schema, seen }, one);
    });
    const all = await Promise.all(found);
    const before = target === undefined ? null : await readFile(target, 'utf8');
    await save('--init', init, targetText(before, all, SCHEMA));
    const members = all.flatMap(({ needs }) => needs).length;
    if (members === 0) return `${init} is written: use it with --target ${init}`;
    return `${init} is written. Its comments name what would decide more (${members}): fill in what you have, then use --target ${init}`;
  };
  return { onEvent: seen.onEvent, write };
}
