/** The content of the responses of a run, as values for a target file. */
import { isSuccess, successJson } from '../../model/exchange.ts';
import { isObject } from '../../model/values/json.ts';
import type { Listener } from '../../run/events.ts';

type Scalar = string | number;

/** The number of values that are kept for a name, and of responses that are read for an operation. */
const MOST = 10;

/** Values by the names of their members. */
export interface Seen {
  readonly onEvent: Listener;
  /** The values of a name in the responses of a service, in the order of arrival. */
  values(service: string, name: string): readonly Scalar[];
}

/** A listener that reads the data of the server; items that the suite created itself are ignored. */
export function listening(): Seen {
  const byName = new Map<string, Set<Scalar>>();
  const read = new Map<string, number>();
  const visit = (service: string, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(service, item);
    else if (isObject(value)) {
      for (const [name, inner] of Object.entries(value)) {
        const key = `${service} ${name}`;
        const values = byName.get(key) ?? new Set();
        const isScalar = (typeof inner === 'string' && inner !== '') || typeof inner === 'number';
        if (isScalar && values.size < MOST) byName.set(key, values.add(inner));
        visit(service, inner);
      }
    }
  };
  return {
    onEvent(event) {
      if (event.type !== 'exchange-finished' || event.repeat) return;
      const { service, exchange } = event;
      const key = `${service} ${exchange.call.kind === 'http' ? exchange.call.operation : exchange.call.method}`;
      const count = read.get(key) ?? 0;
      if (exchange.method !== 'GET' || count >= MOST || !isSuccess(exchange)) return;
      read.set(key, count + 1);
      visit(service, successJson(exchange));
    },
    values: (service, name) => [...(byName.get(`${service} ${name}`) ?? [])],
  };
}
