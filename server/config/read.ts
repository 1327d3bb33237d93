/** Reads the configuration file. */
import { readFile } from 'node:fs/promises';
import { StartError } from '../start-error.ts';
import { isHttpUrl } from './address.ts';
import { type ApplicationConfig, type Config, DEFAULT_CONFIG, type SignInConfig } from './config.ts';
import { fault, list, matching, members, optional, type Place, text } from './place.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** RFC 3986, section 3.1. */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;

/** Host and port, as EIP-4361 messages name them. */
const DOMAIN = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/**
 * Reads a configuration file.
 *
 * @throws StartError with a message of one line when the file cannot be read or is invalid
 */
export async function readConfig(file: string): Promise<Config> {
  const yaml = await contentOf(file);
  try {
    return configOf({ value: await parseYaml(yaml), name: '' });
  } catch (error) {
    if (error instanceof StartError) throw new StartError(`${file}: ${error.message}`);
    throw error;
  }
}

async function contentOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`cannot read the configuration ${file} (${reason}): give --config a YAML file`);
  }
}

async function parseYaml(yaml: string): Promise<unknown> {
  // Loaded here, so that a server without a configuration file does not load the parser.
  const { parseDocument } = await import('yaml');
  const document = parseDocument(yaml);
  const [problem] = document.errors;
  if (problem !== undefined) {
    const [line = ''] = problem.message.split('\n');
    throw new StartError(`this is not YAML: ${line.replace(/:$/, '')}`);
  }
  try {
    // Rejects aliases that expand to a huge document.
    return document.toJS({ maxAliasCount: 100 }) ?? {};
  } catch (error) {
    throw new StartError(`this is not YAML: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function configOf(place: Place): Config {
  const read = members(place, ['network_api_url', 'scheme', 'sign_in', 'applications', 'assistant']);
  return {
    networkUrl: optional(read('network_api_url'), httpUrl),
    scheme: optional(read('scheme'), (member) => matching(member, SCHEME, 'a URI scheme, such as wallet')),
    signIn: optional(read('sign_in'), signIn) ?? DEFAULT_CONFIG.signIn,
    applications: optional(read('applications'), (member) => list(member, application)) ?? [],
    assistant: read('assistant').value,
  };
}

function signIn(place: Place): SignInConfig {
  const read = members(place, ['client_ids', 'domains']);
  return {
    clientIds: optional(read('client_ids'), (member) => list(member, uuid)),
    domains: optional(read('domains'), (member) => list(member, domain)) ?? DEFAULT_CONFIG.signIn.domains,
  };
}

function application(place: Place): ApplicationConfig {
  const read = members(place, ['client_id', 'client_secret']);
  return { clientId: uuid(read('client_id')), clientSecret: text(read('client_secret')) };
}

function uuid(place: Place): string {
  return matching(place, UUID, 'a UUID').toLowerCase();
}

function domain(place: Place): string {
  return matching(place, DOMAIN, 'a domain, with its port if it is not the default, such as notes.example.org');
}

function httpUrl(place: Place): string {
  if (typeof place.value !== 'string' || !isHttpUrl(place.value)) throw fault(place, 'an http or https URL');
  return place.value;
}
