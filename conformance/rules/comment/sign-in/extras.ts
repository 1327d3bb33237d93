/** The request id and the resources of a message (document 1, Client-side sign-in, Method B). */
import type { MessageFields } from '../../../sign-in/message.ts';
import { messageRule, optionalRule, type Variant } from './ask.ts';
import { timeAt, wrong } from './values.ts';

const REQUEST = { requestId: 'sign-in-1' };

export const requestIdOptional = optionalRule('comment.sign-in.request-id-optional', 'requestId', ({ now }) => [
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

export const resourcesOptional = optionalRule('comment.sign-in.resources-optional', 'resources', () => [
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
