import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { recoverAddress } from '../account/index.ts';
import { messageText, type SignInMessage } from '../sign-in/index.ts';
import { MessageError, readMessage } from './index.ts';

const full: SignInMessage = {
  domain: 'notes.example.org',
  address: '0x24f411DC66035a2501105D1D297Eb97E915B9678',
  statement: 'Sign in to comment on Orchard Notes.',
  uri: 'https://notes.example.org/sign-in?next=%2F#top',
  version: '1',
  chainId: 1,
  nonce: 'k7Qm2XvT9b',
  issuedAt: '2021-08-17T11:14:30Z',
  expirationTime: '2021-08-17T11:24:30.5Z',
  notBefore: '2021-08-17T19:14:30+08:00',
  requestId: 'sign-in-1',
  resources: ['https://notes.example.org/terms', 'urn:isbn:9780141036137'],
};

const FULL_TEXT = `notes.example.org wants you to sign in with your Ethereum account:
0x24f411DC66035a2501105D1D297Eb97E915B9678

Sign in to comment on Orchard Notes.

URI: https://notes.example.org/sign-in?next=%2F#top
Version: 1
Chain ID: 1
Nonce: k7Qm2XvT9b
Issued At: 2021-08-17T11:14:30Z
Expiration Time: 2021-08-17T11:24:30.5Z
Not Before: 2021-08-17T19:14:30+08:00
Request ID: sign-in-1
Resources:
- https://notes.example.org/terms
- urn:isbn:9780141036137`;

const { statement: _s, expirationTime: _e, notBefore: _n, requestId: _r, resources: _l, ...least } = full;

/** The problem of a message; undefined when it is valid. */
function fault(signed: string): string | undefined {
  try {
    readMessage(signed);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(MessageError);
    return error instanceof Error ? error.message : undefined;
  }
}

describe('the text that is signed', () => {
  test('has a line for each field, in the documented order', () => {
    expect(messageText(full)).toBe(FULL_TEXT);
  });

  test('has two empty lines when there is no statement', () => {
    const { statement: _statement, ...rest } = full;
    expect(messageText(rest)).toBe(FULL_TEXT.replace('Sign in to comment on Orchard Notes.\n', ''));
  });

  test('of the documented example was signed by its account', async () => {
    const { paths } = JSON.parse(
      await readFile(new URL(import.meta.resolve('@wallet-services/contract/openapi/comment.json')), 'utf8'),
    );
    const { examples } = paths['/auth/login'].post.requestBody.content['application/json'];
    const { signed_message, signature } = examples['signed-message'].value;
    const { message, text } = readMessage(signed_message);
    expect(recoverAddress(text, signature)).toBe(message.address);
  });
});

describe('a message is accepted', () => {
  test('as JSON, in both spellings of the names', () => {
    expect(readMessage(JSON.stringify(full))).toEqual({ message: full, text: FULL_TEXT });
    const { chainId, issuedAt, expirationTime, notBefore, requestId, ...rest } = full;
    const snake = {
      ...rest,
      chain_id: chainId,
      issued_at: issuedAt,
      expiration_time: expirationTime,
      not_before: notBefore,
      request_id: requestId,
    };
    expect(readMessage(JSON.stringify(snake, undefined, 2))).toEqual({ message: full, text: FULL_TEXT });
  });

  test('as JSON with the names as document 1 writes them, and unused members empty', () => {
    const { chainId, issuedAt, ...rest } = least;
    const kebab = { ...rest, 'chain-id': chainId, 'issued-at': issuedAt };
    const empty = { statement: '', 'expiration-time': '', 'not-before': '', resources: '' };
    expect(readMessage(JSON.stringify({ ...kebab, ...empty })).text).toBe(messageText(least));
    expect(fault(messageText({ ...full, expirationTime: '' }))).toMatch(/\w/);
    expect(fault(JSON.stringify({ ...kebab, chain_id: 1 }))).toMatch(/twice/);
    expect(fault(JSON.stringify({ ...rest, 'chain-Id': chainId, 'issued-at': issuedAt }))).toMatch(/no chainId/);
  });

  test('as lines', () => {
    expect(readMessage(FULL_TEXT)).toEqual({ message: full, text: FULL_TEXT });
    expect(readMessage(messageText(least)).message).toEqual({ ...least, statement: undefined });
  });

  test.each([
    ['nothing but the mandatory fields', {}],
    ['an empty statement, as some write an absent one', { statement: '' }],
    ['null for what is absent', { statement: null, expirationTime: null, resources: null }],
    ['the digits of a chain id, and a number as version', { chainId: '137', version: 1 }],
    ['every readable character of ASCII in the statement', { statement: ascii() }],
    ['quotes and braces in the statement', { statement: '"a": {"nonce": 1}, 100 % <b>[x]</b> \\' }],
    ['a port', { domain: 'localhost:3000' }],
    ['an IPv6 address', { domain: '[::1]:8080' }],
    ['no resources at all', { resources: [] }],
    ['an empty request id', { requestId: '' }],
    ['a request id of any characters', { requestId: 'order 66, part a/b' }],
    ['unknown members', { lang: 'en', extra: { nonce: 'x', nonces: [{ nonce: 'y' }] } }],
    ['a time with nanoseconds and an offset', { issuedAt: '2021-08-17T19:14:30.123456789+08:00' }],
  ])('with %s', (_what, changes) => {
    expect(fault(JSON.stringify({ ...least, ...changes }))).toBeUndefined();
  });
});

function ascii(): string {
  return String.fromCharCode(...Array.from({ length: 95 }, (_unused, place) => 32 + place)).trim();
}

describe('a message is rejected, as JSON and as lines, with', () => {
  test.each<[string, Partial<Record<keyof SignInMessage, unknown>>]>([
    ['an empty domain', { domain: '' }],
    ['a domain with a space', { domain: 'notes example.org' }],
    ['a domain with a path', { domain: 'notes.example.org/x' }],
    ['a URL for a domain', { domain: 'https://notes.example.org' }],
    ['a domain beyond ASCII', { domain: 'nötes.example.org' }],
    ['a domain with a bad escape', { domain: '%zz.example.org' }],
    ['a port that is none', { domain: 'notes.example.org:80a' }],
    ['no address', { address: '' }],
    ['a short address', { address: '0x24f411DC66035a2501105D1D297Eb97E915B967' }],
    ['a long address', { address: '0x24f411DC66035a2501105D1D297Eb97E915B96780' }],
    ['an address without 0x', { address: '24f411DC66035a2501105D1D297Eb97E915B9678' }],
    ['an address in small letters', { address: full.address.toLowerCase() }],
    ['an address with a wrong capital', { address: '0x24F411DC66035a2501105D1D297Eb97E915B9678' }],
    ['a newline in the statement', { statement: 'Sign in.\nURI: https://evil.example' }],
    ['only a newline in the statement', { statement: '\n' }],
    ['a carriage return in the statement', { statement: 'Sign in.\r' }],
    ['a tab in the statement', { statement: 'Sign\tin.' }],
    ['a letter beyond ASCII in the statement', { statement: 'Anmelden für Kommentare' }],
    ['an emoji in the statement', { statement: 'Sign in 🍎' }],
    ['a URI without a scheme', { uri: 'notes.example.org' }],
    ['an empty URI', { uri: '' }],
    ['a URI with a space', { uri: 'https://notes.example.org/a b' }],
    ['a newline in the URI', { uri: 'https://notes.example.org\nVersion: 1' }],
    ['version 2', { version: '2' }],
    ['version 1.0', { version: '1.0' }],
    ['version 01', { version: '01' }],
    ['no version', { version: '' }],
    ['chain 0', { chainId: 0 }],
    ['a negative chain', { chainId: -1 }],
    ['half a chain', { chainId: 1.5 }],
    ['a chain beyond all numbers', { chainId: 1e30 }],
    ['a nonce of 7 characters', { nonce: 'k7Qm2Xv' }],
    ['a nonce with a dash', { nonce: 'k7Qm2XvT-9b' }],
    ['a nonce with a space', { nonce: 'k7Qm2XvT 9b' }],
    ['a nonce beyond ASCII', { nonce: 'k7Qm2XvTé9b' }],
    ['an empty nonce', { nonce: '' }],
    ['a date without a time', { issuedAt: '2021-08-17' }],
    ['a time without an offset', { issuedAt: '2021-08-17T11:14:30' }],
    ['the 30th of February', { issuedAt: '2021-02-30T11:14:30Z' }],
    ['the hour 25', { issuedAt: '2021-08-17T25:14:30Z' }],
    ['a time in words', { issuedAt: 'yesterday' }],
    ['seconds since 1970', { issuedAt: '1629198870' }],
    ['an expiration that is no time', { expirationTime: 'soon' }],
    ['a not-before that is no time', { notBefore: '17 August 2021' }],
    ['a newline in the request id', { requestId: 'a\nResources:' }],
    ['a resource that is no URI', { resources: ['not a URI'] }],
    ['one bad resource among good ones', { resources: ['urn:x:1', '', 'urn:x:2'] }],
  ])('%s', (_what, changes) => {
    const message = { ...full, ...changes };
    expect(fault(JSON.stringify(message))).toMatch(/\w/);
    expect(fault(messageText(message as SignInMessage))).toMatch(/\w/);
  });

  test.each(['domain', 'address', 'uri', 'version', 'chainId', 'nonce', 'issuedAt'])('no %s', (name) => {
    const { [name as keyof SignInMessage]: _left, ...rest } = full;
    expect(fault(JSON.stringify(rest))).toBe(`the message has no ${name}`);
    expect(fault(JSON.stringify({ ...full, [name]: null }))).toBe(`the message has no ${name}`);
  });
});

describe('JSON is rejected that', () => {
  const json = JSON.stringify(full);

  test.each([
    ['is cut short', json.slice(0, -1)],
    ['is followed by something', `${json} x`],
    ['is followed by another', json + json],
    ['has a field twice', json.replace('{', '{"nonce":"aaaaaaaaaa",')],
    ['has a field twice, escaped once', json.replace('{', '{"n\\u006fnce":"aaaaaaaaaa",')],
    ['has a field in both spellings', json.replace('{', '{"chain_id":1,')],
    ['has a number where text belongs', json.replace('"k7Qm2XvT9b"', '1234567890')],
    ['has a list where text belongs', JSON.stringify({ ...full, domain: ['notes.example.org'] })],
    ['has an object where text belongs', JSON.stringify({ ...full, uri: {} })],
    ['has a list where the version belongs', JSON.stringify({ ...full, version: ['1'] })],
    ['has a truth value as version', JSON.stringify({ ...full, version: true })],
    ['has a chain id in hexadecimal', JSON.stringify({ ...full, chainId: '0x1' })],
    ['has a chain id with a zero before', JSON.stringify({ ...full, chainId: '01' })],
    ['has one resource instead of a list', JSON.stringify({ ...full, resources: 'urn:x:1' })],
    ['has a newline in a resource', JSON.stringify({ ...full, resources: ['urn:x:1\n- urn:x:2'] })],
    ['has a number among the resources', JSON.stringify({ ...full, resources: [1] })],
    ['is a list', `[${json}]`],
    ['is longer than a message', JSON.stringify({ ...full, padding: 'x'.repeat(9_000) })],
  ])('%s', (_what, signed) => {
    expect(fault(signed)).toMatch(/\w/);
  });
});

describe('lines are rejected that', () => {
  const lines = FULL_TEXT.split('\n');
  const without = (start: string) => lines.filter((line) => !line.startsWith(start)).join('\n');
  const twice = (start: string) => lines.flatMap((line) => (line.startsWith(start) ? [line, line] : [line])).join('\n');

  test.each<[string, string]>([
    ['are none', ''],
    ['are only the first', lines[0] ?? ''],
    ['end with a newline', `${FULL_TEXT}\n`],
    ['end with text', `${FULL_TEXT}\nP.S. hello`],
    ['end with a space', `${FULL_TEXT} `],
    ['begin with a newline', `\n${FULL_TEXT}`],
    ['begin with a scheme', `https://${FULL_TEXT}`],
    ['end with carriage returns', FULL_TEXT.replaceAll('\n', '\r\n')],
    ['have a chain id with a zero before', FULL_TEXT.replace('Chain ID: 1', 'Chain ID: 01')],
    ['name another chain', FULL_TEXT.replace('your Ethereum account', 'your Bitcoin account')],
    ['have only one empty line without a statement', messageText(least).replace('\n\n\n', '\n\n')],
    ['have three empty lines', messageText(least).replace('\n\n\n', '\n\n\n\n')],
    ['have two lines of statement', FULL_TEXT.replace('Notes.\n', 'Notes.\nAnd more.\n')],
    ['have two spaces', FULL_TEXT.replace('Nonce: ', 'Nonce:  ')],
    ['have a field in small letters', FULL_TEXT.replace('Nonce:', 'nonce:')],
    ['have the fields in another order', swapped(lines, 7, 8)],
    ['have times in another order', swapped(lines, 10, 11)],
    ['have a resource without a dash', FULL_TEXT.replace('- urn', 'urn')],
    ...['URI', 'Version', 'Chain ID', 'Nonce', 'Issued At'].flatMap<[string, string]>((start) => [
      [`lack ${start}`, without(start)],
      [`have ${start} twice`, twice(start)],
    ]),
    ...['Expiration Time', 'Not Before', 'Request ID'].map<[string, string]>((start) => [
      `have ${start} twice`,
      twice(start),
    ]),
  ])('%s', (_what, signed) => {
    expect(fault(signed)).toMatch(/\w/);
  });
});

function swapped(lines: readonly string[], one: number, other: number): string {
  return lines.map((line, place) => (place === one ? lines[other] : place === other ? lines[one] : line)).join('\n');
}
