/** The fields of a message, each by its rule (document 1, Client-side sign-in, Method B). */

import { randomBytes } from 'node:crypto';
import { excerpt } from '@wallet-services/conformance/model';
import { checksummed, type MessageFields } from '@wallet-services/conformance/sign-in';
import { fieldsOf, type Sent, takes, text } from '../../sign-in/mutants.ts';
import { type MessageRule, type MessageVariants, messageRule, optionalRule, timeAt } from '../../sign-in/variants.ts';

function nonce(length: number): string {
  return randomBytes(length).toString('hex').slice(0, length);
}

const isIso = (value: unknown) => !Number.isNaN(Date.parse(text(value)));

/** A field with different values, by the unusual property of each. */
function each<Name extends keyof MessageFields>(
  name: Name,
  values: Readonly<Record<string, MessageFields[Name]>>,
): MessageVariants {
  return Object.fromEntries(Object.entries(values).map(([what, value]) => [what, { fields: { [name]: value } }]));
}

/** Messages with values that a field must not have. */
function wrong<Name extends keyof MessageFields>(name: Name, values: readonly MessageFields[Name][]): MessageVariants {
  return each(name, Object.fromEntries(values.map((value) => [`a message with ${name} ${excerpt(value)}`, value])));
}

/** The domain of a message, as JSON or as lines. */
export function domainOf(message: string): string {
  return text(fieldsOf(message)['domain']) || (/^(\S+) wants you/.exec(message)?.[1] ?? 'example.org');
}

/** Servers that trust a domain because it resembles the trusted one. */
const trusting: Readonly<Record<string, (domain: string, trusted: string) => boolean>> = {
  'every domain is trusted': (domain) => /^[\w.-]+$/.test(domain),
  'domains are trusted by how they begin': (domain, trusted) => domain.startsWith(`${trusted}.`),
  'domains are trusted by how they end': (domain, trusted) => domain.endsWith(trusted),
};

/** Texts that are not a time of ISO 8601 in any reading: one of them is only a day. */
const wrongTimes = ['yesterday', '2021-08-17', '2021-02-30T12:00:00Z', '2021-13-01T12:00:00Z'].concat(
  '2021-08-17T25:00:00Z',
  '1629198889',
);

/** The same texts with a time in the future, so that only the form is wrong. */
const laterTimes = wrongTimes.map((time) => time.replace('2021', '2521').replace('1629198889', '17408563200'));

const RESOURCES = ['https://notes.example.org/terms', 'urn:isbn:9780141036137'];

const rules: Readonly<Record<string, MessageRule>> = {
  'trusted-domain': {
    refused({ message }, { suite }) {
      const trusted = domainOf(message.signed_message);
      const others = {
        'a domain that is in no list': `untrusted-${suite.run.slice(0, 8)}.example.net`,
        'a domain that begins with a trusted one': `${trusted}.attacker.example`,
        'a domain that ends with a trusted one': `not${trusted}`,
        'a trusted domain without its last letter': trusted.slice(0, -1),
      };
      return Object.fromEntries(
        Object.entries(others).map(([what, domain]) => [what, { fields: { domain, uri: `https://${domain}` } }]),
      );
    },
    servers: (at) =>
      Object.fromEntries(
        Object.entries(trusting).map(([id, isTrusted]) => {
          const isLike = (domain: string, trusted: string) =>
            trusted !== '' && domain !== trusted && isTrusted(domain, trusted);
          const isMeant = ({ fields: { domain } }: Sent, before: readonly Sent[]) =>
            before.some((sent) => isLike(text(domain), text(sent.fields['domain'])));
          return [id, takes(at, isMeant)];
        }),
      ),
  },
  domain: {
    refused: wrong('domain', ['notes example org', 'example.org/path', 'https://example.org', '']),
    takes: { 'a domain may be anything': ({ domain }) => !/^[\w.:-]+$/.test(text(domain)) },
  },
  address: {
    refused(_, { suite }) {
      const own = suite.wallet.address('caller');
      return {
        ...wrong('address', ['nobody', '', '0x24f411DC66035a2501105D1D297Eb97E915B96zz']),
        ...each('address', {
          'its own address without 0x': own.slice(2),
          'its own address with a digit too many': `${own}0`,
          'its own address with a digit too few': own.slice(0, -1),
        }),
      };
    },
    takes: {
      'an address may be anything': ({ address }) => !/^0x[0-9a-f]{40}$/i.test(text(address)),
      'an address may lack 0x': ({ address }) => /^[0-9a-f]{40}$/i.test(text(address)),
    },
  },
  'address-checksum': {
    refused(_, { suite }) {
      const own = suite.wallet.address('caller');
      const letters = [...own].flatMap((digit, place) => (place > 1 && /[a-f]/i.test(digit) ? [place] : []));
      const some = [letters[0], letters[Math.floor(letters.length / 2)], letters.at(-1)];
      const spelled = some.map((place = 2, index) => {
        const [letter, upper] = [own.charAt(place), own.charAt(place).toUpperCase()];
        const other = letter === upper ? letter.toLowerCase() : upper;
        const wrongly = `${own.slice(0, place)}${other}${own.slice(place + 1)}`;
        return [`an address with a letter of the wrong case (${index + 1})`, wrongly];
      });
      return letters.length === 0 ? {} : each('address', Object.fromEntries(spelled));
    },
    takes: {
      'the capitals of an address do not matter': ({ address }) =>
        /^0x[0-9a-f]{40}$/i.test(text(address)) && checksummed(text(address).slice(2).toLowerCase()) !== address,
    },
  },
  'statement-newline': {
    refused: wrong('statement', ['one\ntwo', 'one\n', '\none']),
    takes: {
      'a statement may have several lines': ({ statement }) => text(statement).includes('\n'),
      'a statement may end in a newline': ({ statement }) => text(statement).endsWith('\n'),
    },
  },
  'statement-ascii': {
    refused: wrong('statement', ['Grüße', 'Sign in 🍎', '登录']),
    takes: { 'a statement may be in any language': ({ statement }) => /[^\0-\x7f]/.test(text(statement)) },
  },
  uri: {
    refused: wrong('uri', ['not a uri', '', 'https://example.org/a b', 'example.org/path']),
    takes: {
      'a uri may be anything': ({ uri }) => !/^[a-z]+:\S+$/.test(text(uri)),
      'a uri may lack its scheme': ({ uri }) => /^[\w.]+\/\w+$/.test(text(uri)),
    },
  },
  version: {
    refused: wrong('version', ['2', '0', '1.1', '10']),
    takes: {
      'the version does not matter': ({ version }) => String(version) !== '1',
      'a version need only begin with 1': ({ version }) => String(version) !== '1' && String(version).startsWith('1'),
    },
  },
  'chain-id': {
    refused: wrong('chainId', ['mainnet', -1, 1.5, '']),
    takes: {
      'a chain id may be anything': ({ chainId }) => !/^\d+$/.test(String(chainId)),
      'a chain id may be below zero': ({ chainId }) => Number(chainId) < 0,
    },
  },
  'nonce-length': {
    refused: () =>
      each('nonce', {
        'a nonce of 7 characters': nonce(7),
        'a nonce of 1 characters': nonce(1),
        'an empty nonce': '',
      }),
    taken: () => each('nonce', { 'a nonce of 8 characters': nonce(8) }),
    takes: {
      'a nonce may be short': ({ nonce: given }) => text(given).length < 8,
      'a nonce of 7 characters is enough': ({ nonce: given }) => text(given).length === 7,
    },
    refuses: { 'a nonce needs 10 characters': ({ nonce: given }) => text(given).length < 10 },
  },
  'nonce-alphanumeric': {
    refused: () =>
      each('nonce', {
        'a nonce with a hyphen': `${nonce(6)}-${nonce(6)}`,
        'a nonce that ends in an underscore': `${nonce(12)}_`,
        'a nonce with a space': `${nonce(6)} ${nonce(6)}`,
        'a nonce that begins with a letter beyond ASCII': `é${nonce(12)}`,
        'a nonce with a point': `${nonce(8)}.${nonce(4)}`,
      }),
    takes: {
      'a nonce may have any characters': ({ nonce: given }) => /[^a-z0-9]/i.test(text(given)),
      'a nonce may have underscores': ({ nonce: given }) => /^\w*_\w*$/.test(text(given)),
    },
  },
  'issued-at': {
    refused: wrong('issuedAt', wrongTimes),
    // A server that rebuilds the lines writes the value as it was sent.
    taken: ({ now }) =>
      each('issuedAt', {
        'an issued-at in whole seconds': timeAt(now, 0).replace(/\.\d+/, ''),
        'an issued-at with the offset of a place in the east': timeAt(now, 0, 8),
        'an issued-at with the offset of a place in the west': timeAt(now, 0, -3),
      }),
    refuses: {
      'an issued-at is written anew, with milliseconds': ({ issuedAt }) => !text(issuedAt).includes('.'),
      'an issued-at with an offset is refused': ({ issuedAt }) => /[+-]\d\d:\d\d$/.test(text(issuedAt)),
      'an issued-at behind UTC is refused': ({ issuedAt }) => /-\d\d:\d\d$/.test(text(issuedAt)),
    },
    takes: {
      'issued-at may be anything': ({ issuedAt }) => !isIso(issuedAt),
      'issued-at may be a day alone': ({ issuedAt }) => /^\d{4}-\d\d-\d\d$/.test(text(issuedAt)),
    },
  },
  'expiration-time': {
    refused: wrong('expirationTime', laterTimes),
    taken: ({ now }) =>
      each('expirationTime', {
        'an expiration time with the offset of a place in the east': timeAt(now, 10, 8),
        'an expiration time with the offset of a place in the west': timeAt(now, 10, -3),
      }),
    refuses: {
      'an expiration time with an offset is refused': ({ expirationTime: time }) => /[+-]\d\d:\d\d$/.test(text(time)),
    },
    takes: {
      'an expiration time may be anything': ({ expirationTime: time }) => time !== undefined && !isIso(time),
    },
  },
  'not-before': {
    refused: wrong('notBefore', wrongTimes),
    taken: ({ now }) =>
      each('notBefore', {
        'a not-before with the offset of a place in the east': timeAt(now, -10, 8),
        'a not-before with the offset of a place in the west': timeAt(now, -10, -3),
      }),
    refuses: {
      'a not-before with an offset is refused': ({ notBefore: time }) => /[+-]\d\d:\d\d$/.test(text(time)),
    },
    takes: { 'a not-before may be anything': ({ notBefore: time }) => time !== undefined && !isIso(time) },
  },
  'resources-uris': {
    refused: wrong('resources', [
      ['not a uri'],
      [...RESOURCES, 'not a uri'],
      ['not a uri', ...RESOURCES],
      ['notes.example.org/terms'],
    ]),
    takes: {
      'only the first resource is looked at': ({ resources }) =>
        Array.isArray(resources) && resources.length > 1 && /^[a-z]+:\S+$/.test(text(resources[0])),
    },
  },
};

export default [
  ...Object.entries(rules).map(([aspect, rule]) => messageRule(aspect, rule)),
  optionalRule('statement-optional', 'statement', 'requestId'),
  optionalRule('expiration-optional', 'expirationTime', 'notBefore'),
  optionalRule('not-before-optional', 'notBefore', 'expirationTime'),
  optionalRule('request-id-optional', 'requestId', 'notBefore'),
  optionalRule('resources-optional', 'resources', 'requestId'),
];
