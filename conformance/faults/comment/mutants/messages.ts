/** Servers that are wrong about the fields of the messages that are signed. */
import type { JsonObject } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { fieldsOf, membersOf, overlooks, SIGNATURE, takes, text, turnsDown } from '../change.ts';

/** A field that is not looked at: the rule, and which wrong values are taken. */
type Overlooked = readonly [rule: string, id: string, isTaken: (fields: JsonObject) => boolean];

function isIso(value: unknown): boolean {
  return !Number.isNaN(Date.parse(text(value)));
}

const wrongFields: readonly Overlooked[] = [
  ['domain', 'a domain may be anything', ({ domain }) => !/^[\w.:-]+$/.test(text(domain))],
  [
    'trusted-domain',
    'every domain is trusted',
    ({ domain }) => domain !== 'notes.example.org' && /^[\w.-]+$/.test(text(domain)),
  ],
  [
    'trusted-domain',
    'domains are trusted by how they begin',
    ({ domain }) => text(domain).startsWith('notes.example.org.'),
  ],
  ['address', 'an address may be anything', ({ address }) => !/^0x[0-9a-f]{40}$/i.test(text(address))],
  ['address', 'an address may lack 0x', ({ address }) => /^[0-9a-f]{40}$/i.test(text(address))],
  [
    'address-checksum',
    'the capitals of an address do not matter',
    ({ address }) => /^0x[0-9a-fA-F]{40}$/.test(text(address)),
  ],
  ['statement-newline', 'a statement may have several lines', ({ statement }) => text(statement).includes('\n')],
  ['statement-newline', 'a statement may end in a newline', ({ statement }) => text(statement).endsWith('\n')],
  ['statement-ascii', 'a statement may be in any language', ({ statement }) => /[^\0-\x7f]/.test(text(statement))],
  ['uri', 'a uri may be anything', ({ uri }) => !/^[a-z]+:\S+$/.test(text(uri))],
  ['uri', 'a uri may lack its scheme', ({ uri }) => /^[\w.]+\/\w+$/.test(text(uri))],
  ['version', 'the version does not matter', ({ version }) => version !== '1'],
  ['version', 'a version need only begin with 1', ({ version }) => version !== '1' && text(version).startsWith('1')],
  ['chain-id', 'a chain id may be anything', ({ chainId }) => !/^\d+$/.test(String(chainId))],
  ['chain-id', 'a chain id may be below zero', ({ chainId }) => Number(chainId) < 0],
  ['nonce-length', 'a nonce may be short', ({ nonce }) => text(nonce).length < 8],
  ['nonce-length', 'a nonce of 7 characters is enough', ({ nonce }) => text(nonce).length === 7],
  ['nonce-alphanumeric', 'a nonce may have any characters', ({ nonce }) => /[^a-z0-9]/i.test(text(nonce))],
  [
    'nonce-alphanumeric',
    'a nonce may have underscores',
    ({ nonce }) => /^\w+$/.test(text(nonce)) && text(nonce).includes('_'),
  ],
  ['issued-at', 'issued-at may be anything', ({ issuedAt }) => !isIso(issuedAt)],
  [
    'expiration-time',
    'an expiration time may be anything',
    ({ expirationTime }) => expirationTime !== undefined && !isIso(expirationTime),
  ],
  ['not-before', 'a not-before may be anything', ({ notBefore }) => notBefore !== undefined && !isIso(notBefore)],
  [
    'resources-uris',
    'only the first resource is looked at',
    ({ resources }) => Array.isArray(resources) && resources.length > 1 && /^[a-z]+:\S+$/.test(text(resources[0])),
  ],
];

const fields: readonly Mutant[] = wrongFields.map(([rule, id, isTaken]) => ({
  id,
  kills: `comment.sign-in.${rule}`,
  fault: takes((request) => membersOf(request)['method'] === 'mvm' && isTaken(fieldsOf(request))),
}));

/** Milliseconds since 1970, as read by who passes over the UTC offset. */
function localTime(time: unknown): number {
  return Date.parse(`${text(time).slice(0, 19)}Z`);
}

const times: readonly Mutant[] = [
  { id: 'expired messages are taken', kills: 'comment.sign-in.expired', fault: overlooks(/expired/) },
  {
    id: 'messages are taken for an hour after they expired',
    kills: 'comment.sign-in.expired',
    fault: overlooks(
      /expired/,
      (request) => Date.now() - Date.parse(text(fieldsOf(request)['expirationTime'])) < 3_600_000,
    ),
  },
  {
    id: 'the UTC offset of an expiration time is passed over',
    kills: 'comment.sign-in.expired',
    fault: turnsDown(({ expirationTime }) => expirationTime !== undefined && localTime(expirationTime) < Date.now()),
  },
  { id: 'not-before is passed over', kills: 'comment.sign-in.too-early', fault: overlooks(/not yet valid/) },
  {
    id: 'the UTC offset of a not-before is passed over',
    kills: 'comment.sign-in.too-early',
    fault: turnsDown(({ notBefore }) => notBefore !== undefined && localTime(notBefore) > Date.now()),
  },
  {
    id: 'messages with an expiration time are refused',
    kills: 'comment.sign-in.expired',
    fault: turnsDown(({ expirationTime }) => expirationTime !== undefined),
  },
];

const optional: readonly Mutant[] = [
  [
    'statement-optional',
    'a message needs a statement',
    ({ statement }: JsonObject) => statement === undefined,
  ] as const,
  [
    'expiration-optional',
    'a message with a not-before needs an expiration time',
    ({ notBefore, expirationTime }: JsonObject) => notBefore !== undefined && expirationTime === undefined,
  ] as const,
  [
    'not-before-optional',
    'a message with an expiration time needs a not-before',
    ({ notBefore, expirationTime }: JsonObject) => expirationTime !== undefined && notBefore === undefined,
  ] as const,
  [
    'request-id-optional',
    'a message with times needs a request id',
    ({ requestId, notBefore }: JsonObject) => requestId === undefined && notBefore !== undefined,
  ] as const,
  [
    'resources-optional',
    'a message with a request id needs resources',
    ({ requestId, resources }: JsonObject) => requestId !== undefined && resources === undefined,
  ] as const,
  [
    'request-id-line',
    'request ids are not understood',
    ({ requestId }: JsonObject) => requestId !== undefined,
  ] as const,
  [
    'resources-lines',
    'more than one resource is not understood',
    ({ resources }: JsonObject) => Array.isArray(resources) && resources.length > 1,
  ] as const,
  [
    'expiration-optional',
    'every message needs an expiration time',
    ({ expirationTime }: JsonObject) => expirationTime === undefined,
  ] as const,
  [
    'not-before-optional',
    'every message needs a not-before',
    ({ notBefore }: JsonObject) => notBefore === undefined,
  ] as const,
  [
    'request-id-optional',
    'every message needs a request id',
    ({ requestId }: JsonObject) => requestId === undefined,
  ] as const,
  [
    'resources-optional',
    'every message needs resources',
    ({ resources }: JsonObject) => resources === undefined,
  ] as const,
  [
    'statement-optional',
    'messages with a statement are refused',
    ({ statement }: JsonObject) => statement !== undefined,
  ] as const,
  ['nonce-length', 'a nonce needs 10 characters', ({ nonce }: JsonObject) => text(nonce).length < 10] as const,
].map(([rule, id, isRefused]) => ({
  id,
  kills: `comment.sign-in.${rule}`,
  fault: turnsDown((message, request) => membersOf(request)['method'] === 'mvm' && isRefused(message)),
}));

const lines: readonly Mutant[] = [
  {
    id: 'the request id is not part of what is signed',
    kills: 'comment.sign-in.request-id-line',
    fault: overlooks(SIGNATURE, (request) => fieldsOf(request)['requestId'] !== undefined),
  },
  {
    id: 'resources are not part of what is signed',
    kills: 'comment.sign-in.resources-lines',
    fault: overlooks(SIGNATURE, (request) => fieldsOf(request)['resources'] !== undefined),
  },
];

export const messageMutants: readonly Mutant[] = [...fields, ...times, ...optional, ...lines];
