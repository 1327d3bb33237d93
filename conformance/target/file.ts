/** Reads a target file. */
import { readFile } from 'node:fs/promises';
import { UsageError } from '@wallet-services/kit/errors';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse, YAMLError } from 'yaml';
import type { Transport } from '../model/carrier.ts';
import { type ServiceName, serviceNames } from '../model/document/services.ts';
import type { RpcProtocol } from '../model/exchange.ts';
import { privateKeyOf } from '../sign-in/token.ts';
import { type KnownFailure, knownFailuresOf } from './known-failures.ts';
import { sentence, targetSchema } from './schema.ts';
import type { Keystore, KeystoreRole, MessageSignIn, ServiceTarget, SignIn, Target } from './target.ts';
import { transportOf } from './transport.ts';

interface ServiceEntry {
  url: string;
  rpc?: Partial<Record<RpcProtocol, string>> & { route?: string };
  credentials?: Record<string, string>;
  other_credentials?: Record<string, string>;
  expired_credentials?: Record<string, string>;
  transport?: Record<string, Transport>;
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
 * @throws UsageError when the text is none.
 */
export function addressOf(given: string, where: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new UsageError(`${where}: ${given} is not an address; write one like http://127.0.0.1:4000/lending`);
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new UsageError(`${where}: ${given} must be a plain address, without query, fragment or user`);
  }
  return given.replace(/\/+$/, '');
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Fills `${NAME}` from the environment, so that credentials need not stand in the file. */
function filled(value: string, environment: Environment, where: string): string {
  return value.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const found = environment[name];
    if (found === undefined) throw new UsageError(`${where}: the environment variable ${name} is not set; set it`);
    return found;
  });
}

function filledAll(values: Readonly<Record<string, string>>, environment: Environment, where: string) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filled(value, environment, where)]));
}

/** Fills the texts of known data; its shape was judged before. */
function filledDeep(data: Record<string, unknown>, environment: Environment, where: string): Record<string, unknown> {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return filled(value, environment, where);
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner)]));
  };
  return Object.fromEntries(Object.entries(data).map(([name, inner]) => [name, fill(inner)]));
}

function serviceOf(entry: ServiceEntry, environment: Environment, where: string): ServiceTarget {
  const { route, ...addresses } = entry.rpc ?? {};
  const rpc = Object.entries(addresses).map(([protocol, url]) => [
    protocol,
    addressOf(url, `${where}.rpc.${protocol}`),
  ]);
  return {
    url: addressOf(entry.url, `${where}.url`),
    rpc: Object.fromEntries(rpc),
    ...(route === undefined ? {} : { rpcRoute: route }),
    credentials: filledAll(entry.credentials ?? {}, environment, `${where}.credentials`),
    otherCredentials: filledAll(entry.other_credentials ?? {}, environment, `${where}.other_credentials`),
    expiredCredentials: filledAll(entry.expired_credentials ?? {}, environment, `${where}.expired_credentials`),
    known: filledDeep(entry.known ?? {}, environment, `${where}.known`),
    ...(entry.transport === undefined ? {} : { transport: transportOf(entry.transport, `${where}.transport`) }),
    ...(entry.settle_ms === undefined ? {} : { settleMs: entry.settle_ms }),
  };
}

function keystoreOf(role: string, entry: KeystoreEntry, environment: Environment, where: string): Keystore {
  const place = `${where}.keystores.${role}`;
  const values = filledAll({ ...entry }, environment, place);
  const { client_id: clientId = '', session_id: sessionId = '', private_key: privateKey = '' } = values;
  try {
    privateKeyOf(privateKey);
  } catch (error) {
    throw new UsageError(`${place}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return { clientId, sessionId, privateKey };
}

function messageOf(entry: NonNullable<SignInEntry['message']>, environment: Environment, where: string): MessageSignIn {
  const { domain, uri, chain_id: chainId, private_key: key } = entry;
  const privateKey = key === undefined ? undefined : filled(key, environment, `${where}.message.private_key`);
  if (privateKey !== undefined && !/^(0x)?[0-9a-fA-F]{64}$/.test(privateKey)) {
    throw new UsageError(`${where}.message.private_key is not a key: write 0x and 64 hexadecimal digits`);
  }
  return {
    domain: filled(domain, environment, `${where}.message.domain`),
    ...(uri === undefined ? {} : { uri }),
    ...(chainId === undefined ? {} : { chainId }),
    ...(privateKey === undefined ? {} : { privateKey }),
  };
}

function signInOf({ keystores = {}, message }: SignInEntry, environment: Environment, where: string): SignIn {
  const named = Object.entries(keystores).map(([role, entry]) => [role, keystoreOf(role, entry, environment, where)]);
  return {
    keystores: Object.fromEntries(named),
    ...(message === undefined ? {} : { message: messageOf(message, environment, where) }),
  };
}

/**
 * Reads the text of a target file.
 *
 * @param name of the file, for the message.
 * @param services that it may name. Default: those of the contract.
 * @throws UsageError when it is not one.
 */
export function parseTarget(
  yaml: string,
  name: string,
  environment: Environment,
  services: readonly ServiceName[] = serviceNames,
): Target {
  let data: unknown;
  try {
    data = parse(yaml);
  } catch (error) {
    const why = error instanceof YAMLError ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new UsageError(`${name} is not valid YAML: ${why.replace(/:$/, '')}`);
  }
  const validate = new Ajv2020({ allowUnionTypes: true, verbose: true }).compile<TargetEntry>(targetSchema(services));
  if (!validate(data)) {
    const [error] = validate.errors ?? [];
    throw new UsageError(`${name}: ${error === undefined ? 'it is not a target file' : sentence(error)}`);
  }
  const named = Object.entries(data.services).map(
    ([service, entry]) => [service, serviceOf(entry, environment, `${name}: services.${service}`)] as const,
  );
  return {
    services: Object.fromEntries(named),
    ...(data.sign_in === undefined ? {} : { signIn: signInOf(data.sign_in, environment, `${name}: sign_in`) }),
    allowInconclusive: data.allow_inconclusive ?? [],
    ...(data.known_failures === undefined
      ? {}
      : { knownFailures: knownFailuresOf(data.known_failures, `${name}: known_failures`) }),
  };
}

/**
 * Reads a target file.
 *
 * @throws UsageError when it cannot be read, or is not one.
 */
export async function readTarget(
  path: string,
  environment: Environment,
  services: readonly ServiceName[] = serviceNames,
): Promise<Target> {
  const yaml = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`the target file ${path} cannot be read (${error.code}); check the path given to --target`);
  });
  return parseTarget(yaml, path, environment, services);
}
