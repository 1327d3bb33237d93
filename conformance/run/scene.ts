/** Gathers what planning and judging look at. */
import { inputOracle } from '../generate/oracle.ts';
import type { ApiModel } from '../model/api.ts';
import type { RpcProtocol } from '../model/exchange.ts';
import { loadRpc } from '../model/rpc.ts';
import { schemaJudge } from '../model/schemas.ts';
import type { Scene } from '../rules/rule.ts';
import type { ServiceTarget } from '../target/target.ts';

const protocols: readonly RpcProtocol[] = ['connect', 'twirp', 'grpc'];

/** Loads the protobuf messages only where the target names an RPC address: most of the time of a short run. */
export async function sceneOf(api: ApiModel, target: ServiceTarget, seed: number): Promise<Scene> {
  const named = protocols.filter((protocol) => target.rpc[protocol] !== undefined);
  const rpc = named.length === 0 ? null : await loadRpc(api.service);
  const schemas = schemaJudge(api.document);
  return {
    api,
    schemas,
    oracle: inputOracle(api.document, schemas),
    target,
    rpcProtocols: rpc === null ? [] : named,
    rpc,
    seed,
  };
}
