/** The times of a message (document 1, Client-side sign-in, Method B). */
import { messageRule, optionalRule, type Variant } from './ask.ts';
import { timeAt, wrong } from './values.ts';

/** Wrong in any reading of ISO 8601. */
const wrongTimes = [
  ['a word', 'yesterday'],
  ['a date as it is said', '17 August 2021'],
  ['30 February', '2021-02-30T12:00:00Z'],
  ['month 13', '2021-13-01T12:00:00Z'],
  ['hour 25', '2021-08-17T25:00:00Z'],
  ['seconds since 1970', '1629198889'],
] as const;

function wrongTimesOf(name: string) {
  return wrongTimes.map(([what, value]) => [`${name} that is ${what}`, value] as const);
}

/** In the future and in the past, so that only the form is wrong. */
function laterTimesOf(name: string) {
  return wrongTimesOf(name).map(
    ([what, value]) => [what, value.replace('2021', '2521').replace('1629198889', '17408563200')] as const,
  );
}

export const issuedAt = wrong('comment.sign-in.issued-at', 'issuedAt', wrongTimesOf('an issued-at'));
export const expirationTime = wrong(
  'comment.sign-in.expiration-time',
  'expirationTime',
  laterTimesOf('an expiration time'),
);
export const notBefore = wrong('comment.sign-in.not-before', 'notBefore', wrongTimesOf('a not-before'));

export const expirationOptional = optionalRule('comment.sign-in.expiration-optional', 'expirationTime', ({ now }) => [
  { what: 'no expiration time', taken: true },
  { what: 'a not-before and no expiration time', taken: true, options: { fields: { notBefore: timeAt(now, -60) } } },
]);

export const notBeforeOptional = optionalRule('comment.sign-in.not-before-optional', 'notBefore', ({ now }) => [
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
