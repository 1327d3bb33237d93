/** The fields of a message, each by its rule (document 1, Client-side sign-in, Method B). */
import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../../../model/json.ts';
import { byFields, fieldsOf, takes, text } from './faults.ts';
import { messageRule, optionalRule, type VariantsOf, withFields, wrong } from './variants.ts';

type Overlooked = Readonly<Record<string, (fields: JsonObject) => boolean>>;

function fieldRule(aspect: string, variants: VariantsOf, overlooked: Overlooked) {
  return messageRule(aspect, variants, { faults: byFields('takes', overlooked) });
}

/** Lower case to upper case and back. */
function otherCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

function nonce(length: number): string {
  return randomBytes(length).toString('hex').slice(0, length);
}

const isIso = (value: unknown) => !Number.isNaN(Date.parse(text(value)));

/** The domain of a message, as JSON or as lines. */
function domainOf(message: string): string {
  return text(fieldsOf(message)['domain']) || (/^(\S+) wants you/.exec(message)?.[1] ?? 'example.org');
}

const trustedDomain = messageRule(
  'trusted-domain',
  ({ message }, { scene }) => {
    const trusted = domainOf(message.signed_message);
    const others = {
      'a domain that is in no list': `untrusted-${scene.run.slice(0, 8)}.example.net`,
      'a domain that begins with a trusted one': `${trusted}.attacker.example`,
      'a domain that ends with a trusted one': `not${trusted}`,
      'a trusted domain without its last letter': trusted.slice(0, -1),
    };
    return Object.entries(others).map(([what, domain]) => withFields(what, { domain, uri: `https://${domain}` }));
  },
  {
    faults: (at) =>
      (
        [
          ['every domain is trusted', (domain) => /^[\w.-]+$/.test(domain)],
          ['domains are trusted by how they begin', (domain, trusted) => domain.startsWith(`${trusted}.`)],
          ['domains are trusted by how they end', (domain, trusted) => domain.endsWith(trusted)],
        ] as readonly (readonly [string, (domain: string, trusted: string) => boolean])[]
      ).map(([id, isTrusted]) => ({
        id,
        fault: takes(at, ({ fields }, before) =>
          before.some((sent) => {
            const trusted = text(sent.fields['domain']);
            return trusted !== '' && fields['domain'] !== trusted && isTrusted(text(fields['domain']), trusted);
          }),
        ),
      })),
  },
);

const addressChecksum = fieldRule(
  'address-checksum',
  (_, { scene }) => {
    const own = scene.wallet.address('caller');
    const letters = [...own].flatMap((digit, place) => (place > 1 && /[a-f]/i.test(digit) ? [place] : []));
    return [letters[0], letters[Math.floor(letters.length / 2)], letters.at(-1)].flatMap((place, index) => {
      if (place === undefined) return [];
      const address = `${own.slice(0, place)}${otherCase(own.charAt(place))}${own.slice(place + 1)}`;
      return [withFields(`an address with a letter of the wrong case (${index + 1})`, { address })];
    });
  },
  { 'the capitals of an address do not matter': ({ address }) => /^0x[0-9a-f]{40}$/i.test(text(address)) },
);

/** Wrong in any reading of ISO 8601. */
const wrongTimes = ['yesterday', '17 August 2021', '2021-02-30T12:00:00Z', '2021-13-01T12:00:00Z'].concat(
  ...['2021-08-17T25:00:00Z', '1629198889'],
);

/** In the future, so that only the form is wrong. */
const laterTimes = wrongTimes.map((time) => time.replace('2021', '2521').replace('1629198889', '17408563200'));

const RESOURCES = ['https://notes.example.org/terms', 'urn:isbn:9780141036137'];

const values = [
  fieldRule('domain', () => wrong('domain', ['notes example org', 'example.org/path', 'https://example.org', '']), {
    'a domain may be anything': ({ domain }) => !/^[\w.:-]+$/.test(text(domain)),
  }),
  fieldRule(
    'address',
    (_, { scene }) => {
      const own = scene.wallet.address('caller');
      return [
        ...wrong('address', ['nobody', '', '0x24f411DC66035a2501105D1D297Eb97E915B96zz']),
        withFields('its own address without 0x', { address: own.slice(2) }),
        withFields('its own address with a digit too many', { address: `${own}0` }),
        withFields('its own address with a digit too few', { address: own.slice(0, -1) }),
      ];
    },
    {
      'an address may be anything': ({ address }) => !/^0x[0-9a-f]{40}$/i.test(text(address)),
      'an address may lack 0x': ({ address }) => /^[0-9a-f]{40}$/i.test(text(address)),
    },
  ),
  addressChecksum,
  fieldRule('statement-newline', () => wrong('statement', ['one\ntwo', 'one\n', '\none']), {
    'a statement may have several lines': ({ statement }) => text(statement).includes('\n'),
    'a statement may end in a newline': ({ statement }) => text(statement).endsWith('\n'),
  }),
  fieldRule('statement-ascii', () => wrong('statement', ['Grüße', 'Sign in 🍎', '登录']), {
    'a statement may be in any language': ({ statement }) => /[^\0-\x7f]/.test(text(statement)),
  }),
  fieldRule('uri', () => wrong('uri', ['not a uri', '', 'https://example.org/a b', 'example.org/path']), {
    'a uri may be anything': ({ uri }) => !/^[a-z]+:\S+$/.test(text(uri)),
    'a uri may lack its scheme': ({ uri }) => /^[\w.]+\/\w+$/.test(text(uri)),
  }),
  fieldRule('version', () => wrong('version', ['2', '0', '1.1', '10']), {
    'the version does not matter': ({ version }) => version !== '1',
    'a version need only begin with 1': ({ version }) => version !== '1' && text(version).startsWith('1'),
  }),
  fieldRule('chain-id', () => wrong('chainId', ['mainnet', -1, 1.5, '']), {
    'a chain id may be anything': ({ chainId }) => !/^\d+$/.test(String(chainId)),
    'a chain id may be below zero': ({ chainId }) => Number(chainId) < 0,
  }),
  messageRule(
    'nonce-length',
    () => [
      ...[7, 1].map((length) => withFields(`a nonce of ${length} characters`, { nonce: nonce(length) })),
      withFields('an empty nonce', { nonce: '' }),
      withFields('a nonce of 8 characters', { nonce: nonce(8) }, true),
    ],
    {
      faults: (at) => [
        ...byFields('takes', {
          'a nonce may be short': ({ nonce: given }) => text(given).length < 8,
          'a nonce of 7 characters is enough': ({ nonce: given }) => text(given).length === 7,
        })(at),
        ...byFields('refuses', { 'a nonce needs 10 characters': ({ nonce: given }) => text(given).length < 10 })(at),
      ],
    },
  ),
  fieldRule(
    'nonce-alphanumeric',
    () =>
      Object.entries({
        'a nonce with a hyphen': `${nonce(6)}-${nonce(6)}`,
        'a nonce that ends in an underscore': `${nonce(12)}_`,
        'a nonce with a space': `${nonce(6)} ${nonce(6)}`,
        'a nonce that begins with a letter beyond ASCII': `é${nonce(12)}`,
        'a nonce with a point': `${nonce(8)}.${nonce(4)}`,
      }).map(([what, value]) => withFields(what, { nonce: value })),
    {
      'a nonce may have any characters': ({ nonce: given }) => /[^a-z0-9]/i.test(text(given)),
      'a nonce may have underscores': ({ nonce: given }) => /^\w*_\w*$/.test(text(given)),
    },
  ),
  fieldRule('issued-at', () => wrong('issuedAt', wrongTimes), {
    'issued-at may be anything': ({ issuedAt }) => !isIso(issuedAt),
  }),
  fieldRule('expiration-time', () => wrong('expirationTime', laterTimes), {
    'an expiration time may be anything': ({ expirationTime: time }) => time !== undefined && !isIso(time),
  }),
  fieldRule('not-before', () => wrong('notBefore', wrongTimes), {
    'a not-before may be anything': ({ notBefore: time }) => time !== undefined && !isIso(time),
  }),
  fieldRule(
    'resources-uris',
    () =>
      wrong('resources', [
        ['not a uri'],
        [...RESOURCES, 'not a uri'],
        ['not a uri', ...RESOURCES],
        ['notes.example.org/terms'],
      ]),
    {
      'only the first resource is looked at': ({ resources }) =>
        Array.isArray(resources) && resources.length > 1 && /^[a-z]+:\S+$/.test(text(resources[0])),
    },
  ),
];

/** Fields that may be there or not: how the rule begins, and a field beside which a server wrongly wants it. */
const optional = (
  [
    ['statement', 'statement', 'requestId'],
    ['expiration', 'expirationTime', 'notBefore'],
    ['not-before', 'notBefore', 'expirationTime'],
    ['request-id', 'requestId', 'notBefore'],
    ['resources', 'resources', 'requestId'],
  ] as const
).map(([begin, name, beside]) =>
  optionalRule(`${begin}-optional`, name, {
    faults: byFields('refuses', {
      [`every message needs ${name}`]: (fields) => fields[name] === undefined,
      [`a message with ${beside} needs ${name}`]: (fields) =>
        fields[beside] !== undefined && fields[name] === undefined,
      [`messages with ${name} are refused`]: (fields) => fields[name] !== undefined,
    }),
  }),
);

export default [trustedDomain, ...values, ...optional];
