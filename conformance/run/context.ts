/** Gathers the input of planning and judging. */
import { randomUUID } from 'node:crypto';
import type { SuiteContext } from '../core/context.ts';
import type { ServiceName } from '../model/document/services.ts';
import { rpcProtocols } from '../model/exchange.ts';
import type { ServiceTarget, SignIn } from '../model/target.ts';
import { openWallet } from '../sign-in/wallet.ts';
import type { Contract } from './contract.ts';

export interface SuiteContextOptions {
  readonly service: ServiceName;
  readonly target: ServiceTarget;
  readonly signIn: SignIn;
  readonly seed: number;
  readonly fuzz: number;
  readonly readOnly?: boolean;
}

/**
 * Loads the protobuf messages only where the target names an RPC address, since that takes most of the time of a short
 * run.
 */
export async function suiteContextOf(
  contract: Contract,
  { service, target, signIn, seed, fuzz, readOnly = false }: SuiteContextOptions,
): Promise<SuiteContext> {
  const named = rpcProtocols.filter((protocol) => target.rpc[protocol] !== undefined);
  const rpc = named.length === 0 ? null : await contract.rpc(service);
  const { api, schemas, oracle, profile } = await contract.service(service);
  return {
    api,
    schemas,
    oracle,
    ...(profile.complete && { complete: profile.complete }),
    ...(profile.settle && { settle: profile.settle }),
    ...(profile.populate && { populate: profile.populate }),
    profile,
    target,
    wallet: openWallet(signIn, seed),
    rpcProtocols: rpc === null ? [] : named,
    rpc,
    seed,
    run: randomUUID(),
    found: new Map(),
    fuzz,
    readOnly,
  };
}
