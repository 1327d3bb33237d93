/** Further single faults in recorded traffic, of kinds that the judges were not written for. */

import { resolved, type Schema } from '../model/document/document.ts';
import { type Member, membersAt } from '../model/document/members.ts';
import { isObject } from '../model/values/json.ts';
import { generalised, within } from '../model/values/pointer.ts';
import { edited, gone } from '../mutation/language/edit.ts';
import type { Recorded } from '../traffic/recorded.ts';
import { operationOfRecorded, replaced, success, type Wrong, withJson } from './wrongs.ts';

/** A member of an answer. */
interface Place {
  readonly pointer: string;
  readonly value: unknown;
  readonly member: Member;
  readonly types: readonly string[];
}

type Api = Parameters<Wrong>[1];

function typesOf(api: Api, schema: Schema): readonly string[] {
  const { type, anyOf = [] } = resolved(api.document, schema);
  return [...[type ?? []].flat(), ...anyOf.flatMap((one) => typesOf(api, one))];
}

/** The members of all objects of an answer, in their order. */
function placesIn(recorded: Recorded, api: Api): readonly Place[] {
  const operation = operationOfRecorded(recorded, api);
  const found: Place[] = [];
  const visit = (value: unknown, pointer: string): void => {
    for (const [index, item] of Array.isArray(value) ? value.slice(0, 3).entries() : [])
      visit(item, within(pointer, index));
    if (!isObject(value) || operation === null) return;
    const members = new Map(membersAt(api, operation.id, generalised(pointer)).map((one) => [one.name, one]));
    for (const [name, inner] of Object.entries(value)) {
      const member = members.get(name);
      const place = within(pointer, name);
      if (member !== undefined)
        found.push({ pointer: place, value: inner, member, types: typesOf(api, member.schema) });
      visit(inner, place);
    }
  };
  visit(success(recorded), '');
  return found;
}

/** A number that looks random, and is the same for the same exchange. */
function chance({ url, began }: Recorded): number {
  return [...`${url}${began}`].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);
}

/** Changes one of the matching members. */
function one(isMeant: (place: Place, api: Api) => boolean, change: (value: unknown) => unknown): Wrong {
  return (recorded, api) => {
    const places = placesIn(recorded, api).filter((place) => isMeant(place, api));
    const place = places[chance(recorded) % Math.max(1, places.length)];
    return place === undefined ? null : withJson(recorded, edited(success(recorded), place.pointer, change));
  };
}

const isText = ({ value }: Place) => typeof value === 'string' && value !== '';
const isOnly =
  (type: string) =>
  ({ types }: Place) =>
    types.length > 0 && types.every((name) => name === type);
const schemaOf = ({ member }: Place, api: Api) => resolved(api.document, member.schema);

/** Whether a token has a declared lifetime, and the operation rejects callers without one. */
function isTimed(recorded: Recorded, api: Api): boolean {
  const operation = operationOfRecorded(recorded, api);
  const timed = new Set(api.declarations.flatMap(({ family, scheme }) => (family === 'lifetime' ? [scheme] : [])));
  return api.declarations.some(
    ({ family, operation: id, need, schemes }) =>
      family === 'access' &&
      id === operation?.id &&
      need === 'credential' &&
      Array.isArray(schemes) &&
      schemes.some((scheme) => timed.has(scheme)),
  );
}

function brokenBody(recorded: Recorded, text: string): Recorded {
  return { ...recorded, body: { text, bytes: Buffer.byteLength(text), json: { ok: false, problem: 'not JSON' } } };
}

export const strangeWrongs: Readonly<Record<string, Wrong>> = {
  'null where nothing may be null': one(
    (place) => place.member.required && !place.types.includes('null') && place.types.length > 0 && place.value !== null,
    () => null,
  ),
  'a member left out': one(
    ({ member }) => member.required,
    () => gone,
  ),
  'text as a number': one(
    (place) => isText(place) && isOnly('string')(place),
    () => 12.5,
  ),
  'a number as text': one((place) => isOnly('integer')(place) && typeof place.value === 'number', String),
  'a list as an object': one(
    ({ value, types }) => Array.isArray(value) && !types.includes('object'),
    (value) => ({ value }),
  ),
  'an unknown word': one(
    (place, api) => isText(place) && schemaOf(place, api).enum !== undefined,
    () => 'nobody-knows',
  ),
  'an id that is none': one(
    (place, api) => isText(place) && schemaOf(place, api).format === 'uuid',
    () => 'not-an-id',
  ),
  'a time without a zone': one(
    (place, api) => isText(place) && schemaOf(place, api).format === 'date-time',
    (value) => String(value).replace(/(Z|[+-]\d\d:?\d\d)$/, ''),
  ),
  // The form of a number is open where the document gives none.
  'a decimal in exponents': one(
    (place, api) =>
      typeof place.value === 'string' && /^\d+\.\d+$/.test(place.value) && schemaOf(place, api).pattern !== undefined,
    (value) => Number(value).toExponential(),
  ),
  'a payload in a payload': (recorded) => {
    const json = success(recorded);
    return isObject(json) && json['data'] !== undefined
      ? withJson(recorded, { ...json, data: { data: json['data'] } })
      : null;
  },
  'an answer cut off': (recorded) => {
    const { text } = recorded.body;
    return success(recorded) === undefined || text.length < 20 ? null : brokenBody(recorded, text.slice(0, -9));
  },
  'a page of HTML': (recorded) =>
    success(recorded) === undefined
      ? null
      : {
          ...brokenBody(recorded, '<html></html>'),
          answerHeaders: { ...recorded.answerHeaders, 'content-type': 'text/html' },
        },
  'a duplicate name': (recorded) => {
    const json = success(recorded);
    const [name] = isObject(json) ? Object.keys(json) : [];
    if (name === undefined) return null;
    const text = `{"${name}":1,${recorded.body.text.trim().slice(1)}`;
    return { ...recorded, body: { ...recorded.body, text, json: { ok: true, value: json, duplicate: name } } };
  },
  'something of another user': (recorded, api) => {
    const operation = operationOfRecorded(recorded, api);
    const [declared] = api.declarations.filter(
      ({ family, operation: id }) => family === 'belongs-to' && id === operation?.id,
    );
    const place = placesIn(recorded, api).find((one) => one.member.name === declared?.['member'] && isText(one));
    if (place === undefined) return null;
    return withJson(recorded, replaced(success(recorded), place.pointer, '11111111-2222-4333-8444-555555555555'));
  },
  'a token of last year': (recorded, api) => {
    if (!isTimed(recorded, api)) return null;
    const [, head, claims, end] =
      /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(recorded.headers['authorization'] ?? '') ?? [];
    if (claims === undefined || success(recorded) === undefined) return null;
    const reported: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString());
    if (!isObject(reported) || typeof reported['iat'] !== 'number') return null;
    const old = { ...reported, iat: reported['iat'] - 31_536_000 * 2, exp: 1 };
    const authorization = `Bearer ${head}.${Buffer.from(JSON.stringify(old)).toString('base64url')}.${end}`;
    return { ...recorded, headers: { ...recorded.headers, authorization } };
  },
};
