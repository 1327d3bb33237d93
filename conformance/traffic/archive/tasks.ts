/** The tasks that the reader of an archive sends to the process that judges it, and the results. */
import type { ServiceName } from '../../model/document/services.ts';
import type { ServiceTarget } from '../../model/target.ts';
import type { JsonObject } from '../../model/values/json.ts';
import type { Given } from '../../run/contract.ts';
import type { ServiceReport } from '../../run/report.ts';
import type { Selection } from '../../run/selection.ts';
import type { Skipped } from '../har.ts';

/** What the process is opened with. */
export interface ArchiveData {
  /** The document of another API. Absent: the contract that the suite comes with. */
  readonly given: Given | undefined;
  readonly targets: readonly { readonly service: ServiceName; readonly target: ServiceTarget }[];
  readonly selection: Selection;
  readonly values: boolean;
  /** The credentials were removed when the traffic was recorded. */
  readonly isStripped: boolean;
}

/** Exchanges that could not be judged. */
export interface Lost {
  /** Absent: it may belong to any of the services. */
  readonly service?: ServiceName;
  /** A part of a sentence. */
  readonly why: string;
  readonly count: number;
}

export type Task =
  | { readonly kind: 'entry'; readonly entry: JsonObject }
  /** Forgets what was judged so far. */
  | { readonly kind: 'restart' }
  | { readonly kind: 'report'; readonly lost: readonly Lost[] };

export interface Result {
  /** Why the entry was not judged. */
  readonly skipped?: Skipped;
  /** The services that it was judged for. */
  readonly taken?: readonly ServiceName[];
  readonly reports?: readonly ServiceReport[];
}
