/** The context of a run: addresses and credentials for the client, and direct access to the reference server. */
import {
  type CorrectServer,
  edited,
  forwardTo,
  type Keystore,
  objectsOf,
  ownAccount,
  type ServiceContract,
  type ContractService as ServiceName,
  serviceNames,
  valueAt,
} from '@wallet-services/conformance/testing/clients';
import { jsonOf } from '@wallet-services/kit/exchange';
import { requestOf } from '@wallet-services/kit/wire';
import type { Samples } from './difficult/scenario.ts';
import { type DifficultServer, startDifficult } from './difficult/server.ts';
import { startWatcher, type Watcher } from './watcher.ts';

interface DirectCall {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ClientSuite {
  readonly watcher: Watcher;
  readonly contracts: Readonly<Record<ServiceName, ServiceContract>>;
  readonly keystore: Keystore;
  /** Private key of the EIP-4361 account, in hexadecimal. */
  readonly accountKey: string;
  readonly domain: string;
  readonly appId: string;
  readonly appSecret: string;
  /** Environment variables of the client. */
  readonly variables: Readonly<Record<string, string>>;
  /** Sends a request to the reference server, without the watcher. @throws when it is rejected. */
  direct(path: string, call?: DirectCall): Promise<unknown>;
  /** The server of difficult scenarios; started when the first scenario needs it. */
  difficult(): Promise<DifficultServer>;
  /** Valid JSON of the reference server. */
  samples(): Promise<Samples>;
  close(): Promise<void>;
}

async function contractsOf({ contract }: CorrectServer): Promise<ClientSuite['contracts']> {
  const entries = await Promise.all(serviceNames.map(async (name) => [name, await contract.service(name)] as const));
  return Object.fromEntries(entries) as Record<ServiceName, ServiceContract>;
}

function given<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`the reference server has no ${what}`);
  return value;
}

async function samplesOf(direct: ClientSuite['direct']): Promise<Samples> {
  const first = async (path: string, list: string) =>
    given(objectsOf(valueAt(await direct(path), list))[0], `item at ${path}`);
  const pairs = await direct('/swap/pairs');
  return {
    pairs,
    good: JSON.stringify(edited(pairs, '/data/pairs', () => [])),
    swap: await first('/swap/transactions?limit=1', '/data/transactions'),
    comment: await first('/comment/comments?site_id=21&limit=1', '/data/comments'),
    event: await first('/lending/api/v1/transactions?limit=1', ''),
    market: await first('/lending/api/v1/markets/all', '/data'),
  };
}

/** Puts a watcher in front of a reference server; close it when done. */
export async function openSuite(reference: CorrectServer): Promise<ClientSuite> {
  const { services, signIn } = reference.target;
  const { origin } = new URL(given(services.lending, 'lending').url);
  const keystore = given(signIn?.keystores?.caller, 'a keystore');
  const domain = given(signIn?.message, 'sign-in by message').domain;
  const { AppId, AppSecret } = given(services.assistant, 'the assistant').credentials;
  const [appId, appSecret] = [given(AppId, 'an application'), given(AppSecret, "an application's secret")];
  const accountKey = Buffer.from(ownAccount(1, 'watched client').secretKey).toString('hex');
  const contracts = await contractsOf(reference);
  const watcher = await startWatcher(origin, contracts);
  const { clientId, sessionId, privateKey } = keystore;
  const addresses = serviceNames.map((name) => [`CHECK_${name.toUpperCase()}_URL`, `${watcher.origin}/${name}`]);
  const forwarder = forwardTo(origin);
  const direct: ClientSuite['direct'] = async (path, { method = 'GET', body, headers } = {}) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = Buffer.from(JSON.stringify(body) ?? '');
    const reply = await forwarder.handler(requestOf(method, path, { ...type, ...headers }, sent));
    if (reply.kind !== 'reply' || reply.status !== 200) {
      const status = reply.kind === 'reply' ? reply.status : 'nothing';
      throw new Error(`the reference server returned ${status} for ${method} ${path}`);
    }
    return jsonOf(reply.body);
  };
  let difficult: Promise<DifficultServer> | undefined;
  let samples: Promise<Samples> | undefined;
  return {
    watcher,
    contracts,
    keystore,
    accountKey,
    domain,
    appId,
    appSecret,
    variables: {
      CHECK_PROTOCOL: '1',
      ...Object.fromEntries(addresses),
      CHECK_NETWORK_URL: `${watcher.origin}/wallet`,
      CHECK_RPC_URL: watcher.origin,
      CHECK_GRPC_URL: given(services.lending?.rpc['grpc'], 'gRPC'),
      CHECK_KEYSTORE: JSON.stringify({ client_id: clientId, session_id: sessionId, private_key: privateKey }),
      CHECK_APP_ID: appId,
      CHECK_APP_SECRET: appSecret,
      CHECK_DOMAIN: domain,
      CHECK_URI: `https://${domain}/sign-in`,
      CHECK_ACCOUNT_KEY: accountKey,
    },
    direct,
    difficult() {
      difficult ??= startDifficult();
      return difficult;
    },
    samples() {
      samples ??= samplesOf(direct);
      return samples;
    },
    async close() {
      await watcher.close();
      forwarder.close();
      await (await difficult)?.close();
    },
  };
}
