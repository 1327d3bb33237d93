/** The events of a run, for reporters. Services run in parallel, so their events are mixed. */

import type { ServiceName } from '../model/document/services.ts';
import type { Exchange } from '../model/exchange.ts';
import type { RunReport, ServiceReport } from './report.ts';

/** A request with its answer, as it happened: a listener that keeps it also keeps its memory in use. */
export interface ExchangeFinished {
  readonly type: 'exchange-finished';
  readonly service: ServiceName;
  /** Includes credentials: a listener that writes it must leave them out. */
  readonly exchange: Exchange;
  /** The secrets that are known so far. */
  readonly secrets: () => readonly string[];
  /** The time at which the request was sent, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly milliseconds: number;
  /** The exchange repeats the request of a finding. */
  readonly repeat: boolean;
}

export type RunEvent =
  | {
      readonly type: 'run-started';
      readonly services: readonly { readonly service: ServiceName; readonly url: string }[];
    }
  /** The server answers, and the requests are planned. */
  | { readonly type: 'service-started'; readonly service: ServiceName; readonly url: string; readonly cases: number }
  | { readonly type: 'request-finished'; readonly service: ServiceName; readonly requests: number }
  | ExchangeFinished
  | {
      readonly type: 'case-finished';
      readonly service: ServiceName;
      /** Cases that are done. */
      readonly done: number;
      readonly cases: number;
      /** The number of rules that are known to be broken so far, counted for each operation. */
      readonly broken: number;
    }
  | { readonly type: 'service-finished'; readonly report: ServiceReport }
  | { readonly type: 'run-finished'; readonly report: RunReport };

export type Listener = (event: RunEvent) => void;
