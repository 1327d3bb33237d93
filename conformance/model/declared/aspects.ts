/** The demands of each family where a declaration names no rules: the aspects, each with a sentence. */

import { segmentsOf } from '@wallet-services/kit/pointer';
import { isObject } from '../values/json.ts';
import type { Declared } from './place.ts';

/** The data about the operation that the sentences need. */
export interface Around {
  /** The operationId; `the service` where a declaration is about the whole service. */
  readonly subject: string;
  /** The noun for the items of its list. */
  readonly noun: string;
  readonly isList: boolean;
  /** The operation changes something. */
  readonly writes: boolean;
}

/** The header of a key where a declaration names none (draft-ietf-httpapi-idempotency-key-header). */
export const IDEMPOTENCY_KEY = 'Idempotency-Key';

export type Aspects = Readonly<Record<string, string>>;

const last = (pointer: unknown) => segmentsOf(String(pointer)).findLast((token) => token !== '*') ?? 'body';

const joined = (names: unknown) => (Array.isArray(names) ? names.join(', ') : String(names));

/** The name by which a new item is read. */
function nameAt(id: unknown, from: unknown): string {
  if (from === 'location') return 'the last part of the Location of the answer';
  return from === 'request' ? `the ${last(id)} of the request` : `its ${last(id)}`;
}

/** Selects the aspects that have a text. */
function given(all: Readonly<Record<string, unknown>>): Aspects {
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  );
}

/** The aspects of the TypeSpec library, which names more of the context in its sentences. */
const aspects: Readonly<Record<string, (declared: Declared, around: Around) => Aspects>> = {
  list: () => ({}),
  'found-in': () => ({}),
  paged: ({ by, total, more }, { noun }) => ({
    ...(by === 'cursor' && { first: `Without a cursor the first page of ${noun} is returned.` }),
    continues: `Each page of ${noun} continues the one before: nothing is repeated or left out.`,
    ...(by === 'cursor' && more !== undefined && { more: `${last(more)} is true exactly when another page exists.` }),
    ...(by === 'offset' && { items: `The offset counts ${noun}, not pages.` }),
    ...(total !== undefined && { total: `${last(total)} is the number of ${noun} in all the pages.` }),
  }),
  limited: ({ limit, default: usual, maximum }, { noun }) =>
    given({
      'at-most': limit !== undefined && `The response holds at most ${limit} ${noun}.`,
      filled: limit !== undefined && `As long as there are more ${noun}, the response holds as many as ${limit} says.`,
      default: usual !== undefined && `By default the response holds at most ${usual} ${noun}.`,
      maximum: maximum !== undefined && `No response holds more than ${maximum} ${noun}.`,
    }),
  sorted: ({ member, direction, when }, { noun }) => {
    const way = direction === 'either' ? 'in one direction' : direction;
    const beside = isObject(when) && isObject(when['beside']) ? Object.entries(when['beside']) : [];
    const also = beside.map(([name, value]) => ` and ${name} ${value}`).join('');
    const condition = isObject(when) ? `With ${when['parameter']} ${when['value']}${also}, the` : 'The';
    return { [String(isObject(when) ? when['value'] : member)]: `${condition} ${noun} run by ${member}, ${way}.` };
  },
  'one-of': ({ list, parameter }) => ({
    named: `What is returned is what ${parameter} names; an unknown ${parameter} never returns another.`,
    listed: `What is read by itself has the same values as in ${list}.`,
  }),
  'belongs-to': ({ parameter, member, of }, { noun }) =>
    given({
      [String(member)]: `The ${member} of what is returned is the ${parameter} of the request.`,
      [`${member}-complete`]: of !== undefined && `All ${noun} of the ${parameter} that ${of} lists are returned.`,
    }),
  owned: (_, { isList, noun }) => given({ 'own-only': isList && `The list holds the caller's ${noun} and no others.` }),
  counts: ({ at, list }) => ({ exact: `${last(at)} is the number of items that ${list} returns.` }),
  'refers-to': ({ at, list, read }) => ({ [last(at)]: `Every ${last(at)} names what ${list ?? read} returns.` }),
  'same-as': ({ operation, rpc }, { subject }) => ({ same: `${subject} and ${operation ?? rpc} return the same.` }),
  'read-back': ({ read, lists, keeps, id, from }) =>
    given({
      readable:
        read !== undefined &&
        `It can be read by ${nameAt(id, from)} with ${read}, as it was ${from === undefined ? 'returned' : 'made'}.`,
      listed: lists !== undefined && `It is then in the list of ${joined(lists)}.`,
      kept: keeps !== undefined && `What the request leaves out stays as it was: ${joined(keeps)}.`,
    }),
  echoes: ({ members }) =>
    Object.fromEntries(
      Object.keys(isObject(members) ? members : {}).map((name) => [name, `${name} is returned as it was sent.`]),
    ),
  moves: ({ by, pointer, read, keeps }) =>
    given({
      count: `The operation moves the ${last(pointer)} that ${read} returns by ${by}.`,
      kept: keeps !== undefined && `It stays as it was: ${joined(keeps)}.`,
    }),
  removes: ({ read, lists }) =>
    given({
      gone: `What the path names cannot be read with ${read} any more.`,
      unlisted: lists !== undefined && `It is no more in the list of ${joined(lists)}.`,
    }),
  conditional: ({ read, required }, { subject }) =>
    read === undefined
      ? {
          unchanged: `With its ETag in If-None-Match, ${subject} is answered with 304 as long as nothing changed.`,
          changed: `With any other tag in If-None-Match, ${subject} is answered as without one.`,
        }
      : given({
          stale: `With a tag in If-Match that ${read} does not return, the answer is 412, and nothing changes.`,
          current: `With the ETag that ${read} returned last in If-Match, it is accepted; the next ETag is another one.`,
          required: required === true && `A request without If-Match is rejected.`,
        }),
  idempotent: ({ header = IDEMPOTENCY_KEY, conflict }) =>
    given({
      same: `A request that is repeated with its ${header} is done once, and answered as it was.`,
      anew: `With another ${header} the same request is done again.`,
      'other-body': conflict === true && `Another body with a known ${header} is rejected.`,
    }),
  'required-when': ({ member, when }) => ({
    [String(member)]: `A request without ${member} is rejected where it is needed: ${JSON.stringify(when)}.`,
  }),
  'chosen-by': ({ headers, query, subject }) => {
    const [inHeader, inQuery] = [joined(headers), joined(query)];
    return given({
      required: `A request without a choice of ${subject} is rejected.`,
      'in-header': inHeader !== '' && `${inHeader} chooses the ${subject}.`,
      'in-query': inQuery !== '' && `The query's ${inQuery} chooses the ${subject}.`,
      'header-wins': inHeader !== '' && inQuery !== '' && `If they differ, the ${subject} in the header is used.`,
    });
  },
  access: ({ need, schemes }, { subject, writes }) =>
    need === 'none'
      ? { open: `${subject} needs no credential.` }
      : given({
          refused: `${subject} rejects requests without a valid ${joined(schemes)}.`,
          accepted: `${subject} accepts requests with a valid ${joined(schemes)}.`,
          unchanged: writes && `When ${subject} rejects a credential, it changes and stores nothing.`,
        }),
  lifetime: ({ scheme, minutes }) => ({
    works: `A ${scheme} works for ${minutes} minutes.`,
    ends: `A ${scheme} does not work after ${minutes} minutes.`,
  }),
  'read-only': () => ({ unchanged: 'No operation changes anything.' }),
  envelope: ({ payload, time }) =>
    given({
      present: `Every successful response carries its payload in ${payload}.`,
      moment: time !== undefined && `${time} is the server's time, in milliseconds since the epoch.`,
    }),
  json: () => ({ bodies: 'Every successful response is JSON.' }),
  moment: ({ at, unit, zone, now, past }) => {
    const form = unit === 'iso' ? `is an ISO 8601 time${zone === 'utc' ? ' in UTC' : ''}` : `counts ${unit} since 1970`;
    const when = now === true ? ', and is the time of the response' : '';
    const name = last(at);
    return given({
      [name]: `${name} ${form}${when}.`,
      [`${name}-past`]: past === true && `${name} is not in the future.`,
    });
  },
  members: ({ present, absent, when }) => {
    const condition = when === undefined ? '' : `, when ${when}`;
    return given({
      present: present !== undefined && `There is ${joined(present)}${condition}.`,
      absent: absent !== undefined && `There is no ${joined(absent)}${condition}.`,
    });
  },
  invariant: ({ name, expression }) => ({ [String(name)]: `${expression}` }),
};

/** Aspects that are advice by default. */
const advised: ReadonlySet<string> = new Set(['one-of listed']);

/** The aspects of a declaration; none for an unknown family. */
export function aspectsOf(declared: Declared, around: Around): Aspects {
  return aspects[String(declared.family)]?.(declared, around) ?? {};
}

/** The level of an aspect where the declaration does not give one. */
export function levelOf(family: string, aspect: string): 'must' | 'should' {
  return advised.has(`${family} ${aspect}`) ? 'should' : 'must';
}
