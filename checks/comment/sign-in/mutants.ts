/** Servers with faults in the sign-in: they accept invalid requests, or reject valid ones. */

import type { Wrongs } from '@wallet-services/conformance/core';
import { isObject, type JsonObject } from '@wallet-services/conformance/model';
import {
  type At,
  sentIn as bodyOf,
  type MatchedRequest,
  type Mutation,
  type Reply,
  successOf,
} from '@wallet-services/conformance/mutation';
import { type MessageFields, messageLines, signerOf } from '@wallet-services/conformance/sign-in';

/** The text of a value; empty where it is not a text. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function objectIn(json: string): JsonObject {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** A sign-in as a server reads it. */
export interface Sent {
  readonly body: JsonObject;
  readonly isMessage: boolean;
  /** The fields of a message that is sent as JSON, under the names that TypeScript uses. */
  readonly fields: JsonObject;
  /** The claims of a wallet token that is a JWT. */
  readonly claims: JsonObject;
}

/** The wallet token of a sign-in, under either name; empty where it has none. */
export function tokenIn({ body }: Pick<Sent, 'body'>): string {
  return text(body['mixin_token'] ?? body['mixin_access_token']);
}

export function sentIn(request: MatchedRequest): Sent {
  const body = bodyOf(request);
  const [, claims = ''] = tokenIn({ body }).split('.');
  return {
    body,
    isMessage: body['method'] === 'mvm',
    fields: fieldsOf(text(body['signed_message'])),
    claims: objectIn(Buffer.from(claims, 'base64url').toString()),
  };
}

/** The fields of a message that is sent as JSON, whatever the names of its members; none for one in another form. */
export function fieldsOf(message: string): JsonObject {
  const camel = (name: string) => name.replaceAll(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(objectIn(message)).map(([name, value]) => [camel(name), value]));
}

/** Whether the account of a message signed its lines, or a changed form of them. */
export function isSigned(
  { body, fields }: Sent,
  change: (lines: readonly string[]) => readonly string[] = (lines) => lines,
  prefixed = true,
): boolean {
  const lines = change(messageLines(fields as unknown as MessageFields));
  const signer = signerOf(lines.join('\n'), text(body['signature']), prefixed);
  return signer !== null && signer.toLowerCase() === text(fields['address']).toLowerCase();
}

/** The sign-ins that were accepted so far, the last one at the end. */
type Before = readonly Sent[];

/** Accepts matching sign-ins that should be rejected, with the answer to the last one that was accepted. */
export function takes(at: At, isMeant: (sent: Sent, before: Before) => boolean): Mutation {
  return () => {
    const before: Sent[] = [];
    let last: Reply | undefined;
    return at('signIn').instead(async (request, next) => {
      const [sent, reply] = [sentIn(request), await next(request)];
      if (successOf(reply) === undefined) return last !== undefined && isMeant(sent, before) ? last : reply;
      before.push(sent);
      last = reply;
      return reply;
    })();
  };
}

/** Servers that accept matching sign-ins, by their behaviour. */
export function taking(mutants: Readonly<Record<string, (sent: Sent, before: Before) => boolean>>): (at: At) => Wrongs {
  return (at) => Object.fromEntries(Object.entries(mutants).map(([id, isMeant]) => [id, takes(at, isMeant)]));
}

/** Rejects matching sign-ins, as a verifier does. */
export function turnsDown(at: At, isMeant: (sent: Sent) => boolean): Mutation {
  return at('signIn').refused((request) => isMeant(sentIn(request)), 401);
}

/** Changes the status of rejections of matching sign-ins. */
export function refusesWith(at: At, status: number, isMeant: (sent: Sent) => boolean): Mutation {
  return at('signIn').reply((reply, request) =>
    reply.status === 401 && isMeant(sentIn(request)) ? { ...reply, status } : reply,
  );
}

/** Changes the user in the answer to a matching sign-in; it is given the first matching one. */
export function changesUser(
  at: At,
  isMeant: (sent: Sent) => boolean,
  change: (user: JsonObject, first: JsonObject) => JsonObject,
): Mutation {
  return () => {
    let first: JsonObject | undefined;
    return at('signIn').value('/data/user', (user, request) => {
      if (!isMeant(sentIn(request)) || !isObject(user)) return user;
      first ??= user;
      return change(user, first);
    })();
  };
}

/** Whether a server wrongly accepts, or rejects, a message with some fields; by its behaviour. */
export type Overlooked = Readonly<Record<string, (fields: JsonObject) => boolean>>;

/** The faulty servers for messages with some fields; the field of the fault comes first. */
export function byFields(at: At, kind: 'takes' | 'refuses', mutants: Overlooked): Wrongs {
  const made = Object.entries(mutants).map(([id, isMeant]) => {
    // A sign-in without a message never matches.
    const meant = ({ isMessage, fields }: Sent) => isMessage && Object.keys(fields).length > 0 && isMeant(fields);
    return [id, kind === 'takes' ? takes(at, meant) : turnsDown(at, meant)];
  });
  return Object.fromEntries(made);
}
