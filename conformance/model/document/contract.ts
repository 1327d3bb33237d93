/** What the suite reads of the contract, each part once however many runs use it. */
import { type InputOracle, inputOracle } from '../../generate/oracle.ts';
import { type ApiModel, buildApi } from './api.ts';
import type { OpenApiDocument } from './document.ts';
import { type Ledger, ledgerOf } from './ledger.ts';
import { loadApi, loadLedger } from './load.ts';
import { loadRpc, type RpcModel } from './rpc.ts';
import { type SchemaJudge, schemaJudge } from './schemas.ts';
import { isServiceName, type ServiceName, serviceNames } from './services.ts';

/** What the contract says of one service. */
export interface ServiceContract {
  readonly api: ApiModel;
  readonly schemas: SchemaJudge;
  readonly oracle: InputOracle;
}

export interface Contract {
  /** In the order in which they are reported. */
  readonly services: readonly ServiceName[];
  /** @throws DocumentMissing when the contract has no document of the service. */
  service(name: ServiceName): Promise<ServiceContract>;
  /** Null for services without RPC methods of the documents. */
  rpc(name: ServiceName): Promise<RpcModel | null>;
}

async function load(name: ServiceName, ledger: Ledger): Promise<ServiceContract> {
  const api = await loadApi(name, ledger);
  const schemas = schemaJudge(api.document);
  return { api, schemas, oracle: inputOracle(api.document, schemas) };
}

/** What a service is called by its title: in small letters, and never as one of the contract. */
function nameOf(title: unknown): ServiceName {
  const words = `${title ?? ''}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const name = words.replaceAll(/^-|-$/g, '') || 'service';
  return isServiceName(name) ? `${name}-api` : name;
}

/** The contract of a document of somebody else's: one service, named as its title in small letters. */
export function contractOf(document: OpenApiDocument): Contract {
  const name = nameOf(document.info.title);
  const api = buildApi(name, document, ledgerOf(name, document));
  const schemas = schemaJudge(document);
  const service: ServiceContract = { api, schemas, oracle: inputOracle(document, schemas) };
  return { services: [name], service: async () => service, rpc: async () => null };
}

/** Opens the contract. Give the same one to several runs: compiling schemas takes most of the time of a short run. */
export function openContract(): Contract {
  let ledger: Promise<Ledger> | undefined;
  const services = new Map<ServiceName, Promise<ServiceContract>>();
  const read = async (name: ServiceName) => {
    ledger ??= loadLedger();
    return load(name, await ledger);
  };
  return {
    services: serviceNames,
    service(name) {
      const known = services.get(name) ?? read(name);
      services.set(name, known);
      return known;
    },
    rpc: loadRpc,
  };
}
