/** What happens during a run; reporters subscribe. */
import type { ServiceName } from '../model/services.ts';
import type { RunReport, ServiceReport } from './report.ts';

export type RunEvent =
  | { readonly type: 'service-started'; readonly service: ServiceName; readonly url: string; readonly cases: number }
  | { readonly type: 'request-finished'; readonly service: ServiceName; readonly requests: number }
  | { readonly type: 'case-finished'; readonly service: ServiceName; readonly done: number; readonly cases: number }
  | { readonly type: 'service-finished'; readonly report: ServiceReport }
  | { readonly type: 'run-finished'; readonly report: RunReport };

export type Listener = (event: RunEvent) => void;
