/** Converts Prism's diagnostics to violations, in the form for people and reports. */

import type { IPrismDiagnostic } from '@stoplight/prism-core';
import { DiagnosticSeverity } from '@stoplight/types';
import { pointerOf } from '@wallet-services/kit/pointer';

/** A violation of the document by a message. It has the place and the reason, never the value that was sent. */
export interface Violation {
  readonly side: 'request' | 'response';
  /** JSON pointer into the message: `/body/data/0/price`, `/query/limit`, `/header/content-type`, `/status`, ... */
  readonly pointer: string;
  /** The violated keyword of JSON Schema, or another code. */
  readonly code: string;
  readonly message: string;
  /** A warning concerns something that the documents leave open, such as an undocumented status. */
  readonly severity: 'error' | 'warning';
}

/**
 * The violations in Prism's diagnostics of a request or a response, limited in number for each kind and in total.
 */
export function violationsOf(side: Violation['side'], diagnostics: readonly IPrismDiagnostic[]): Violation[] {
  return withoutRepetition(fewOfEach(diagnostics).map((diagnostic) => violationOf(side, diagnostic)));
}

/** Largest number of diagnostics that are read: Prism lists the problems of each of a million items. */
const MOST = 500;
const MOST_OF_A_KIND = 50;

function fewOfEach(diagnostics: readonly IPrismDiagnostic[]): IPrismDiagnostic[] {
  const counts = new Map<string, number>();
  const few: IPrismDiagnostic[] = [];
  for (const diagnostic of diagnostics) {
    if (few.length === MOST) break;
    const place = diagnostic.path?.map((token) => (/^\d+$/.test(token) ? '*' : token)).join('/');
    const kind = `${diagnostic.code} ${place}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count <= MOST_OF_A_KIND) few.push(diagnostic);
  }
  return few;
}

function violationOf(side: Violation['side'], diagnostic: IPrismDiagnostic): Violation {
  const { code = '', severity } = diagnostic;
  const path = placeOf(side, diagnostic);
  return {
    side,
    pointer: toPointer(path),
    code: path[0] === 'status' ? 'status' : String(code),
    message: shortened(textOf(diagnostic)),
    severity: severity === DiagnosticSeverity.Error ? 'error' : 'warning',
  };
}

/** The place of a violation; Prism has no path for those of the message as a whole. */
function placeOf(side: Violation['side'], { path = [], code, message }: IPrismDiagnostic): readonly string[] {
  if (path.length > 0) return path;
  if (Number(code) === 401) return ['security'];
  if (Number(code) === 415 || message.startsWith('The received media type')) return ['header', 'content-type'];
  return side === 'response' ? ['status'] : ['body'];
}

/** The message without "Response body property data.0.price", which the pointer already contains. */
function textOf({ path = [], code, message }: IPrismDiagnostic): string {
  const member = path.slice(1).join('.');
  const at = message.indexOf(`${member} must `);
  if (path.length > 1 && at >= 0) return message.slice(at + member.length + 1);
  if (Number(code) === 401) return 'the credential is missing or of the wrong kind';
  return message
    .replace(/^(Request|Response) (body|query|path|header) (?=must )/, '')
    .replace(/^Body parameter is required$/, 'must be present')
    .replace(/one of the allowed values: $/, 'the empty string')
    .replace(/^The received media type "" does not match .*: /s, 'must have the media type ')
    .replace(/^The received media type ".*" does not match .*: /s, 'another media type than ')
    .replace(/^Unable to match the returned status code.*: /, 'the document does not have this status, only ');
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Shortens a member's name, which comes from the message: it may be a token, or contain control characters. */
function safeName(name: string): string {
  const rest = name.replaceAll(UUID, '');
  if (/^[\w-]{8,}\.[\w-]{8,}\.[\w-]*$/.test(name) || rest.length > 60) return '***';
  return name.replaceAll(/\p{Cc}/gu, '?');
}

/** Largest depth of a reported place; deeper places are truncated. */
const MOST_LEVELS = 30;

function toPointer(path: readonly string[]): string {
  return pointerOf(path.slice(0, MOST_LEVELS).map(safeName));
}

/** Longest text, because a message may contain a name of any length. */
const LONGEST = 1_000;

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}

/**
 * Removes repetitions: for alternative types, Prism lists the violations of each type and that none matches. Violations
 * at a deeper place are more useful; without any, the alternatives become one violation.
 */
function withoutRepetition(violations: readonly Violation[]): Violation[] {
  const choices = violations.filter(({ code }) => code === 'anyOf' || code === 'oneOf');
  return choices.reduce<readonly Violation[]>(withOneFor, violations).filter(isFirst);
}

function withOneFor(violations: readonly Violation[], choice: Violation): Violation[] {
  const isHere = ({ pointer }: Violation) => pointer === choice.pointer;
  if (violations.some(({ pointer }) => pointer.startsWith(`${choice.pointer}/`))) {
    return violations.filter((violation) => !isHere(violation));
  }
  const alternatives = violations.filter((violation) => isHere(violation) && violation.code !== choice.code);
  const message = [...new Set(alternatives.map((violation) => violation.message))].join(', or ') || choice.message;
  return [...violations.filter((violation) => !isHere(violation)), { ...choice, message }];
}

function isFirst(violation: Violation, index: number, all: readonly Violation[]): boolean {
  return (
    all.findIndex(({ pointer, message }) => pointer === violation.pointer && message === violation.message) === index
  );
}
