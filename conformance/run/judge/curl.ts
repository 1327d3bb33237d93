/** A command that repeats an exchange: it can be pasted into a shell, and has variables in place of credentials. */

import { fileURLToPath } from 'node:url';
import { isCredentialHeader } from '@wallet-services/kit/credentials';
import type { Call, CredentialUse, Exchange } from '../../model/exchange.ts';
import { redact } from '../send/redact.ts';

/** A shell variable that a command needs. */
export interface Variable {
  readonly name: string;
  /** The value to assign to it, in a few words. */
  readonly holds: string;
}

export interface Command {
  readonly line: string;
  readonly variables: readonly Variable[];
}

/**
 * Encloses the name of a variable until the text is quoted; it occurs in no request, since headers and JSON cannot
 * contain it.
 */
export const MARK = '\u0000';

function inSingleQuotes(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A text as one word of a POSIX shell. The text between marks is the name of a variable. */
function word(text: string): string {
  const parts = text.split(MARK);
  if (parts.length === 1) return inSingleQuotes(text);
  const isPlain = parts.every((part, index) => index % 2 === 1 || !/["$`\\!\n]/.test(part));
  if (isPlain) {
    const variable = (part: string, next = '') => (/^\w/.test(next) ? `\${${part}}` : `$${part}`);
    const shown = parts.map((part, index) => (index % 2 === 0 ? part : variable(part, parts[index + 1])));
    return `"${shown.join('')}"`;
  }
  return parts
    .map((part, index) => (index % 2 === 1 ? `"$${part}"` : part === '' ? '' : inSingleQuotes(part)))
    .join('');
}

/** Gives each secret of a command a variable. */
class Variables {
  readonly #bySecret = new Map<string, Variable>();

  get all(): readonly Variable[] {
    return [...this.#bySecret.values()];
  }

  /** The marked name of the variable for a secret. */
  mark(secret: string, wanted: string, holds: string): string {
    const known = this.#bySecret.get(secret);
    if (known !== undefined) return `${MARK}${known.name}${MARK}`;
    const base = wanted.toUpperCase().replaceAll(/\W/g, '_');
    const taken = new Set(this.all.map(({ name }) => name));
    let name = base;
    for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`;
    this.#bySecret.set(secret, { name, holds });
    return `${MARK}${name}${MARK}`;
  }
}

/** The secrets of a command, and the variables that replace them. */
interface Sealing {
  readonly secrets: readonly string[];
  readonly variables: Variables;
}

const owners: Readonly<Record<CredentialUse, { readonly prefix: string; readonly of: string }>> = {
  given: { prefix: '', of: '' },
  none: { prefix: '', of: '' },
  other: { prefix: 'OTHER_', of: ' of another user' },
  expired: { prefix: 'EXPIRED_', of: ' that has expired' },
};

function bearer(call: Call): string {
  const schemes = call.kind === 'http' ? call.schemes : [];
  return schemes.length === 0 ? 'a token' : `a token (${schemes.join(' or ')})`;
}

/** Whether a rule made the value up: then it is no secret, and the finding is about it. */
function isMadeUp(name: string, value: string, call: Call, secrets: readonly string[]): boolean {
  if (call.kind !== 'http' || redact(value, secrets) !== value) return false;
  return call.headers[name] === value || Object.values(call.presented ?? {}).some((one) => value.endsWith(one));
}

/** A header in the form of curl and grpcurl. Of `Bearer ...` the scheme is shown. */
function headerText(name: string, value: string, { call }: Exchange, { secrets, variables }: Sealing): string {
  if (!isCredentialHeader(name)) return `${name}: ${sealed(value, { secrets, variables })}`;
  if (isMadeUp(name, value, call, secrets)) return `${name}: ${value}`;
  const { prefix, of: whose } = owners[call.kind === 'http' ? call.credentials : 'given'];
  // A credential that a rule presents is wrong on purpose: its label describes the error.
  const presented = call.kind === 'http' ? Object.values(call.presented ?? {}) : [];
  const of = presented.some((one) => one !== '' && value.endsWith(one)) ? ` (${call.label})` : whose;
  if (name.toLowerCase() !== 'authorization') {
    return `${name}: ${variables.mark(value, `${prefix}${name}`, `the value of the header ${name}${of}`)}`;
  }
  const [, scheme = '', token = ''] = /^(\S+ )?(.*)$/s.exec(value) ?? [];
  return `${name}: ${scheme}${variables.mark(token, `${prefix}TOKEN`, `${bearer(call)}${of}`)}`;
}

/** Describes a secret by the text before it: the member of JSON, or the query parameter, that has it as its value. */
function nameBefore(before: string): string | null {
  return /["']([\w-]+)\\?["']\s*:\s*\\?["']$/.exec(before)?.[1] ?? /[?&]([\w-]+)=$/.exec(before)?.[1] ?? null;
}

/** The source of a short-lived secret, by the member that carries it. */
const makers: Readonly<Record<string, string>> = {
  mixin_token: 'print one with --target FILE --sign token',
  mixin_access_token: 'print one with --target FILE --sign token',
  signature: 'print it and its signed_message with --target FILE --sign message',
};

function sealed(text: string, { secrets, variables }: Sealing): string {
  return redact(text, secrets, (secret, before) => {
    const name = nameBefore(before);
    if (name === null) return variables.mark(secret, 'SECRET', 'a secret of the target file');
    const maker = makers[name];
    return variables.mark(secret, name, maker === undefined ? `the ${name}` : `the ${name} (${maker})`);
  });
}

/** curl reads `[]` and `{}` in an address as patterns, and removes `/../` from it; these flags prevent both. */
function addressFlags(url: string): readonly string[] {
  return [
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(/\/\.{1,2}(\/|$)/.test(url.split('?')[0] ?? '') ? ['--path-as-is'] : []),
  ];
}

function methodFlags(method: string, hasBody: boolean): readonly string[] {
  if (method === 'HEAD') return ['--head'];
  return method === (hasBody ? 'POST' : 'GET') ? [] : ['-X', method];
}

/** A header as curl expects it: without a value, it must end in a semicolon, since curl removes it otherwise. */
function curlHeader(text: string): string {
  return text.endsWith(': ') ? `${text.slice(0, -2)};` : text;
}

/** The time limit of a command that repeats a slow exchange, so that the shell does not hang. */
function limitFlags({ outcome }: Exchange): readonly string[] {
  const waits = outcome.kind === 'failure' && ['timeout', 'slow', 'too-large'].includes(outcome.reason);
  return waits ? ['--max-time', '10'] : [];
}

function curlOf(exchange: Exchange, sealing: Sealing): string {
  const { url, method, headers, requestBody } = exchange;
  return [
    'curl -i',
    ...limitFlags(exchange),
    ...methodFlags(method, requestBody !== null),
    ...addressFlags(url),
    ...Object.entries(headers).map(
      ([name, value]) => `-H ${word(curlHeader(headerText(name, value, exchange, sealing)))}`,
    ),
    ...(requestBody === null ? [] : [`--data-raw ${word(sealed(requestBody, sealing))}`]),
    word(sealed(url, sealing)),
  ].join(' ');
}

/** The folder of the contract's protobuf files. */
function protoFolder(): string {
  return fileURLToPath(new URL('proto', import.meta.resolve('@wallet-services/contract/package.json')));
}

/** The definition of the method `/shop.v1.Shop/AllItems`, at the end of an address: `shop/v1/shop.proto`. */
function protoFlags(url: string): readonly string[] {
  const [, name, version] = /\/(\w+)\.(v\d+)\.\w+\/\w+$/.exec(url) ?? [];
  return name === undefined ? [] : [`-import-path ${word(protoFolder())} -proto ${name}/${version}/${name}.proto`];
}

/** The headers and the message as grpcurl and buf take them. */
function rpcFlags(exchange: Exchange, sealing: Sealing): readonly string[] {
  const { headers, requestBody } = exchange;
  return [
    ...Object.entries(headers).map(([name, value]) => `-H ${word(headerText(name, value, exchange, sealing))}`),
    ...(requestBody === null ? [] : [`-d ${word(sealed(requestBody, sealing))}`]),
  ];
}

/** A grpcurl command that uses the protobuf files, since few servers support reflection. */
function grpcurlOf(exchange: Exchange, sealing: Sealing): string {
  const { url } = exchange;
  const { protocol, host, port, hostname, pathname } = new URL(url);
  const plain = protocol === 'http:';
  return [
    'grpcurl',
    ...(plain ? ['-plaintext'] : []),
    ...protoFlags(url),
    ...rpcFlags(exchange, sealing),
    port === '' ? `${hostname}:${plain ? 80 : 443}` : host,
    pathname.split('/').slice(-2).join('/'),
  ].join(' ');
}

/** gRPC-Web carries binary frames, which curl cannot make; buf, one of the contract's own tools, can. */
function bufCurlOf(exchange: Exchange, sealing: Sealing): string {
  const schema = `--schema ${word(protoFolder())}`;
  return ['npx buf curl --protocol grpcweb', schema, ...rpcFlags(exchange, sealing), word(exchange.url)].join(' ');
}

/**
 * The command that repeats an exchange: curl for HTTP, Connect and Twirp, grpcurl for gRPC, buf for gRPC-Web.
 *
 * @param secrets texts that it must not contain anywhere.
 */
export function commandOf(exchange: Exchange, secrets: readonly string[]): Command {
  const variables = new Variables();
  const { call } = exchange;
  const protocol = call.kind === 'rpc' ? call.protocol : 'http';
  const line = { grpc: grpcurlOf, 'grpc-web': bufCurlOf, connect: curlOf, twirp: curlOf, http: curlOf }[protocol](
    exchange,
    { secrets, variables },
  );
  return { line, variables: variables.all };
}
