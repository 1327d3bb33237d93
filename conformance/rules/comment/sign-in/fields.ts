/** The fields of a message, each by its rule (document 1, Client-side sign-in, Method B). */
import { randomBytes } from 'node:crypto';
import type { MessageFields } from '../../../sign-in/message.ts';
import type { Rule } from '../../rule.ts';
import { type Kit, messageRule, type Variant } from './ask.ts';

/** Values that a field must not have. */
function wrong<Name extends keyof MessageFields>(
  id: string,
  name: Name,
  values: readonly (readonly [what: string, value: MessageFields[Name]])[],
  more: (kit: Kit) => readonly Variant[] = () => [],
): Rule {
  const variants = values.map(([what, value]) => ({ what, options: { fields: { [name]: value } } }));
  return messageRule(id, (kit) => [...variants, ...more(kit)]);
}

/** A time some minutes from now, written as UTC or with the offset of a place. */
function timeAt(now: number, minutes: number, offsetHours = 0): string {
  const local = new Date(now + minutes * 60_000 + offsetHours * 3_600_000).toISOString().replace(/\.\d+Z$/, '');
  const sign = offsetHours < 0 ? '-' : '+';
  return offsetHours === 0 ? `${local}Z` : `${local}${sign}${String(Math.abs(offsetHours)).padStart(2, '0')}:00`;
}

/** Lower case to upper case and back. */
function otherCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

function nonce(length: number): string {
  return randomBytes(length).toString('hex').slice(0, length);
}

export const domain = wrong('comment.sign-in.domain', 'domain', [
  ['a domain with spaces', 'notes example org'],
  ['a domain with a path', 'notes.example.org/path'],
  ['a domain with a scheme', 'https://notes.example.org'],
  ['an empty domain', ''],
]);

export const trustedDomain = messageRule('comment.sign-in.trusted-domain', ({ right, scene }) => {
  const trusted = domainOf(right.signed_message) ?? 'example.org';
  const others = [
    `untrusted-${scene.run.slice(0, 8)}.example.net`,
    `${trusted}.attacker.example`,
    `not${trusted}`,
    `${trusted.slice(0, -1)}`,
  ];
  return others.map((other) => ({
    what: `the domain ${other.replace(scene.run.slice(0, 8), '...')}, which is in no list`,
    options: { fields: { domain: other, uri: `https://${other}` } },
  }));
});

/** The domain of a message, as JSON or as lines. */
function domainOf(message: string): string | undefined {
  return /"domain":"([^"]+)"/.exec(message)?.[1] ?? /^(\S+) wants you/.exec(message)?.[1];
}

export const address = wrong(
  'comment.sign-in.address',
  'address',
  [
    ['an address that is a word', 'nobody'],
    ['an empty address', ''],
    ['an address with a digit too few', '0x24f411DC66035a2501105D1D297Eb97E915B967'],
    ['an address with other than hexadecimal digits', '0x24f411DC66035a2501105D1D297Eb97E915B96zz'],
  ],
  ({ scene }) => {
    const own = scene.wallet.address('caller');
    return [
      ['its own address without 0x', own.slice(2)],
      ['its own address with a digit too many', `${own}0`],
      ['its own address with a digit too few', own.slice(0, -1)],
    ].map(([what = '', value = '']) => ({ what, options: { fields: { address: value } } }));
  },
);

export const addressChecksum = messageRule('comment.sign-in.address-checksum', ({ scene }) => {
  const own = scene.wallet.address('caller');
  const letters = [...own].flatMap((digit, place) => (place > 1 && /[a-f]/i.test(digit) ? [place] : []));
  return [letters[0], letters[Math.floor(letters.length / 2)], letters.at(-1)].flatMap((place, index) => {
    if (place === undefined) return [];
    const changed = `${own.slice(0, place)}${otherCase(own.charAt(place))}${own.slice(place + 1)}`;
    return [
      { what: `an address with a letter of the wrong case (${index + 1})`, options: { fields: { address: changed } } },
    ];
  });
});

export const statementOptional = messageRule('comment.sign-in.statement-optional', () => [
  { what: 'no statement', taken: true, options: { fields: { statement: undefined } } },
  {
    what: 'another statement',
    taken: true,
    options: { fields: { statement: 'I accept: "terms" & conditions, 100 %!' } },
  },
]);

export const statementNewline = wrong('comment.sign-in.statement-newline', 'statement', [
  ['a newline in the statement', 'one\ntwo'],
  ['a newline at the end of the statement', 'one\n'],
  ['a newline in front of the statement', '\none'],
]);

export const statementAscii = wrong('comment.sign-in.statement-ascii', 'statement', [
  ['a statement with a letter beyond ASCII', 'Grüße'],
  ['a statement that ends in an apple', 'Sign in 🍎'],
  ['a statement in Chinese', '登录'],
]);

export const uri = wrong('comment.sign-in.uri', 'uri', [
  ['a uri that is a sentence', 'not a uri'],
  ['an empty uri', ''],
  ['a uri with a space', 'https://notes.example.org/a b'],
  ['a uri without a scheme', 'notes.example.org/path'],
]);

export const version = wrong('comment.sign-in.version', 'version', [
  ['version 2', '2'],
  ['version 0', '0'],
  ['version 1.1', '1.1'],
  ['version 10', '10'],
]);

export const chainId = wrong('comment.sign-in.chain-id', 'chainId', [
  ['a chain id that is a word', 'mainnet'],
  ['a chain id below zero', -1],
  ['a chain id with a fraction', 1.5],
  ['an empty chain id', ''],
]);

export const nonceLength = messageRule('comment.sign-in.nonce-length', () => [
  { what: 'a nonce of 7 characters', options: { fields: { nonce: nonce(7) } } },
  { what: 'a nonce of 1 character', options: { fields: { nonce: nonce(1) } } },
  { what: 'an empty nonce', options: { fields: { nonce: '' } } },
  { what: 'a nonce of 8 characters', taken: true, options: { fields: { nonce: nonce(8) } } },
]);

export const nonceAlphanumeric = messageRule('comment.sign-in.nonce-alphanumeric', () =>
  [
    ['a nonce with a hyphen', `${nonce(6)}-${nonce(6)}`],
    ['a nonce that ends in an underscore', `${nonce(12)}_`],
    ['a nonce with a space', `${nonce(6)} ${nonce(6)}`],
    ['a nonce that begins with a letter beyond ASCII', `é${nonce(12)}`],
    ['a nonce with a point', `${nonce(8)}.${nonce(4)}`],
  ].map(([what = '', value = '']) => ({ what, options: { fields: { nonce: value } } })),
);

/** Wrong in any reading of ISO 8601. */
const wrongTimes = [
  ['a word', 'yesterday'],
  ['a date as it is said', '17 August 2021'],
  ['30 February', '2021-02-30T12:00:00Z'],
  ['month 13', '2021-13-01T12:00:00Z'],
  ['hour 25', '2021-08-17T25:00:00Z'],
] as const;

function wrongTimesOf(name: string) {
  return wrongTimes.map(([what, value]) => [`${name} that is ${what}`, value] as const);
}

/** In the future and in the past, so that only the form is wrong. */
function laterTimesOf(name: string) {
  return wrongTimesOf(name).map(([what, value]) => [what, value.replace('2021', '2521')] as const);
}

export const issuedAt = wrong('comment.sign-in.issued-at', 'issuedAt', wrongTimesOf('an issued-at'));
export const expirationTime = wrong(
  'comment.sign-in.expiration-time',
  'expirationTime',
  laterTimesOf('an expiration time'),
);
export const notBefore = wrong('comment.sign-in.not-before', 'notBefore', wrongTimesOf('a not-before'));

export const expirationOptional = messageRule('comment.sign-in.expiration-optional', ({ now }) => [
  { what: 'no expiration time', taken: true },
  { what: 'a not-before and no expiration time', taken: true, options: { fields: { notBefore: timeAt(now, -60) } } },
]);

export const notBeforeOptional = messageRule('comment.sign-in.not-before-optional', ({ now }) => [
  { what: 'no not-before', taken: true },
  {
    what: 'an expiration time and no not-before',
    taken: true,
    options: { fields: { expirationTime: timeAt(now, 60) } },
  },
]);

function expiring(what: string, taken: boolean, expirationTimeText: string): Variant {
  return { what, taken, options: { fields: { expirationTime: expirationTimeText } } };
}

export const expired = messageRule('comment.sign-in.expired', ({ now }) => [
  expiring('a message that expired a minute ago', false, timeAt(now, -1)),
  expiring('a message that expired two minutes ago, east of UTC', false, timeAt(now, -2, 9)),
  expiring('a message that expired yesterday', false, timeAt(now, -1440)),
  expiring('a message that expires in an hour', true, timeAt(now, 60)),
  expiring('a message that expires in five minutes, west of UTC', true, timeAt(now, 5, -9)),
  {
    what: 'a message that expired a minute ago and has a not-before',
    options: { fields: { expirationTime: timeAt(now, -1), notBefore: timeAt(now, -60) } },
  },
]);

function beginning(what: string, taken: boolean, notBeforeText: string): Variant {
  return { what, taken, options: { fields: { notBefore: notBeforeText } } };
}

export const tooEarly = messageRule('comment.sign-in.too-early', ({ now }) => [
  beginning('a message that begins in two minutes', false, timeAt(now, 2)),
  beginning('a message that begins in two minutes, west of UTC', false, timeAt(now, 2, -9)),
  beginning('a message that begins tomorrow', false, timeAt(now, 1440)),
  beginning('a message that began an hour ago', true, timeAt(now, -60)),
  beginning('a message that began five minutes ago, east of UTC', true, timeAt(now, -5, 9)),
  {
    what: 'a message that begins in two minutes and expires later',
    options: { fields: { notBefore: timeAt(now, 2), expirationTime: timeAt(now, 60) } },
  },
]);

const REQUEST = { requestId: 'sign-in-1' };

export const requestIdOptional = messageRule('comment.sign-in.request-id-optional', ({ now }) => [
  { what: 'no request id', taken: true },
  {
    what: 'times and no request id',
    taken: true,
    options: { fields: { expirationTime: timeAt(now, 60), notBefore: timeAt(now, -60) } },
  },
]);

function isRequestId(line: string): boolean {
  return line.startsWith('Request ID: ');
}

/** Moves the line of the request id. */
function moved(to: (lines: readonly string[]) => number): (lines: readonly string[]) => readonly string[] {
  return (lines) => {
    const line = lines.filter(isRequestId);
    const rest = lines.filter((one) => !isRequestId(one));
    return rest.toSpliced(to(rest), 0, ...line);
  };
}

export const requestIdLine = messageRule('comment.sign-in.request-id-line', ({ now }) => {
  const times = { expirationTime: timeAt(now, 60), notBefore: timeAt(now, -60) };
  const fields = { ...times, ...REQUEST };
  const signed = (what: string, lines: NonNullable<Variant['options']>['lines']): Variant => ({
    what,
    options: { fields, ...(lines === undefined ? {} : { lines }) },
  });
  return [
    { what: 'a request id', taken: true, options: { fields: REQUEST } },
    { what: 'a request id after both times', taken: true, options: { fields } },
    {
      what: 'a request id before resources',
      taken: true,
      options: { fields: { ...fields, resources: ['https://example.org/terms'] } },
    },
    signed(
      'a request id that was signed before the times',
      moved((lines) => lines.findIndex((line) => line.startsWith('Expiration'))),
    ),
    signed('a request id that was not signed', (lines) => lines.filter((line) => !isRequestId(line))),
    signed('a request id that was signed as another', (lines) =>
      lines.map((line) => (isRequestId(line) ? `${line}0` : line)),
    ),
  ];
});

const RESOURCES = ['https://notes.example.org/terms', 'urn:isbn:9780141036137'];

export const resourcesOptional = messageRule('comment.sign-in.resources-optional', () => [
  { what: 'no resources', taken: true },
  { what: 'a request id and no resources', taken: true, options: { fields: REQUEST } },
]);

export const resourcesLines = messageRule('comment.sign-in.resources-lines', () => {
  const fields = { resources: RESOURCES };
  const signed = (
    what: string,
    lines: (lines: readonly string[]) => readonly string[],
    more: Partial<MessageFields> = {},
  ): Variant => ({
    what,
    options: { fields: { ...fields, ...more }, lines },
  });
  return [
    { what: 'one resource', taken: true, options: { fields: { resources: RESOURCES.slice(0, 1) } } },
    { what: 'two resources', taken: true, options: { fields } },
    { what: 'a request id and two resources', taken: true, options: { fields: { ...fields, ...REQUEST } } },
    signed('resources of which the last was not signed', (lines) => lines.slice(0, -1)),
    signed('resources that were signed in another order', (lines) => [
      ...lines.slice(0, -2),
      ...lines.slice(-2).reverse(),
    ]),
    signed('resources that were signed on one line', (lines) => [
      ...lines.slice(0, -3),
      `Resources: ${RESOURCES.join(', ')}`,
    ]),
    signed('resources that were signed without their heading', (lines) =>
      lines.filter((line) => line !== 'Resources:'),
    ),
    signed(
      'resources that were signed before the request id',
      moved((lines) => lines.length),
      REQUEST,
    ),
  ];
});

export const resourcesUris = wrong('comment.sign-in.resources-uris', 'resources', [
  ['a resource that is a sentence', ['not a uri']],
  ['a last resource that is no URI', [...RESOURCES, 'not a uri']],
  ['a first resource that is no URI', ['not a uri', ...RESOURCES]],
  ['a resource without a scheme', ['notes.example.org/terms']],
]);
