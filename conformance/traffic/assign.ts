/** Finds the service that a recorded request belongs to, and the prefix of its paths. */
import type { ApiModel, Operation } from '../model/document/api.ts';
import { operationFor } from '../model/document/requests.ts';
import type { ServiceName } from '../model/document/services.ts';

/** A service and its address. */
export interface Place {
  readonly service: ServiceName;
  readonly url: string;
}

interface Candidate extends Place {
  readonly operations: Set<string>;
  requests: number;
}

/** The number of addresses that are considered: a recording of a browser has those of many other servers. */
const MOST_CANDIDATES = 5000;

/** The prefix of an operation's own path. */
function baseOf(template: string, { origin, pathname }: URL): string {
  const [own, parts] = [pathname.split('/'), template.split('/')];
  return `${origin}${own.slice(0, own.length - parts.length + 1).join('/')}`;
}

function fixedParts({ path }: Operation): number {
  return path.split('/').filter((part) => part !== '' && !part.startsWith('{')).length;
}

/** Finds the addresses of services in a recording by the paths of its requests. */
export class Places {
  readonly #apis: readonly ApiModel[];
  readonly #candidates = new Map<string, Candidate>();

  constructor(apis: readonly ApiModel[]) {
    this.#apis = apis;
  }

  kind(method: string, address: string): void {
    const url = new URL(address);
    const fitting = this.#apis.flatMap(({ service, ...api }) => {
      const operation = operationFor({ service, ...api }, method, url.pathname);
      return operation === undefined ? [] : [{ service, operation, fixed: fixedParts(operation) }];
    });
    const most = Math.max(...fitting.map(({ fixed }) => fixed));
    for (const { service, operation } of fitting.filter(({ fixed }) => fixed === most)) {
      const base = baseOf(operation.path, url);
      const key = `${service} ${base}`;
      const candidate = this.#candidates.get(key) ?? {
        service,
        url: base,
        operations: new Set<string>(),
        requests: 0,
      };
      candidate.operations.add(operation.id);
      candidate.requests += 1;
      if (this.#candidates.has(key) || this.#candidates.size < MOST_CANDIDATES) this.#candidates.set(key, candidate);
    }
  }

  /**
   * Assigns each service the address with the most different operations, and each address the service with the most.
   */
  found(): readonly Place[] {
    const all = [...this.#candidates.values()].sort(
      (one, other) => other.operations.size - one.operations.size || other.requests - one.requests,
    );
    const taken: Candidate[] = [];
    for (const one of all) {
      const isTaken = taken.some(({ service, url }) => service === one.service || url === one.url);
      if (!isTaken) taken.push(one);
    }
    return this.#apis.flatMap(({ service }) => taken.filter((one) => one.service === service));
  }
}
