/** The text that is signed, its signature, and the times of a message (document 1, Client-side sign-in, Method B). */
import type { MessageFields } from '../../../sign-in/message.ts';
import { byFields, isSigned, takes, text } from './faults.ts';
import { messageRule, timeAt, type Variant, withFields } from './variants.ts';

type Lines = readonly string[];

/** A message of which other lines were signed than those of what is sent. */
function signedAs(what: string, lines: (lines: Lines) => Lines, fields: Partial<MessageFields> = {}): Variant {
  return { what, options: { fields, lines } };
}

/** Two lines changed about, by their places. */
function changedAbout(lines: Lines, first: number, second: number): Lines {
  return first < 0 || second < 0 ? lines : lines.with(first, lines[second] ?? '').with(second, lines[first] ?? '');
}

function swapped(one: string, other: string): (lines: Lines) => Lines {
  const placeOf = (lines: Lines, start: string) => lines.findIndex((line) => line.startsWith(start));
  return (lines) => changedAbout(lines, placeOf(lines, one), placeOf(lines, other));
}

const without = (isMeant: (line: string) => boolean) => (lines: Lines) => lines.filter((line) => !isMeant(line));

const orders: Readonly<Record<string, (lines: Lines) => Lines>> = {
  'URI and version changed about': swapped('URI', 'Version'),
  'chain id and nonce changed about': swapped('Chain ID', 'Nonce'),
  'nonce and time changed about': swapped('Nonce', 'Issued At'),
  'all fields in the other direction': (lines) => [...lines.slice(0, 5), ...lines.slice(5).reverse()],
  'the statement at the end': (lines) => [...lines.slice(0, 3), ...lines.slice(4), lines[3] ?? ''],
  'no empty lines': without((line) => line === ''),
  'no empty line before the statement': (lines) => lines.toSpliced(2, 1),
  'no empty line after the statement': (lines) => lines.toSpliced(4, 1),
  'the address in the first line': (lines) => changedAbout(lines, 0, 1),
};

const lineOrder = messageRule(
  'line-order',
  () => Object.entries(orders).map(([how, lines]) => signedAs(`a signature over ${how}`, lines)),
  {
    faults: (at) => [
      {
        id: 'two lines of a message may be changed about',
        fault: takes(at, (sent) =>
          [5, 6, 7, 8].some((first) => isSigned(sent, (lines) => changedAbout(lines, first, first + 1))),
        ),
      },
      {
        id: 'empty lines are not part of what is signed',
        fault: takes(at, (sent) =>
          isSigned(
            sent,
            without((line) => line === ''),
          ),
        ),
      },
    ],
  },
);

const eip191Prefix = messageRule(
  'eip191-prefix',
  () => [
    { what: 'a signature over the bare message', options: { bare: true } },
    {
      what: 'a signature over the bare message without a statement',
      options: { bare: true, fields: { statement: undefined } },
    },
  ],
  {
    faults: (at) => [
      {
        id: 'a signature over the bare message is taken',
        fault: takes(at, (sent) => isSigned(sent, undefined, false)),
      },
    ],
  },
);

/** The signature with one hexadecimal digit changed. */
function withOtherDigit(place: number): NonNullable<Variant['change']> {
  return ({ signature, ...rest }) => ({
    ...rest,
    signature: `${signature.slice(0, place)}${signature.charAt(place) === '1' ? '2' : '1'}${signature.slice(place + 1)}`,
  });
}

const signatureVerified = messageRule(
  'signature-verified',
  ({ message: { signature } }, { scene }) => [
    { what: 'a signature of another account', options: { signer: 'somebody else' } },
    {
      what: 'a signature of another account, without a statement',
      options: { signer: 'somebody else', fields: { statement: undefined } },
    },
    withFields('the address of another account', { address: scene.wallet.address('somebody else') }),
    { what: 'the signature of another message', change: (one) => ({ ...one, signature }) },
    { what: 'a signature with another first digit', change: withOtherDigit(2) },
    { what: 'a signature with another middle digit', change: withOtherDigit(90) },
    { what: 'a signature that is cut short', change: (one) => ({ ...one, signature: one.signature.slice(0, 60) }) },
    { what: 'a signature of zeros', change: (one) => ({ ...one, signature: `0x${'0'.repeat(130)}` }) },
    { what: 'a signature that is a word', change: (one) => ({ ...one, signature: 'signature' }) },
    signedAs('a statement that was changed after signing', (lines) => lines.with(3, 'Another statement.')),
  ],
  {
    faults: (at) => [
      { id: 'signatures are not verified', fault: takes(at, (sent) => sent.isMessage && !isSigned(sent)) },
      {
        id: 'signatures are verified only where there is a statement',
        fault: takes(at, (sent) => sent.isMessage && sent.fields['statement'] === undefined && !isSigned(sent)),
      },
      {
        id: 'the statement is not part of what is signed',
        fault: takes(at, (sent) => isSigned(sent, (lines) => lines.with(3, 'Another statement.'))),
      },
    ],
  },
);

const isRequestId = (line: string) => line.startsWith('Request ID: ');

/** Moves the line of the request id. */
function moved(to: (lines: Lines) => number): (lines: Lines) => Lines {
  return (lines) => {
    const rest = lines.filter((one) => !isRequestId(one));
    return rest.toSpliced(to(rest), 0, ...lines.filter(isRequestId));
  };
}

const REQUEST = { requestId: 'sign-in-1' };

const requestIdLine = messageRule(
  'request-id-line',
  ({ now }) => {
    const fields = { ...REQUEST, expirationTime: timeAt(now, 60), notBefore: timeAt(now, -60) };
    const beforeTimes = moved((lines) => lines.findIndex((line) => line.startsWith('Expiration')));
    const asAnother = (lines: Lines) => lines.map((line) => (isRequestId(line) ? `${line}0` : line));
    return [
      withFields('a request id', REQUEST, true),
      withFields('a request id after both times', fields, true),
      withFields('a request id before resources', { ...fields, resources: ['https://example.org/terms'] }, true),
      signedAs('a request id that was signed before the times', beforeTimes, fields),
      signedAs('a request id that was not signed', without(isRequestId), fields),
      signedAs('a request id that was signed as another', asAnother, fields),
    ];
  },
  {
    faults: (at) => [
      {
        id: 'the request id is not part of what is signed',
        fault: takes(at, (sent) => sent.fields['requestId'] !== undefined && isSigned(sent, without(isRequestId))),
      },
      ...byFields('refuses', { 'request ids are not understood': ({ requestId }) => requestId !== undefined })(at),
    ],
  },
);

const RESOURCES = ['https://notes.example.org/terms', 'urn:isbn:9780141036137'];

const resourcesLines = messageRule(
  'resources-lines',
  () => {
    const fields = { resources: RESOURCES };
    const onOneLine = (lines: Lines) => [...lines.slice(0, -3), `Resources: ${RESOURCES.join(', ')}`];
    return [
      withFields('one resource', { resources: RESOURCES.slice(0, 1) }, true),
      withFields('two resources', fields, true),
      withFields('a request id and two resources', { ...fields, ...REQUEST }, true),
      signedAs('resources of which the last was not signed', (lines) => lines.slice(0, -1), fields),
      signedAs(
        'resources that were signed in another order',
        (lines) => changedAbout(lines, lines.length - 2, lines.length - 1),
        fields,
      ),
      signedAs('resources that were signed on one line', onOneLine, fields),
      signedAs(
        'resources that were signed without their heading',
        without((line) => line === 'Resources:'),
        fields,
      ),
      signedAs(
        'resources that were signed before the request id',
        moved((lines) => lines.length),
        {
          ...fields,
          ...REQUEST,
        },
      ),
    ];
  },
  {
    faults: (at) => [
      {
        id: 'the last resource is not part of what is signed',
        fault: takes(
          at,
          (sent) => sent.fields['resources'] !== undefined && isSigned(sent, (lines) => lines.slice(0, -1)),
        ),
      },
      ...byFields('refuses', {
        'more than one resource is not understood': ({ resources }) => Array.isArray(resources) && resources.length > 1,
      })(at),
    ],
  },
);

const timeOf = (value: unknown) => Date.parse(text(value));

/** As read by who passes over the UTC offset. */
const localTime = (value: unknown) => timeOf(`${text(value).slice(0, 19)}Z`);

const HOUR = 3_600_000;

const expired = messageRule(
  'expired',
  ({ now }) => {
    const expiring = (what: string, expirationTime: string, taken = false) =>
      withFields(`a message that ${what}`, { expirationTime }, taken);
    return [
      expiring('expired a minute ago', timeAt(now, -1)),
      expiring('expired two minutes ago, east of UTC', timeAt(now, -2, 9)),
      expiring('expired yesterday', timeAt(now, -1440)),
      expiring('expires in an hour', timeAt(now, 60), true),
      expiring('expires in five minutes, west of UTC', timeAt(now, 5, -9), true),
      withFields('a message that expired a minute ago and has a not-before', {
        expirationTime: timeAt(now, -1),
        notBefore: timeAt(now, -60),
      }),
    ];
  },
  {
    faults: (at) => [
      ...byFields('takes', {
        'expired messages are taken': ({ expirationTime: time }) => timeOf(time) < Date.now(),
        'messages are taken for an hour after they expired': ({ expirationTime: time }) =>
          timeOf(time) < Date.now() && Date.now() - timeOf(time) < HOUR,
      })(at),
      ...byFields('refuses', {
        'the UTC offset of an expiration time is passed over': ({ expirationTime: time }) =>
          localTime(time) < Date.now(),
      })(at),
    ],
  },
);

const tooEarly = messageRule(
  'too-early',
  ({ now }) => {
    const beginning = (what: string, notBefore: string, taken = false) =>
      withFields(`a message that ${what}`, { notBefore }, taken);
    return [
      beginning('begins in two minutes', timeAt(now, 2)),
      beginning('begins in two minutes, west of UTC', timeAt(now, 2, -9)),
      beginning('begins tomorrow', timeAt(now, 1440)),
      beginning('began an hour ago', timeAt(now, -60), true),
      beginning('began five minutes ago, east of UTC', timeAt(now, -5, 9), true),
      withFields('a message that begins in two minutes and expires later', {
        notBefore: timeAt(now, 2),
        expirationTime: timeAt(now, 60),
      }),
    ];
  },
  {
    faults: (at) => [
      ...byFields('takes', { 'not-before is passed over': ({ notBefore: time }) => timeOf(time) > Date.now() })(at),
      ...byFields('refuses', {
        'the UTC offset of a not-before is passed over': ({ notBefore: time }) => localTime(time) > Date.now(),
      })(at),
    ],
  },
);

export default [lineOrder, eip191Prefix, signatureVerified, requestIdLine, resourcesLines, expired, tooEarly];
