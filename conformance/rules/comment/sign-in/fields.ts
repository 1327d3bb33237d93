/** The fields of a message, each by its rule (document 1, Client-side sign-in, Method B). */
import { randomBytes } from 'node:crypto';
import { messageRule, optionalRule } from './ask.ts';
import { wrong } from './values.ts';

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

export const statementOptional = optionalRule('comment.sign-in.statement-optional', 'statement', () => [
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
