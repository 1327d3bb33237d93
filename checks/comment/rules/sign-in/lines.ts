/** The signed text, its signature, and the times of a message (document 1, Client-side sign-in, Method B). */

import { fieldsOf, isSigned, taking, text, tokenIn } from '../../sign-in/mutants.ts';
import { tokenNames } from '../../sign-in/send.ts';
import { type MessageRule, type MessageVariant, messageRule, timeAt } from '../../sign-in/variants.ts';
import { domainOf } from './fields.ts';

type Lines = readonly string[];
type Change = (lines: Lines) => Lines;

/** Exchanges two lines, by their indexes. */
function changedAbout(lines: Lines, first: number, second: number): Lines {
  return first < 0 || second < 0 ? lines : lines.with(first, lines[second] ?? '').with(second, lines[first] ?? '');
}

function swapped(one: string, other: string): Change {
  const placeOf = (lines: Lines, start: string) => lines.findIndex((line) => line.startsWith(start));
  return (lines) => changedAbout(lines, placeOf(lines, one), placeOf(lines, other));
}

const without =
  (isMeant: (line: string) => boolean): Change =>
  (lines) =>
    lines.filter((line) => !isMeant(line));

const isEmpty = (line: string) => line === '';
const isRequestId = (line: string) => line.startsWith('Request ID: ');

const noEmptyLines = without(isEmpty);
const otherUri: Change = (lines) => lines.map((line) => line.replace(/\/other$/, ''));
const otherChain = (lines: Lines, id: unknown) =>
  lines.map((line) => line.replace(/^Chain ID: .*/, `Chain ID: ${id ?? 1}`));
const otherStatement: Change = (lines) => lines.with(3, 'Another statement.');

/** Moves the line of the request id. */
function moved(to: (lines: Lines) => number): Change {
  return (lines) => {
    const rest = lines.filter((one) => !isRequestId(one));
    return rest.toSpliced(to(rest), 0, ...lines.filter(isRequestId));
  };
}

/** The signature with one hexadecimal digit changed. */
function withOtherDigit(place: number): NonNullable<MessageVariant['change']> {
  return ({ signature, ...rest }) => {
    const digit = signature.charAt(place) === '1' ? '2' : '1';
    return { ...rest, signature: `${signature.slice(0, place)}${digit}${signature.slice(place + 1)}` };
  };
}

const noStatement = { statement: undefined };
const REQUEST = { requestId: 'sign-in-1' };
const RESOURCES = ['https://notes.example.org/terms', 'urn:isbn:9780141036137'];
const fields = { resources: RESOURCES };

const timeOf = (value: unknown) => Date.parse(text(value));

/** The time as read by a server that ignores the UTC offset. */
const localTime = (value: unknown) => timeOf(`${text(value).slice(0, 19)}Z`);

const HOUR = 3_600_000;

const rules: Readonly<Record<string, MessageRule>> = {
  'line-order': {
    refused: {
      'a signature over URI and version changed about': swapped('URI', 'Version'),
      'a signature over chain id and nonce changed about': swapped('Chain ID', 'Nonce'),
      'a signature over nonce and time changed about': swapped('Nonce', 'Issued At'),
      'a signature over all fields in the other direction': (all) => [...all.slice(0, 5), ...all.slice(5).reverse()],
      'a signature over the statement at the end': (all) => [...all.slice(0, 3), ...all.slice(4), all[3] ?? ''],
      'a signature over no empty lines': noEmptyLines,
      'a signature over no empty line before the statement': (all) => all.toSpliced(2, 1),
      'a signature over no empty line after the statement': (all) => all.toSpliced(4, 1),
      'a signature over the address in the first line': (all) => changedAbout(all, 0, 1),
    },
    servers: taking({
      'two lines of a message may be changed about': (sent) =>
        [5, 6, 7, 8].some((first) => isSigned(sent, (lines) => changedAbout(lines, first, first + 1))),
      'empty lines are not part of what is signed': (sent) => isSigned(sent, noEmptyLines),
    }),
  },
  'eip191-prefix': {
    refused: {
      'a signature over the bare message': { bare: true },
      'a signature over the bare message without a statement': { bare: true, fields: noStatement },
    },
    servers: taking({
      'a signature over the bare message is taken': (sent) => isSigned(sent, undefined, false),
    }),
  },
  'signature-verified': {
    refused: ({ message: { signed_message: right, signature } }, { suite }, token = suite.wallet.token('caller')) => ({
      'a signature of another account': { signer: 'somebody else' },
      'a signature of another account, without a statement': { signer: 'somebody else', fields: noStatement },
      'the address of another account': { fields: { address: suite.wallet.address('somebody else') } },
      'the signature of another message': { change: (one) => ({ ...one, signature }) },
      'a signature with another first digit': { change: withOtherDigit(2) },
      'a signature with another middle digit': { change: withOtherDigit(90) },
      'a signature that is cut short': { change: (one) => ({ ...one, signature: one.signature.slice(0, 60) }) },
      'a signature of zeros': { change: (one) => ({ ...one, signature: `0x${'0'.repeat(130)}` }) },
      ...(token !== null && {
        'a signature of another account, beside a right wallet token': {
          signer: 'somebody else',
          change: (one) => ({ ...one, ...Object.fromEntries(tokenNames.map((name) => [name, token])) }),
        },
      }),
      'a signature that is a word': { change: (one) => ({ ...one, signature: 'signature' }) },
      'a statement that was changed after signing': otherStatement,
      'a uri that was changed after signing': {
        fields: { uri: `https://${domainOf(right)}/other` },
        lines: otherUri,
      },
      'a chain id that was changed after signing': {
        fields: { chainId: 99_999 },
        lines: (all) => otherChain(all, fieldsOf(right)['chainId']),
      },
    }),
    servers: taking({
      'signatures are not verified': (sent) => sent.isMessage && !isSigned(sent),
      'a wallet token is taken beside a message': (sent) => sent.isMessage && tokenIn(sent) !== '' && !isSigned(sent),
      'signatures are verified only where there is a statement': (sent) =>
        sent.isMessage && sent.fields['statement'] === undefined && !isSigned(sent),
      'the statement is not part of what is signed': (sent) => isSigned(sent, otherStatement),
      'the uri that is signed is that of the domain': (sent) => isSigned(sent, otherUri),
      'the chain id that is signed is that of the one before': (sent, before) =>
        !isSigned(sent) && isSigned(sent, (all) => otherChain(all, before[0]?.fields['chainId'])),
    }),
  },
  'request-id-line': {
    taken: ({ now }) => ({
      'a request id': { fields: REQUEST },
      'a request id after both times': { fields: requested(now) },
      'a request id before resources': { fields: { ...requested(now), resources: ['https://example.org/terms'] } },
    }),
    refused: ({ now }) => ({
      'a request id that was signed before the times': {
        fields: requested(now),
        lines: moved((lines) => lines.findIndex((line) => line.startsWith('Expiration'))),
      },
      'a request id that was not signed': { fields: requested(now), lines: without(isRequestId) },
      'a request id that was signed as another': {
        fields: requested(now),
        lines: (lines) => lines.map((line) => (isRequestId(line) ? `${line}0` : line)),
      },
    }),
    servers: taking({
      'the request id is not part of what is signed': (sent) =>
        sent.fields['requestId'] !== undefined && isSigned(sent, without(isRequestId)),
    }),
    refuses: { 'request ids are not understood': ({ requestId }) => requestId !== undefined },
  },
  'resources-lines': {
    taken: {
      'one resource': { fields: { resources: RESOURCES.slice(0, 1) } },
      'two resources': { fields },
      'a request id and two resources': { fields: { ...fields, ...REQUEST } },
    },
    refused: {
      'resources of which the last was not signed': { fields, lines: (lines) => lines.slice(0, -1) },
      'resources that were signed in another order': {
        fields,
        lines: (lines) => changedAbout(lines, lines.length - 2, lines.length - 1),
      },
      'resources that were signed on one line': {
        fields,
        lines: (lines) => [...lines.slice(0, -3), `Resources: ${RESOURCES.join(', ')}`],
      },
      'resources that were signed without their heading': { fields, lines: without((line) => line === 'Resources:') },
      'resources that were signed before the request id': {
        fields: { ...fields, ...REQUEST },
        lines: moved((lines) => lines.length),
      },
    },
    servers: taking({
      'the last resource is not part of what is signed': (sent) =>
        sent.fields['resources'] !== undefined && isSigned(sent, (lines) => lines.slice(0, -1)),
    }),
    refuses: {
      'more than one resource is not understood': ({ resources }) => Array.isArray(resources) && resources.length > 1,
    },
  },
  expired: {
    refused: ({ now }) => ({
      'a message that expired a minute ago': { fields: { expirationTime: timeAt(now, -1) } },
      'a message that expired two minutes ago, east of UTC': { fields: { expirationTime: timeAt(now, -2, 9) } },
      'a message that expired yesterday': { fields: { expirationTime: timeAt(now, -1440) } },
      'a message that expired a minute ago and has a not-before': {
        fields: { expirationTime: timeAt(now, -1), notBefore: timeAt(now, -60) },
      },
    }),
    taken: ({ now }) => ({
      'a message that expires in an hour': { fields: { expirationTime: timeAt(now, 60) } },
      'a message that expires in five minutes, west of UTC': { fields: { expirationTime: timeAt(now, 5, -9) } },
    }),
    takes: {
      'expired messages are taken': ({ expirationTime: time }) => timeOf(time) < Date.now(),
      'messages are taken for an hour after they expired': ({ expirationTime: time }) =>
        timeOf(time) < Date.now() && Date.now() - timeOf(time) < HOUR,
    },
    refuses: {
      'the UTC offset of an expiration time is passed over': ({ expirationTime: time }) => localTime(time) < Date.now(),
    },
  },
  'too-early': {
    refused: ({ now }) => ({
      'a message that begins in two minutes': { fields: { notBefore: timeAt(now, 2) } },
      'a message that begins in two minutes, west of UTC': { fields: { notBefore: timeAt(now, 2, -9) } },
      'a message that begins tomorrow': { fields: { notBefore: timeAt(now, 1440) } },
      'a message that begins in two minutes and expires later': {
        fields: { notBefore: timeAt(now, 2), expirationTime: timeAt(now, 60) },
      },
    }),
    taken: ({ now }) => ({
      'a message that began an hour ago': { fields: { notBefore: timeAt(now, -60) } },
      'a message that began five minutes ago, east of UTC': { fields: { notBefore: timeAt(now, -5, 9) } },
    }),
    takes: { 'not-before is passed over': ({ notBefore: time }) => timeOf(time) > Date.now() },
    refuses: {
      'the UTC offset of a not-before is passed over': ({ notBefore: time }) => localTime(time) > Date.now(),
    },
  },
};

function requested(now: number) {
  return { ...REQUEST, expirationTime: timeAt(now, 60), notBefore: timeAt(now, -60) };
}

export default Object.entries(rules).map(([aspect, rule]) => messageRule(aspect, rule));
