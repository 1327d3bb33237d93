/** The target of the command line: a file, addresses, or both. */

import { UsageError } from '@wallet-services/kit/errors';
import { type ServiceName, serviceNames } from '../model/document/services.ts';
import { bareService, type ServiceTarget, type Target } from '../model/target.ts';
import type { Contract } from '../run/contract.ts';
import { addressOf, readTarget } from '../target/file.ts';
import type { Arguments } from './arguments.ts';

/** Flags that apply to every service. */
type Flags = Partial<Pick<Arguments, 'header' | 'exclude' | 'include'>>;

const empty: Target = { services: {}, allowInconclusive: [] };

function withUrl(service: ServiceTarget | undefined, url: string, flag: string): ServiceTarget {
  const address = addressOf(url, flag);
  return service === undefined ? bareService(address) : { ...service, url: address };
}

/** The target with the addresses of the RPC methods at the service that has them. */
async function withRpc(
  target: Target,
  { rpc, grpc }: Pick<Arguments, 'rpc' | 'grpc'>,
  contract: Contract,
): Promise<Target> {
  if (rpc === undefined && grpc === undefined) return target;
  const able: ServiceName[] = [];
  for (const name of contract.services) if ((await contract.rpc(name)) !== null) able.push(name);
  const name = able.find((candidate) => target.services[candidate] !== undefined);
  const service = name === undefined ? undefined : target.services[name];
  if (name === undefined || service === undefined) {
    const wanted = able.map((candidate) => `--${candidate} URL`).join(' or ');
    throw new UsageError(
      `--rpc and --grpc belong to a service with RPC methods; ${wanted === '' ? 'there is none' : `add ${wanted}`}`,
    );
  }
  const addresses = {
    ...service.rpc,
    ...(rpc === undefined ? {} : { connect: addressOf(rpc, '--rpc') }),
    ...(grpc === undefined ? {} : { grpc: addressOf(grpc, '--grpc') }),
  };
  return { ...target, services: { ...target.services, [name]: { ...service, rpc: addresses } } };
}

/** The service with the additions of the flags. */
function withFlags(service: ServiceTarget, { header = [], exclude = [], include = [] }: Flags): ServiceTarget {
  const headers = header.map((text) => [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1).trim()]);
  return {
    ...service,
    ...(header.length === 0 ? {} : { headers: { ...service.headers, ...Object.fromEntries(headers) } }),
    ...(exclude.length === 0 ? {} : { exclude: [...(service.exclude ?? []), ...exclude] }),
    ...(include.length === 0 ? {} : { include: [...(service.include ?? []), ...include] }),
  };
}

/**
 * Reads the target file and replaces its addresses with those of the flags.
 *
 * @param contract the services that it may name.
 * @throws UsageError when the file or an address is wrong, or no service is named.
 */
export async function targetOf(
  given: Pick<Arguments, 'target' | 'url' | 'urls' | 'services' | 'rpc' | 'grpc'> & Flags,
  environment: Readonly<Record<string, string | undefined>>,
  contract: Contract,
): Promise<Target> {
  const { services } = contract;
  const base = given.target === undefined ? empty : await readTarget(given.target, environment, contract);
  const named = serviceNames.flatMap((name) => {
    const url = given.urls[name];
    return url === undefined ? [] : [[name, withUrl(base.services[name], url, `--${name}`)] as const];
  });
  const [only = ''] = services;
  const byUrl = given.url === undefined ? [] : [[only, withUrl(base.services[only], given.url, '--url')] as const];
  const flagged = { ...base.services, ...Object.fromEntries([...named, ...byUrl]) };
  const whole = Object.entries(flagged).map(([name, one]) => [name, one && withFlags(one, given)]);
  const target = await withRpc({ ...base, services: Object.fromEntries(whole) }, given, contract);
  if (Object.keys(target.services).length === 0) {
    throw new UsageError(
      `nothing to check: add an address, such as --${contract.services[0]} URL (with --document: --url URL), or --target FILE; see --help`,
    );
  }
  const missing = given.services.find((name) => target.services[name] === undefined);
  if (missing !== undefined) throw new UsageError(`--service ${missing}: the target has no address for ${missing}`);
  return target;
}
