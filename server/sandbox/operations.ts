/** Finds the service and the operation of a request. */
import { isServiceName, type ServiceName, serviceNames } from '@wallet-services/contract/services';
import { finder, type Operation } from '@wallet-services/runtime';
import { Refusal } from '@wallet-services/runtime/refusal';
import { everyMethod } from './rpc/methods.ts';

/** The service, operation and path parameters that a request addresses. */
export interface Requested {
  readonly service: ServiceName;
  /** The operationId, or the name of the RPC method; undefined when the service has no such operation. */
  readonly operation: string | undefined;
  /** Path parameters. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly isRpc: boolean;
}

type Operations = Readonly<Record<string, Operation>>;

/** The tables of operations by service, in the order of the contract. */
const tables = new Map<ServiceName, Operations>(
  await Promise.all(
    serviceNames.map(async (name) => {
      const { operations }: { operations: Operations } = await import(`@wallet-services/contract/${name}`);
      return [name, operations] as const;
    }),
  ),
);

const operationsOf = (service: ServiceName): Operations => tables.get(service) ?? {};

type FindOperation = ReturnType<typeof finder<{ readonly operation: Operation }>>;

const finders = new Map<ServiceName, FindOperation>();

/** Finds operations in the same way as the service's router finds its handlers. */
function finderOf(service: ServiceName): FindOperation {
  const known = finders.get(service);
  if (known !== undefined) return known;
  const made = finder(Object.values(operationsOf(service)).map((operation) => ({ operation })));
  finders.set(service, made);
  return made;
}

const RPC = /^\/(?:[a-z]+\/)?(?:api\/)?(?:([a-z]+)\.v1\.\w+|([A-Z]\w*))\/([A-Z]\w*)$/;

/** @param path without the address of a world and the query. @returns undefined when it is the path of no service */
export function requestedFor(method: string, path: string): Requested | undefined {
  const rpc = RPC.exec(path);
  if (rpc !== null) {
    const service = rpc[1] ?? (rpc[2] ?? '').replace(/Service$/, '').toLowerCase();
    return isServiceName(service) ? { service, operation: rpc[3], inputs: {}, isRpc: true } : undefined;
  }
  const service = path.slice(1).split('/', 1)[0] ?? '';
  if (!isServiceName(service)) return undefined;
  const own = path.slice(service.length + 1);
  const found = lookedUp(service, method, own) ?? lookedUp(service, method, own.replace(/^\/api(?=\/)/, ''));
  return { service, operation: found?.at.operation.id, inputs: found?.path ?? {}, isRpc: false };
}

/** A path that cannot be decoded matches no operation. */
function lookedUp(service: ServiceName, method: string, path: string): ReturnType<FindOperation> {
  try {
    return finderOf(service)(method, path);
  } catch {
    return undefined;
  }
}

const OF_SERVICE = new RegExp(`^/(?:${serviceNames.join('|')})[/.]|^/twirp/`);

/** Whether a path belongs to a service; faster than a search for the operation. */
export function isOfService(path: string): boolean {
  return OF_SERVICE.test(path);
}

/**
 * The services that have an operation or an RPC method of this name.
 *
 * @param among defaults to every service
 * @throws Refusal 400, with a list of the names, when there is none: a fault with a wrong name would never match
 */
export function servicesWith(operation: string, among?: ServiceName): readonly ServiceName[] {
  const services = among === undefined ? serviceNames : [among];
  const named = services.map((service) => {
    const methods = [...everyMethod().values()].filter((method) => method.service === service);
    return {
      service,
      names: [...Object.keys(operationsOf(service)), ...methods.map(({ descriptor: { name } }) => name)],
    };
  });
  const having = named.filter(({ names }) => names.includes(operation));
  if (having.length === 0) {
    throw new Refusal(400, `there is no operation ${operation}${among === undefined ? '' : ` of ${among}`}`, {
      hint: `use one of ${[...new Set(named.flatMap(({ names }) => names))].join(', ')}`,
    });
  }
  return having.map(({ service }) => service);
}
