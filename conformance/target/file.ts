/** Reads a target file. */
import { readFile } from 'node:fs/promises';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { parse, YAMLError } from 'yaml';
import type { RpcProtocol } from '../model/exchange.ts';
import { isServiceName, serviceNames } from '../model/services.ts';
import { UsageError } from './problem.ts';
import type { ServiceTarget, Target } from './target.ts';

interface ServiceEntry {
  url: string;
  rpc?: Partial<Record<RpcProtocol, string>> & { route?: string };
  credentials?: Record<string, string>;
  expired_credentials?: Record<string, string>;
  known?: { markets?: string[]; pay_request?: Record<string, string> };
}

interface TargetEntry {
  services: Record<string, ServiceEntry>;
  allow_inconclusive?: string[];
}

const text = { type: 'string', minLength: 1 };
const texts = { type: 'object', additionalProperties: text };

const service = {
  type: 'object',
  required: ['url'],
  additionalProperties: false,
  properties: {
    url: text,
    rpc: {
      type: 'object',
      additionalProperties: false,
      properties: { connect: text, twirp: text, grpc: text, route: text },
    },
    credentials: texts,
    expired_credentials: texts,
    known: {
      type: 'object',
      additionalProperties: false,
      properties: { markets: { type: 'array', items: text }, pay_request: texts },
    },
  },
};

const schema = {
  type: 'object',
  required: ['services'],
  additionalProperties: false,
  properties: {
    services: {
      type: 'object',
      minProperties: 1,
      additionalProperties: false,
      properties: Object.fromEntries(serviceNames.map((name) => [name, service])),
    },
    allow_inconclusive: { type: 'array', items: text },
  },
};

function sentence({ instancePath, keyword, params, message }: ErrorObject): string {
  const place = instancePath === '' ? 'the file' : instancePath.slice(1).replaceAll('/', '.');
  if (keyword === 'additionalProperties') return `${place} has no member ${params['additionalProperty']}`;
  if (keyword === 'required') return `${place} needs ${params['missingProperty']}`;
  return `${place} ${message}`;
}

/**
 * An http or https address without its query.
 *
 * @throws UsageError when the text is none.
 */
export function addressOf(given: string, where: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new UsageError(`${where}: ${given} is no address; write one like http://127.0.0.1:4000/lending`);
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new UsageError(`${where}: ${given} must be an address alone, without query, fragment or user`);
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

function serviceOf(entry: ServiceEntry, environment: Environment, where: string): ServiceTarget {
  const { route, ...addresses } = entry.rpc ?? {};
  const rpc = Object.entries(addresses).map(([protocol, url]) => [
    protocol,
    addressOf(url, `${where}.rpc.${protocol}`),
  ]);
  const { markets, pay_request: payRequest } = entry.known ?? {};
  return {
    url: addressOf(entry.url, `${where}.url`),
    rpc: Object.fromEntries(rpc),
    ...(route === undefined ? {} : { rpcRoute: route }),
    credentials: filledAll(entry.credentials ?? {}, environment, `${where}.credentials`),
    expiredCredentials: filledAll(entry.expired_credentials ?? {}, environment, `${where}.expired_credentials`),
    known: {
      ...(markets === undefined ? {} : { markets }),
      ...(payRequest === undefined ? {} : { payRequest }),
    },
  };
}

/**
 * Reads the text of a target file.
 *
 * @param name of the file, for the message.
 * @throws UsageError when it is not one.
 */
export function parseTarget(yaml: string, name: string, environment: Environment): Target {
  let data: unknown;
  try {
    data = parse(yaml);
  } catch (error) {
    const why = error instanceof YAMLError ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new UsageError(`${name} is no valid YAML: ${why.replace(/:$/, '')}`);
  }
  const validate = new Ajv2020().compile<TargetEntry>(schema);
  if (!validate(data)) {
    const [error] = validate.errors ?? [];
    throw new UsageError(`${name}: ${error === undefined ? 'it is no target file' : sentence(error)}`);
  }
  const services = Object.entries(data.services).flatMap(([service, entry]) =>
    isServiceName(service) ? [[service, serviceOf(entry, environment, `${name}: services.${service}`)] as const] : [],
  );
  return { services: Object.fromEntries(services), allowInconclusive: data.allow_inconclusive ?? [] };
}

/**
 * Reads a target file.
 *
 * @throws UsageError when it cannot be read, or is not one.
 */
export async function readTarget(path: string, environment: Environment): Promise<Target> {
  const yaml = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`the target file ${path} cannot be read (${error.code}); check the path given to --target`);
  });
  return parseTarget(yaml, path, environment);
}
