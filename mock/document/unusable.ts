/** Removes the parts of a document that make Prism fail: it would answer no request, or would not even start. */
import { arrayOf } from '@wallet-services/kit/json';
import { isMediaType } from '../target.ts';
import { isPart, type Kind, type Part } from './structure.ts';

const STATUS = /^([2-5]\d\d|[2-5]XX|default)$/i;
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Names of examples are sent in headers, which must be ASCII. */
function isContent(name: string, value: unknown): boolean {
  return isMediaType(name) && /^[\x20-\x7e]+$/.test(name) && isPart(value);
}

type Rule = readonly [member: string, isSound: (name: string, value: unknown) => boolean, otherwise: string];

const RULES: Partial<Readonly<Record<Kind, readonly Rule[]>>> = {
  document: [
    ['paths', (name, value) => name.startsWith('x-') || (name.startsWith('/') && isPart(value)), 'is not a path'],
  ],
  components: [['securitySchemes', (_name, value) => isScheme(value), 'is not a security scheme']],
  operation: [
    [
      'responses',
      (name, value) => name.startsWith('x-') || (STATUS.test(name) && isPart(value)),
      'is not a status from 200 on with its response',
    ],
  ],
  response: [
    ['headers', (name, value) => HEADER_NAME.test(name) && isPart(value), 'is not a header'],
    ['content', isContent, 'is not a media type'],
  ],
  body: [['content', isContent, 'is not a media type']],
};

function isScheme(value: unknown): boolean {
  if (!isPart(value)) return false;
  const { type, name, in: place, scheme } = value;
  if (type === 'apiKey') return typeof name === 'string' && ['header', 'query', 'cookie'].some((one) => one === place);
  return type !== 'http' || (typeof scheme === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(scheme));
}

/** Removes unusable members of a part, in place. @param notes receives a line for each */
export function dropUnusable(part: Part, kind: Kind, place: string, notes: string[]): void {
  for (const [member, isSound, otherwise] of RULES[kind] ?? []) {
    const named = part[member];
    if (!isPart(named)) continue;
    for (const [name, value] of Object.entries(named)) {
      if (isSound(name, value)) continue;
      notes.push(`${place}/${member} has ${JSON.stringify(name)}, which ${otherwise}: it is left out`);
      delete named[name];
    }
  }
  if (kind === 'document' || kind === 'operation') dropSecurity(part, place, notes);
  if (kind === 'document') dropVariables(part, notes);
  if (kind === 'pathItem') dropMethods(part, place, notes);
  if (kind === 'operation') spellOutResponses(part, place, notes);
}

/** Credentials that cannot be read are not required. */
function dropSecurity(part: Part, place: string, notes: string[]): void {
  const { security } = part;
  if (security === undefined || (Array.isArray(security) && security.every(isPart))) return;
  notes.push(`${place}/security is not a list of security requirements: it is left out`);
  delete part['security'];
}

/** Variables of servers whose values are no texts. */
function dropVariables({ servers }: Part, notes: string[]): void {
  for (const [index, server] of arrayOf(servers).entries()) {
    const variables = isPart(server) && isPart(server['variables']) ? server['variables'] : {};
    for (const [name, variable] of Object.entries(variables)) {
      const values = isPart(variable) ? [variable['default'], ...arrayOf(variable['enum'])] : [null];
      if (values.every((value) => ['string', 'number', 'boolean', 'undefined'].includes(typeof value))) continue;
      notes.push(`/servers/${index}/variables has ${JSON.stringify(name)}, which is not a variable: it is left out`);
      delete variables[name];
    }
  }
}

function dropMethods(pathItem: Part, place: string, notes: string[]): void {
  for (const method of METHODS.filter((each) => each in pathItem && !isPart(pathItem[each]))) {
    notes.push(`${place}/${method} is not an operation: it is left out`);
    delete pathItem[method];
  }
}

/** Writes status ranges in capitals, as Prism expects them. An operation without responses documents any response. */
function spellOutResponses(operation: Part, place: string, notes: string[]): void {
  const responses = isPart(operation['responses']) ? operation['responses'] : {};
  const entries = Object.entries(responses).map(
    ([status, value]) => [status.replace(/^(\d)xx$/i, '$1XX'), value] as const,
  );
  operation['responses'] = Object.fromEntries(entries);
  if (entries.some(([status]) => STATUS.test(status))) return;
  notes.push(`${place} has no responses: it is answered with 200 and no body`);
  operation['responses'] = { default: { description: 'any' } };
}
