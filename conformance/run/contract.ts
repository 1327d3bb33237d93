/** The parts of the contract that the suite reads, each once for any number of runs. */

import { asText } from '@wallet-services/kit/json';
import { standalone } from '../builtin/inputs/standalone.ts';
import type { ServiceChecks } from '../core/checks.ts';
import { inconclusive } from '../core/judgement.ts';
import type { OwnRule } from '../core/rule.ts';
import { inputOracle } from '../generate/oracle.ts';
import { inferred } from '../model/declared/inferred.ts';
import { type ApiModel, buildApi } from '../model/document/api.ts';
import type { OpenApiDocument } from '../model/document/document.ts';
import type { Gap } from '../model/document/gaps.ts';
import { type Ledger, ledgerOf } from '../model/document/ledger.ts';
import { loadApi, loadLedger } from '../model/document/load.ts';
import { type RpcModel, rpcModelOf } from '../model/document/rpc.ts';
import { type SchemaJudge, schemaJudge } from '../model/document/schemas.ts';
import { isServiceName, type ServiceName, serviceNames } from '../model/document/services.ts';
import type { Untried } from '../model/document/untried.ts';
import type { InputOracle } from '../model/judging.ts';
import { checkPlaced } from './placed.ts';
import { checksOfContract } from './plug-in.ts';

/** The contract of one service, and the additions of its checks. */
export interface ServiceContract extends Pick<ServiceChecks, 'source' | 'profile' | 'variants'> {
  readonly api: ApiModel;
  readonly schemas: SchemaJudge;
  readonly oracle: InputOracle;
  /** Rules and observers that do not come from a declaration. */
  readonly rules: readonly OwnRule[];
  /** The parts of its document that cannot be judged. */
  readonly gaps: readonly Gap[];
  /** Operations that the suite has no request for. Absent: none. */
  readonly untried?: readonly Untried[];
}

export interface Contract {
  /** The services, in the order in which they are reported. */
  readonly services: readonly ServiceName[];
  /** What another process makes the same contract of. Absent: the suite comes with the contract. */
  readonly given?: Given;
  /** A sentence for each thing that reading a document changed. Absent: nothing. */
  readonly notes?: readonly string[];
  /** @throws DocumentMissing when the contract has no document of the service. */
  service(name: ServiceName): Promise<ServiceContract>;
  /** JSON Schema of the target file's `known` for a service; undefined for the schema of any API. */
  known(name: ServiceName): Promise<object | undefined>;
  /** The model of the RPC methods; null for a service without documented ones. */
  rpc(name: ServiceName): Promise<RpcModel | null>;
}

/** A service of a contract that consists of its document alone. */
const noChecks: ServiceChecks = {
  source: 'the document',
  profile: {},
  rules: async () => [],
  variants: async () => [],
};

async function checksOf(name: ServiceName): Promise<ServiceChecks> {
  return (await (await checksOfContract()).service(name)) ?? noChecks;
}

async function load(name: ServiceName, ledger: Ledger): Promise<ServiceContract> {
  const [api, { source, profile, variants, ...checks }] = await Promise.all([loadApi(name, ledger), checksOf(name)]);
  const rules = await checks.rules();
  checkPlaced(rules, { service: name, profile, rules: api.rules, questions: api.questions });
  const schemas = schemaJudge(api.document);
  return { api, schemas, oracle: inputOracle(api.document, schemas), source, profile, rules, variants, gaps: [] };
}

/** Time limit for judging a value by a foreign schema, in milliseconds: its patterns may take forever. */
const LONGEST = 4_000;

/** The name of a service, from its title: in small letters, and never the name of one of the contract's services. */
export function nameOf(title: unknown): ServiceName {
  const words = asText(title ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  const name = words.replaceAll(/^-|-$/g, '') || 'service';
  return isServiceName(name) ? `${name}-api` : name;
}

/** How to treat a document, and the results of reading it. */
export interface Reading {
  /** A sentence for each change that reading made. */
  readonly notes: readonly string[];
  /** A sentence for each part that is probably a typing error. */
  readonly doubts: readonly string[];
  /**
   * Whether the sources of ids may be inferred from the structure of the document. Default: only declared ones are
   * used.
   */
  readonly isInferring?: boolean;
  /** The parts that cannot be judged. Default: none. */
  readonly gaps?: readonly Gap[];
  /** Operations that the suite has no request for. Default: none. */
  readonly untried?: readonly Untried[];
}

/** A foreign document, and the results of reading it. */
export interface Given {
  readonly document: OpenApiDocument;
  readonly reading: Reading;
}

/** The rule that every part of a document can be read as it is meant. */
export const READABLE = 'document.readable';

/**
 * The rule that leaves a run undecided while a part of the document is probably a typing error; none where there is no
 * such part.
 */
function readable(doubts: readonly string[]): readonly OwnRule[] {
  if (doubts.length === 0) return [];
  const hint = `correct the document, or list ${READABLE} under allow_inconclusive of the target file`;
  const check: OwnRule['check'] = async (_, report) => report(...doubts.map((doubt) => inconclusive(doubt, hint)));
  return [{ id: READABLE, check }];
}

/**
 * The contract of a foreign document: one service, named after its title in small letters.
 *
 * @param reading the results of reading the document. Default: none.
 */
export function contractOf(document: OpenApiDocument, reading: Reading = { notes: [], doubts: [] }): Contract {
  const { notes, doubts, isInferring, gaps = [], untried = [] } = reading;
  const name = nameOf(document.info.title);
  const rules = readable(doubts);
  const text = 'Every part of the document can be read as it is meant.';
  const about = { service: name, operation: null, level: 'must', source: noChecks.source, text } as const;
  const ledger = ledgerOf(name, document);
  const plain = buildApi(name, document, {
    ...ledger,
    rules: [...ledger.rules, ...rules.map(({ id }) => ({ ...about, id }))],
  });
  const api = isInferring === true ? { ...plain, declarations: [...plain.declarations, ...inferred(plain)] } : plain;
  const schemas = schemaJudge(document, LONGEST);
  const service: ServiceContract = {
    api,
    schemas,
    oracle: inputOracle(document, schemas),
    source: noChecks.source,
    profile: standalone,
    rules,
    variants: noChecks.variants,
    gaps,
    untried,
  };
  return {
    services: [name],
    notes,
    given: { document, reading },
    service: async () => service,
    known: async () => undefined,
    rpc: async () => null,
  };
}

/** Opens the contract. Pass the same one to several runs: compiling schemas takes most of the time of a short run. */
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
    known: async (name) => (await checksOf(name)).known,
    async rpc(name) {
      const { rpc } = await checksOf(name);
      return rpc === undefined ? null : rpcModelOf(await rpc());
    },
  };
}
