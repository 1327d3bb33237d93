/** The reference server with other users, who trade, deposit and comment while the suite sends requests. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ServiceName } from '@wallet-services/conformance/model';
import type { Mutation } from '@wallet-services/conformance/mutation';
import { randomFrom } from '@wallet-services/conformance/testing/busy-list';
import { type Reference, startReference } from '@wallet-services/conformance/testing/reference';
import { speak } from './busy-assistant.ts';
import { dataOf, uses } from './busy-uses.ts';

export interface BusyServer extends Reference {
  /** Runs a function before each matching request, with its number from 1 on. */
  readonly busy: (service: ServiceName, isMeant: (request: number) => boolean) => Mutation;
}

/** Starts a server with data that other users may change. @param seed chooses what they change. Default: 1. */
export async function startBusy(seed = 1): Promise<BusyServer> {
  const folder = await mkdtemp(join(tmpdir(), 'busy-'));
  const file = join(folder, 'data.db');
  const reference = await startReference(['--data', file]);
  const database = new DatabaseSync(file, { timeout: 5000 });
  // The same seed chooses the same rows, so that a failed run can be repeated.
  const random = randomFrom(seed);
  database.function('random', () => Math.floor(random() * 2 ** 32));
  const data = dataOf(database);
  return {
    ...reference,
    busy: (service, isMeant) => () => {
      let [requests, written] = [0, 0];
      return async (request, next) => {
        requests += 1;
        if (!isMeant(requests)) return next(request);
        written += 1;
        if (service === 'assistant') await speak(reference, next, written);
        else {
          const all = uses[service] ?? [];
          database.exec('BEGIN IMMEDIATE');
          all[written % all.length]?.(data);
          database.exec('COMMIT');
        }
        return next(request);
      };
    },
    async close() {
      database.close();
      await reference.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
