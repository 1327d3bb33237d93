/** Reads a target file. */
import { readFile } from 'node:fs/promises';
import { messageOf, UsageError } from '@wallet-services/kit/errors';
import { eachText } from '@wallet-services/kit/harmless';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse, YAMLError } from 'yaml';
import type { Transport } from '../model/carrier.ts';
import type { RpcProtocol } from '../model/exchange.ts';
import type {
  Keystore,
  KeystoreRole,
  KnownFailure,
  MessageSignIn,
  ServiceTarget,
  SignIn,
  Target,
} from '../model/target.ts';
import { isObject } from '../model/values/json.ts';
import { privateKeyOf } from '../sign-in/token.ts';
import { knownFailuresOf } from './known-failures.ts';
import { type Nameable, sentence, targetSchema } from './schema.ts';
import { transportOf } from './transport.ts';

interface ServiceEntry {
  url: string;
  rpc?: Partial<Record<RpcProtocol, string>> & { route?: string };
  credentials?: Record<string, string>;
  other_credentials?: Record<string, string>;
  expired_credentials?: Record<string, string>;
  transport?: Record<string, Transport>;
  headers?: Record<string, string>;
  exclude?: string[];
  include?: string[];
  known?: Record<string, unknown>;
  settle_ms?: number;
}

interface KeystoreEntry {
  client_id: string;
  session_id: string;
  private_key: string;
}

interface SignInEntry {
  keystores?: Partial<Record<KeystoreRole, KeystoreEntry>>;
  message?: { domain: string; uri?: string; chain_id?: number; private_key?: string };
}

interface TargetEntry {
  services: Record<string, ServiceEntry>;
  sign_in?: SignInEntry;
  allow_inconclusive?: string[];
  known_failures?: KnownFailure[];
}

/**
 * An http or https address without its query.
 *
 * @throws UsageError when the text is not one.
 */
export function addressOf(given: string, where: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new UsageError(`${where}: ${given} is not an address; write one like http://127.0.0.1:4000/api`);
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new UsageError(`${where}: ${given} must be a plain address, without query, fragment or user`);
  }
  return given.replace(/\/+$/, '');
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Replaces each `${NAME}` of a value from the environment, so that the file need not contain credentials. */
type Fill = <Value>(value: Value, where: string) => Value;

function filling(environment: Environment): Fill {
  return (value, where) =>
    eachText(value, (text) =>
      text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
        const found = environment[name];
        if (found === undefined) throw new UsageError(`${where}: the environment variable ${name} is not set; set it`);
        return found;
      }),
    );
}

function serviceOf(entry: ServiceEntry, fill: Fill, where: string): ServiceTarget {
  const { route, ...addresses } = entry.rpc ?? {};
  const rpc = Object.entries(addresses).map(([protocol, url]) => [
    protocol,
    addressOf(url, `${where}.rpc.${protocol}`),
  ]);
  return {
    url: addressOf(entry.url, `${where}.url`),
    rpc: Object.fromEntries(rpc),
    rpcRoute: route,
    credentials: fill(entry.credentials ?? {}, `${where}.credentials`),
    otherCredentials: fill(entry.other_credentials ?? {}, `${where}.other_credentials`),
    expiredCredentials: fill(entry.expired_credentials ?? {}, `${where}.expired_credentials`),
    known: fill(entry.known ?? {}, `${where}.known`),
    headers: entry.headers && fill(entry.headers, `${where}.headers`),
    exclude: entry.exclude,
    include: entry.include,
    transport: entry.transport && transportOf(entry.transport, `${where}.transport`),
    settleMs: entry.settle_ms,
  };
}

function keystoreOf(entry: KeystoreEntry, fill: Fill, where: string): Keystore {
  const { client_id: clientId, session_id: sessionId, private_key: privateKey } = fill(entry, where);
  try {
    privateKeyOf(privateKey);
  } catch (error) {
    throw new UsageError(`${where}: ${messageOf(error)}`);
  }
  return { clientId, sessionId, privateKey };
}

function messageSignIn(entry: NonNullable<SignInEntry['message']>, fill: Fill, where: string): MessageSignIn {
  const privateKey = fill(entry.private_key, `${where}.private_key`);
  if (privateKey !== undefined && !/^(0x)?[0-9a-fA-F]{64}$/.test(privateKey)) {
    throw new UsageError(`${where}.private_key is not a key: write 0x and 64 hexadecimal digits`);
  }
  return { domain: fill(entry.domain, `${where}.domain`), uri: entry.uri, chainId: entry.chain_id, privateKey };
}

function signInOf({ keystores = {}, message }: SignInEntry, fill: Fill, where: string): SignIn {
  const named = Object.entries(keystores).map(([role, entry]) => [
    role,
    keystoreOf(entry, fill, `${where}.keystores.${role}`),
  ]);
  return {
    keystores: Object.fromEntries(named),
    message: message && messageSignIn(message, fill, `${where}.message`),
  };
}

/** Loads the schemas of only those services that the file names. */
function onlyNamed({ services, known }: Nameable, data: unknown): Nameable {
  const named = isObject(data) && isObject(data['services']) ? Object.keys(data['services']) : [];
  return { services, known: async (service) => (named.includes(service) ? known(service) : undefined) };
}

/**
 * Reads the text of a target file.
 *
 * @param name of the file, for the message.
 * @param contract the services that it may name.
 * @throws UsageError when it is not a target file.
 */
export async function parseTarget(
  yaml: string,
  name: string,
  environment: Environment,
  contract: Nameable,
): Promise<Target> {
  let data: unknown;
  try {
    data = parse(yaml, { logLevel: 'error' });
  } catch (error) {
    const why = error instanceof YAMLError ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new UsageError(`${name} is not valid YAML: ${why.replace(/:$/, '')}`);
  }
  const schema = await targetSchema(onlyNamed(contract, data));
  const ajv = new Ajv2020({ allowUnionTypes: true, verbose: true, validateSchema: false });
  const validate = ajv.compile<TargetEntry>(schema);
  if (!validate(data)) {
    const [error] = validate.errors ?? [];
    throw new UsageError(`${name}: ${error === undefined ? 'it is not a target file' : sentence(error)}`);
  }
  const fill = filling(environment);
  const named = Object.entries(data.services).map(
    ([service, entry]) => [service, serviceOf(entry, fill, `${name}: services.${service}`)] as const,
  );
  const { sign_in: signIn, allow_inconclusive: allowInconclusive = [], known_failures: known } = data;
  return {
    services: Object.fromEntries(named),
    signIn: signIn && signInOf(signIn, fill, `${name}: sign_in`),
    allowInconclusive,
    knownFailures: known && knownFailuresOf(known, `${name}: known_failures`),
  };
}

/**
 * Reads a target file.
 *
 * @throws UsageError when it cannot be read, or is not a target file.
 */
export async function readTarget(path: string, environment: Environment, contract: Nameable): Promise<Target> {
  const yaml = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`the target file ${path} cannot be read (${error.code}); check the path given to --target`);
  });
  return parseTarget(yaml, path, environment, contract);
}

/** Reads a target file, with addresses that replace its own. @throws UsageError when it cannot be read */
export async function readTargetAt(
  file: URL,
  addresses: Readonly<Record<string, string>>,
  contract: Nameable,
): Promise<Target> {
  const yaml = await readFile(file, 'utf8');
  const here = Object.entries(addresses).reduce((text, [from, to]) => text.replaceAll(from, to), yaml);
  return parseTarget(here, file.pathname, {}, contract);
}
