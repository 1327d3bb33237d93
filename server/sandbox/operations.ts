/** Tells of a request which service and which operation it asks for. */
import { operations as assistant } from '@wallet-services/contract/assistant';
import { operations as comment } from '@wallet-services/contract/comment';
import { operations as lending } from '@wallet-services/contract/lending';
import { isServiceName, type ServiceName, serviceNames } from '@wallet-services/contract/services';
import { operations as swap } from '@wallet-services/contract/swap';
import { operations as vault } from '@wallet-services/contract/vault';
import type { Operation } from '@wallet-services/runtime';

/** What a request asks for. */
export interface Asked {
  readonly service: ServiceName;
  /** Its operationId, or the name of its RPC method; undefined where the service has none there. */
  readonly operation: string | undefined;
  /** Path parameters. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly isRpc: boolean;
}

const tables: Readonly<Record<ServiceName, Readonly<Record<string, Operation>>>> = {
  lending,
  comment,
  swap,
  vault,
  assistant,
};

interface Route {
  readonly id: string;
  readonly method: string;
  readonly expression: RegExp;
  readonly fixed: number;
}

/** By service, those with the most fixed parts first. */
const routes = new Map<ServiceName, readonly Route[]>();

function routesOf(service: ServiceName): readonly Route[] {
  const known = routes.get(service);
  if (known !== undefined) return known;
  const made = Object.values(tables[service])
    .map(({ id, method, path }) => {
      const parts = path.split('/');
      const pattern = parts.map((part) => part.replace(/^\{(.+)\}$/, '(?<$1>[^/]+)')).join('/');
      return {
        id,
        method: method.toUpperCase(),
        expression: new RegExp(`^/${service}(?:/api)?${pattern}$`),
        fixed: parts.filter((part) => !part.startsWith('{')).length,
      };
    })
    .toSorted((one, other) => other.fixed - one.fixed);
  routes.set(service, made);
  return made;
}

const RPC = /^\/(?:[a-z]+\/)?(?:api\/)?(?:([a-z]+)\.v1\.\w+|([A-Z]\w*))\/([A-Z]\w*)$/;

/** @param path without the address of a world, and without the query; undefined where no service is meant */
export function askedFor(method: string, path: string): Asked | undefined {
  const rpc = RPC.exec(path);
  if (rpc !== null) {
    const service = rpc[1] ?? (rpc[2] ?? '').replace(/Service$/, '').toLowerCase();
    return isServiceName(service) ? { service, operation: rpc[3], inputs: {}, isRpc: true } : undefined;
  }
  const service = path.slice(1).split('/', 1)[0] ?? '';
  if (!isServiceName(service)) return undefined;
  for (const { id, method: own, expression } of routesOf(service)) {
    const found = own === method ? expression.exec(path) : null;
    if (found !== null) return { service, operation: id, inputs: decoded(found.groups ?? {}), isRpc: false };
  }
  return { service, operation: undefined, inputs: {}, isRpc: false };
}

/** Whether a path is one of a service, without looking for the operation. */
export function isOfService(path: string): boolean {
  return /^\/(?:lending|comment|swap|vault|assistant)[/.]|^\/twirp\//.test(path);
}

function decoded(inputs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, text]) => {
      try {
        return [name, decodeURIComponent(text)];
      } catch {
        return [name, text];
      }
    }),
  );
}

/** The services that have an operation. */
export function servicesWith(operation: string): readonly ServiceName[] {
  return serviceNames.filter((service) => Object.hasOwn(tables[service], operation));
}

/** The operations of services. */
export function operationsOf(services: readonly ServiceName[]): readonly string[] {
  return services.flatMap((service) => Object.keys(tables[service]));
}
