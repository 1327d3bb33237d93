/** Keeps personal values out of findings: requests and answers are shown by their form. */

import { isCredentialHeader } from '@wallet-services/kit/credentials';
import { decoded } from '@wallet-services/kit/decoded';
import { essenceOf } from '@wallet-services/kit/media';
import { type ApiModel, findOperation } from '../model/document/api.ts';
import { operationFor } from '../model/document/requests.ts';
import type { Exchange } from '../model/exchange.ts';
import { formOf } from '../model/values/same.ts';
import { parseInstant } from '../model/values/time.ts';
import { commandOf, MARK, type Variable } from '../run/judge/curl.ts';
import type { Finding } from '../run/report.ts';
import { isKnownType, type Words, wordsOf } from './words.ts';

/** The number of characters of a text that are searched for values, and the number that are shown. */
const SCANNED = 20_000;
const SHOWN = 600;

const LITERAL = /"((?:[^"\\]|\\.)*)"(\s*:)?/g;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The length of the shortest personal number: a shorter one is a count, a status or a size. */
const SHORTEST_NUMBER = 5;

function isPlainNumber(text: string): boolean {
  return /^\d+$/.test(text) && text.length < SHORTEST_NUMBER;
}

/** The text in place of a value: `<uuid>`. */
function formText(value: string): string {
  if (formOf(value) === 'uuid') return '<uuid>';
  if (/^-?\d+(\.\d+)?$/.test(value)) return '<number>';
  return parseInstant(value) === null ? '<text>' : '<time>';
}

/** JSON, whole or cut off, with forms in place of values, and in place of names that the document does not have. */
function masked(json: string, { values, names }: Words): string {
  const texts = json.replaceAll(LITERAL, (all, text: string, colon: string | undefined) => {
    if (colon !== undefined) return names.has(text) ? all : `"<name>"${colon}`;
    return text === '' || values.has(text) ? all : JSON.stringify(formText(text));
  });
  // The text ends in the middle of a string.
  const isCut = texts.split('"').length % 2 === 0;
  const whole = isCut ? `${texts.slice(0, texts.lastIndexOf('"'))}"…` : texts;
  return whole.replaceAll(/(?<=^|[:[,\s])-?\d+(?:\.\d+)?/g, (number) => (isPlainNumber(number) ? number : '<number>'));
}

const LITERAL_OR_BARE = /"(?:[^"\\]|\\.)*"|[^\s"{}[\],:…][^"{}[\],:…]*/g;
const KNOWN_BARE = /^(?:"|(?:true|false|null|<number>|\d{1,4})\s*$)/;

/** Removes text outside of strings, which may be anything that a user wrote if a body only begins as JSON. */
function withoutBareWords(json: string): string {
  return json.replaceAll(LITERAL_OR_BARE, (part) => (KNOWN_BARE.test(part) ? part : '<text>'));
}

function bodyText(text: string | null, words: Words): string | null {
  if (text === null) return null;
  const isJson = /^\s*[[{"]/.test(text);
  const shown = isJson ? withoutBareWords(masked(text.slice(0, SCANNED), words)) : text === '' ? '' : '<text>';
  return shown.length <= SHOWN ? shown : `${shown.slice(0, SHOWN)}…`;
}

/** The place, with `*` for names that the document does not have, as in a map. */
function placeText(pointer: string | null, { names }: Words): string | null {
  const shown = (token: string) => (token === '' || names.has(token) || /^\d{1,4}$/.test(token) ? token : '*');
  return pointer === null ? null : pointer.split('/').map(shown).join('/');
}

interface Address {
  /** The name of a parameter in place of its value is enclosed in marks. */
  readonly marked: string;
  readonly variables: readonly Variable[];
}

/** The operation of the call; where the path has no such method, one of its other operations. */
function operationOfPath(api: ApiModel, call: Exchange['call'], pathname: string) {
  if (call.kind === 'rpc') return undefined;
  if (call.operation !== null) return findOperation(api, call.operation);
  return api.operations.find((one) => operationFor(api, one.method, pathname)?.id === one.id);
}

/** The usual names of a credential in a query; any other name may be personal data. */
const TOKEN = /^((access|auth|api|id|refresh|session|mixin|mixin_access)_)?token$/;

/** The address with the names of its parameters in place of their values; counts, sizes and known words are kept. */
function addressOf(api: ApiModel, { url, call }: Exchange, { values: words }: Words): Address {
  const { origin, pathname, searchParams } = new URL(url);
  const variables = new Map<string, Variable>();
  const mark = (name: string) => {
    const variable = name.replaceAll(/\W/g, '_').toUpperCase();
    variables.set(variable, { name: variable, holds: `the ${name}` });
    return `${MARK}${variable}${MARK}`;
  };
  const operation = operationOfPath(api, call, pathname);
  const template = operation?.path.split('/') ?? [];
  const own = pathname.split('/');
  const path = own.map((part, place) => {
    const name = /^\{(.+)\}$/.exec(template[place - own.length + template.length] ?? '')?.[1];
    return name === undefined ? part : mark(name);
  });
  const isOpen = (value: string) =>
    value === '' || words.has(value) || isPlainNumber(value) || /^(true|false)$/.test(value);
  const documented = new Set(operation?.parameters.map(({ name }) => name));
  const query = [...searchParams]
    .filter(([name]) => documented.has(name) || TOKEN.test(name))
    .map(([name, value]) => `${encodeURIComponent(name)}=${isOpen(value) ? encodeURIComponent(value) : mark(name)}`);
  const marked = `${origin}${path.join('/')}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  return { marked, variables: [...variables.values()] };
}

/** Every value in the texts of an exchange. */
function valuesIn({ url, requestBody, outcome, headers }: Exchange): readonly string[] {
  const { pathname, searchParams } = new URL(url);
  const bodies = [requestBody ?? '', outcome.kind === 'answer' ? outcome.body.text : ''];
  const inBodies = bodies.flatMap((body) => {
    const text = body.slice(0, SCANNED * 10);
    const literals = [...text.matchAll(LITERAL)].flatMap(([, value = '', colon]) =>
      colon === undefined ? [value] : [],
    );
    return [...literals, ...(text.match(NUMBER) ?? [])];
  });
  return [...pathname.split('/').map(decoded), ...searchParams.values(), ...Object.values(headers), ...inBodies];
}

/** A sentence without media types other than those of the document. */
function withoutType(text: string, { outcome }: Exchange, words: Words): string {
  const type = outcome.kind === 'answer' ? outcome.contentType : null;
  return type === null || type === '' ? text : text.replaceAll(type, () => typeShown(type, words) ?? '');
}

/** A media type as far as it is known: with parameters, without them, or replaced. */
function typeShown(type: string | null, words: Words): string | null {
  if (type === null || type === '' || isKnownType(type, words)) return type;
  return isKnownType(essenceOf(type), words) ? essenceOf(type) : '<another media type>';
}

/** The schemes of credentials that a command shows; any other word may be the credential itself. */
const SCHEME = /^(Basic|Bearer|Digest|DPoP|Negotiate) /i;

/** The value of a header, as it may appear in a command. */
function headerValue(name: string, value: string, words: Words): string {
  if (name === 'accept' || name === 'content-type') return isKnownType(value, words) ? value : namedMark(name);
  if (name === 'authorization') return SCHEME.test(value) ? value : value.replaceAll(/\s/g, '');
  return isCredentialHeader(name) ? value : namedMark(name);
}

function namedMark(name: string): string {
  return `${MARK}${name.replaceAll(/\W/g, '_').toUpperCase()}${MARK}`;
}

/** A sentence with forms in place of the values that it quotes. */
function sentence(text: string, values: readonly string[], words: Words): string {
  const quoted = masked(text, words);
  const found = values.filter(
    (value) => value.length > 1 && !isPlainNumber(value) && !words.values.has(value) && quoted.includes(value),
  );
  return [...new Set(found)]
    .sort((left, right) => right.length - left.length)
    .reduce((shown, value) => shown.replaceAll(value, formText(value)), quoted);
}

/**
 * A finding without personal values: neither its sentences, nor its exchange, nor its command contains one. The command
 * names the values that users must fill in. The response that it compares with is left out.
 *
 * @param values that its sentences may quote in addition to those of the exchange.
 */
export function withoutValues(
  { other: _, ...finding }: Finding,
  exchange: Exchange | undefined,
  { api, values }: { readonly api: ApiModel; readonly values: readonly string[] },
): Finding {
  const words = wordsOf(api);
  const pointer = placeText(finding.pointer, words);
  const reported = (text: string, all: readonly string[]) => sentence(text, all, words);
  if (exchange === undefined) {
    return {
      ...finding,
      pointer,
      expected: reported(finding.expected, values),
      actual: reported(finding.actual, values),
    };
  }
  const own = [...valuesIn(exchange), ...values];
  const address = addressOf(api, exchange, words);
  const url = address.marked.replaceAll(new RegExp(`${MARK}(\\w+)${MARK}`, 'g'), '$$$1');
  const requestBody = bodyText(exchange.requestBody, words);
  const headers = Object.entries(exchange.headers).map(
    ([name, value]) => [name, headerValue(name, value, words)] as const,
  );
  const hidden = headers
    .filter(([name, value]) => value === namedMark(name))
    .map(([name, value]) => ({ name: value.replaceAll(MARK, ''), holds: `the value of the header ${name}` }));
  const shown: Exchange = { ...exchange, url: address.marked, requestBody, headers: Object.fromEntries(headers) };
  const { line, variables } = commandOf(shown, []);
  const answer = exchange.outcome.kind === 'answer' ? exchange.outcome.body.text : '';
  return {
    ...finding,
    pointer,
    expected: reported(withoutType(finding.expected, exchange, words), own),
    actual: reported(withoutType(finding.actual, exchange, words), own),
    exchange:
      finding.exchange === null
        ? null
        : {
            ...finding.exchange,
            url,
            requestBody,
            answer: bodyText(answer, words) ?? '',
            contentType: typeShown(finding.exchange.contentType, words),
          },
    curl: line,
    variables: [...variables, ...hidden, ...address.variables],
  };
}
