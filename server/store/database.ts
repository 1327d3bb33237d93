/** The interface of an open database of either kind. */
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Store } from '../service.ts';
import type { Signals } from './signals.ts';

/** The database belongs to another program. */
export class ForeignDatabase extends Error {
  override readonly name = 'ForeignDatabase';
}

/** What each kind of database implements. */
export interface OpenDatabase {
  /** Its name in messages, such as `the data file data.db`; never with a password. */
  readonly name: string;
  /**
   * Resources shared with other processes; undefined when no other process uses it, or the database is locked as a
   * whole.
   */
  readonly shared?: SharedDatabase;
  /**
   * The database for the writers of a subject, such as a service. Write transactions of one subject are serialized
   * across all processes; those of different subjects do not wait for each other.
   */
  store(subject: string): Store;
  /** Rejects when the database cannot be used; the error, or its cause, has a message for the operator. */
  check(): Promise<void>;
  /** Describes the problem and the remedy, as the rest of a sentence; undefined for an error of another kind. */
  troubleOf(error: unknown): string | undefined;
  /** The whole content; only for a database in memory. */
  bytes?(): Uint8Array;
  close(): Promise<void>;
}

/** A database that several processes use at the same time. */
export interface SharedDatabase {
  /** Address with credentials, for libraries with their own connections. Must not be logged. */
  readonly connectionString: string;
  /** The schema of its tables. */
  readonly schema: string;
  /** Messages between the processes. */
  readonly signals: Signals;
}

/** The error for clients while the database cannot be used: 503. Only its cause names the database. */
export function unavailable(trouble: string, cause: unknown): Refusal {
  return new Refusal(503, 'the database cannot be used at the moment', {
    headers: { 'Retry-After': '5' },
    cause: new Error(trouble, { cause }),
  });
}

/** Whether an operation failed because the database could not be used: it may succeed when it is tried again. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof Refusal && error.status === 503;
}
