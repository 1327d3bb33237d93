/** Proposes declarations for the server, or the traffic, of a command line. */

import { readFile } from 'node:fs/promises';
import { counted } from '@wallet-services/kit/counted';
import { Failure, UsageError } from '@wallet-services/kit/errors';
import { checkReplaceable, checkWritable, save } from '../cli/files.ts';
import { targetOf } from '../cli/target.ts';
import type { OpenApiDocument } from '../model/document/document.ts';
import { bareService } from '../model/target.ts';
import type { Contract } from '../run/contract.ts';
import { contractFor } from '../run/document.ts';
import { Places } from '../traffic/assign.ts';
import { entryOf, readHar } from '../traffic/har.ts';
import type { Recorded } from '../traffic/recorded.ts';
import { liveTrial } from './live.ts';
import type { ProposeOptions } from './options.ts';
import { actionOf, withActions } from './overlay.ts';
import { proposalsPage } from './page.ts';
import { type Proposals, propose, type Trial } from './propose.ts';
import { recordedTrial } from './recorded.ts';

type Print = (line: string) => void;

/** The text of the existing overlay; null where there is none. */
async function textOf(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new UsageError(`the overlay ${path} cannot be read (${error.code}); check the path given to --overlay`);
  });
}

async function recordedIn(path: string): Promise<readonly Recorded[]> {
  const all: Recorded[] = [];
  for await (const entries of readHar(path)) {
    for (const read of entries.map(entryOf)) if ('recorded' in read) all.push(read.recorded);
  }
  return all;
}

/** The address of the service in traffic. @throws UsageError when no request of it was recorded. */
function addressIn(recorded: readonly Recorded[], api: Awaited<ReturnType<Contract['service']>>['api'], path: string) {
  const places = new Places([api]);
  for (const { method, url } of recorded) places.kind(method, url);
  const [found] = places.found();
  if (found === undefined) throw new UsageError(`the recording ${path} has no request of the document's paths`);
  return found.url;
}

/** Leaves out candidates that traffic refutes. */
function besides(trial: Trial, traffic: Trial): Trial {
  return {
    ...trial,
    async tryAll(accepted, candidates) {
      const [round, seen] = await Promise.all([
        trial.tryAll(accepted, candidates),
        traffic.tryAll(accepted, candidates),
      ]);
      const tried = round.tried.map((one, index) => {
        const other = seen.tried[index];
        return other?.outcome === 'broken' ? other : one;
      });
      return { ...round, tried, exchanges: [...round.exchanges, ...seen.exchanges] };
    },
  };
}

async function trialOf(
  options: ProposeOptions,
  contract: Contract,
  document: OpenApiDocument,
  stop: AbortSignal | undefined,
): Promise<Trial> {
  const { recorded: path, url, target: file, allowWrites, timeoutMs } = options;
  const [service = ''] = contract.services;
  const { api } = await contract.service(service);
  const recorded = path === undefined ? [] : await recordedIn(path);
  const isLive = url !== undefined || file !== undefined;
  const given = isLive ? await targetOf({ ...options, urls: {}, services: [] }, process.env, contract) : null;
  const target = given?.services[service] ?? bareService(url ?? addressIn(recorded, api, path ?? ''));
  const traffic = recordedTrial({ document, url: target.url, recorded });
  if (!isLive) return traffic;
  const live = liveTrial({ document, target, signIn: given?.signIn ?? {}, readOnly: !allowWrites, timeoutMs, stop });
  return path === undefined ? live : besides(live, traffic);
}

function summary({ proposals, undecided, refuted, requests }: Proposals, path: string, print: Print): void {
  for (const { operation, family, members } of proposals)
    print(`proposed   ${operation ?? 'the service'}: ${family} ${JSON.stringify(members)}`);
  const open = Map.groupBy(undecided, ({ operation, family }) => `${operation ?? 'the service'}: ${family}`);
  for (const [subject, all] of open) {
    const [text, ...more] = new Set(all.map(({ why, hint }) => (hint === undefined ? why : `${why}; ${hint}`)));
    const others = more.length === 0 ? '' : ` (and ${more.length} more; --html FILE has them all)`;
    print(`undecided  ${subject}: ${text}${others}`);
  }
  const others = `${counted(undecided.length, 'candidate')} undecided, ${refuted.length} refuted`;
  print(`${counted(proposals.length, 'proposal')} written to ${path}; ${others}, with ${counted(requests, 'request')}`);
}

/**
 * Writes the overlay, and the page. @returns the exit code.
 *
 * @param stop ends the run, which then writes nothing, and removes what it created
 * @throws UsageError when a file cannot be read or written; Failure when the server cannot be reached; the reason of
 *   `stop` when it is aborted.
 */
export async function proposeFor(options: ProposeOptions, print: Print, stop?: AbortSignal): Promise<number> {
  const { document: path, overlay, html } = options;
  await checkWritable('--overlay', overlay);
  if (html !== undefined) {
    await checkWritable('--html', html);
    await checkReplaceable(html);
  }
  const before = await textOf(overlay);
  const contract = await contractFor({ document: path, overlay: before === null ? [] : [overlay] });
  const [service = ''] = contract.services;
  const { api } = await contract.service(service);
  const found = await propose(await trialOf(options, contract, api.document, stop));
  const isReached = found.proposals.length + found.refuted.length > 0;
  if (!isReached && found.unreachable !== null) throw new Failure(found.unreachable);
  const actions = found.proposals.map((one) => actionOf(api, one));
  await save('--overlay', overlay, withActions(before, api.document.info.title, actions));
  if (html !== undefined) await save('--html', html, proposalsPage(api, found));
  summary(found, overlay, print);
  return 0;
}
