/** An EIP-4361 message as a JSON object (document 2, Comment service). */
import type { SignInMessage } from '../sign-in/message.ts';
import { MessageError } from './message-error.ts';

/**
 * Names of several words. Document 1 writes them with hyphens; `chain_id` and `chainId` are accepted as well.
 */
const SPELLED = ['chainId', 'issuedAt', 'expirationTime', 'notBefore', 'requestId'];

/**
 * The fields of a message, with the right types; their values are validated in the lines that are made of them.
 * @throws MessageError when a field is missing, present twice, or of another type
 */
export function fieldsOf(json: string): SignInMessage {
  const members = membersOf(json);
  const statement = optionalText(members, 'statement');
  return {
    domain: text(members, 'domain'),
    address: text(members, 'address'),
    // Some clients write an absent field as an empty text.
    statement: statement === '' ? undefined : statement,
    uri: text(members, 'uri'),
    version: versionOf(members.get('version') ?? missing('version')),
    chainId: chainIdOf(members.get('chainId') ?? missing('chainId')),
    nonce: text(members, 'nonce'),
    issuedAt: text(members, 'issuedAt'),
    expirationTime: optionalText(members, 'expirationTime') || undefined,
    notBefore: optionalText(members, 'notBefore') || undefined,
    requestId: optionalText(members, 'requestId'),
    resources: resourcesOf(members.get('resources') ?? undefined),
  };
}

/** The version as text; a number is accepted as well. */
function versionOf(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new MessageError('version is neither text nor a number');
  return String(value);
}

type Members = ReadonlyMap<string, unknown>;

function membersOf(json: string): Members {
  const object = parse(json);
  const names = namesOf(json).map(spelling);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new MessageError(`the message has the field ${twice} twice`);
  return new Map(Object.entries(object).map(([name, value]) => [spelling(name), value]));
}

function parse(json: string): object {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Validated below.
  }
  throw new MessageError('the message is not a JSON object');
}

/** All names in the text: `JSON.parse` drops all but the last of equal ones. */
function namesOf(json: string): string[] {
  const names: string[] = [];
  let depth = 0;
  for (const [token, name, colon] of json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[[\]{}]/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && name !== undefined && colon !== undefined) names.push(JSON.parse(name));
  }
  return names;
}

function spelling(name: string): string {
  const joined = name.replaceAll(/[-_]([a-z])/g, (_hyphen, letter: string) => letter.toUpperCase());
  return SPELLED.includes(joined) ? joined : name;
}

function missing(name: string): never {
  throw new MessageError(`the message has no ${name}`);
}

function text(members: Members, name: string): string {
  return optionalText(members, name) ?? missing(name);
}

function optionalText(members: Members, name: string): string | undefined {
  const value = members.get(name) ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw new MessageError(`the field ${name} of the message is not text`);
}

/** The chain id, given as a number or as its digits. */
function chainIdOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^[1-9]\d*$/.test(value)) return Number(value);
  throw new MessageError('the chain id is not one of EIP-155');
}

function resourcesOf(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === '') return undefined;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw new MessageError('the resources of the message are not a list of texts');
}
