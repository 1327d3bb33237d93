/** A database that is open, of either kind: what `store.ts` and the services know of it. */
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Store } from '../service.ts';
import type { Signals } from './signals.ts';

/** The database is one of another program. */
export class ForeignDatabase extends Error {
  override readonly name = 'ForeignDatabase';
}

/** What a dialect brings. */
export interface OpenDatabase {
  /** How messages call it, such as `the data file data.db`; never with a password. */
  readonly name: string;
  /** The other processes that use it at the same time. Undefined: none, or the database is locked as a whole. */
  readonly shared?: SharedDatabase;
  /**
   * The database for the writers of one subject, such as a service. Write transactions of one subject are serialized,
   * in all processes; those of different subjects need not wait for one another.
   */
  store(subject: string): Store;
  /** Rejects when the database cannot be used: with a sentence for the operator as the error, or as its cause. */
  check(): Promise<void>;
  /** Describes the problem and the remedy: the rest of a sentence. Undefined when an error is about something else. */
  troubleOf(error: unknown): string | undefined;
  /** All that it holds, where it is kept nowhere. */
  bytes?(): Uint8Array;
  close(): Promise<void>;
}

/** A database that several processes use at the same time. */
export interface SharedDatabase {
  /** Address with credentials, for libraries that connect by themselves. Not to be logged. */
  readonly connectionString: string;
  /** Where its tables are. */
  readonly schema: string;
  /** Heard in every process. */
  readonly signals: Signals;
}

/** What clients get while the database cannot be used: 503, without its name, which the cause has. */
export function unavailable(trouble: string, cause: unknown): Refusal {
  return new Refusal(503, 'the database cannot be used at the moment', {
    headers: { 'Retry-After': '5' },
    cause: new Error(trouble, { cause }),
  });
}
