/** Keeps the values of people out of findings: what was sent and answered is shown by its form. */

import { isCredentialHeader } from '@wallet-services/kit/credentials';
import type { ApiModel } from '../model/document/api.ts';
import { decoded, operationFor } from '../model/document/requests.ts';
import type { Exchange } from '../model/exchange.ts';
import { formOf } from '../model/values/same.ts';
import { parseInstant } from '../model/values/time.ts';
import { commandOf, MARK, type Variable } from '../run/judge/curl.ts';
import type { Finding } from '../run/report.ts';
import { essenceOf, isKnownType, type Words, wordsOf } from './words.ts';

/** In so much of a text values are looked for, and so much of it is shown. */
const SCANNED = 20_000;
const SHOWN = 600;

const LITERAL = /"((?:[^"\\]|\\.)*)"(\s*:)?/g;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A shorter number is a count, a status or a size. */
const SHORTEST_NUMBER = 5;

function isPlainNumber(text: string): boolean {
  return /^\d+$/.test(text) && text.length < SHORTEST_NUMBER;
}

/** What stands in place of a value: `<uuid>`. */
function formText(value: string): string {
  if (formOf(value) === 'uuid') return '<uuid>';
  if (/^-?\d+(\.\d+)?$/.test(value)) return '<number>';
  return parseInstant(value) === null ? '<text>' : '<time>';
}

/** JSON, whole or cut off, with forms in place of values, and of names that the document does not have. */
function masked(json: string, { values, names }: Words): string {
  const texts = json.replaceAll(LITERAL, (all, text: string, colon: string | undefined) => {
    if (colon !== undefined) return names.has(text) ? all : `"<name>"${colon}`;
    return text === '' || values.has(text) ? all : JSON.stringify(formText(text));
  });
  // What was cut off in the middle of a text.
  const isCut = texts.split('"').length % 2 === 0;
  const whole = isCut ? `${texts.slice(0, texts.lastIndexOf('"'))}"…` : texts;
  return whole.replaceAll(/(?<=^|[:[,\s])-?\d+(?:\.\d+)?/g, (number) => (isPlainNumber(number) ? number : '<number>'));
}

const LITERAL_OR_BARE = /"(?:[^"\\]|\\.)*"|[^\s"{}[\],:…][^"{}[\],:…]*/g;
const KNOWN_BARE = /^(?:"|(?:true|false|null|<number>|\d{1,4})\s*$)/;

/** What stands outside of texts in a body that is JSON but for its beginning is anything that somebody wrote. */
function withoutBareWords(json: string): string {
  return json.replaceAll(LITERAL_OR_BARE, (part) => (KNOWN_BARE.test(part) ? part : '<text>'));
}

function bodyText(text: string | null, words: Words): string | null {
  if (text === null) return null;
  const isJson = /^\s*[[{"]/.test(text);
  const shown = isJson ? withoutBareWords(masked(text.slice(0, SCANNED), words)) : text === '' ? '' : '<text>';
  return shown.length <= SHOWN ? shown : `${shown.slice(0, SHOWN)}…`;
}

/** The place with `*` for names that the document does not have, as in a map. */
function placeText(pointer: string | null, { names }: Words): string | null {
  const shown = (token: string) => (token === '' || names.has(token) || /^\d{1,4}$/.test(token) ? token : '*');
  return pointer === null ? null : pointer.split('/').map(shown).join('/');
}

interface Address {
  /** Where the name of a parameter stands in place of its value it is enclosed in marks. */
  readonly marked: string;
  readonly variables: readonly Variable[];
}

/** The operation that was called; where the path was asked with a method that it has not, one of its others. */
function operationOfPath(api: ApiModel, call: Exchange['call'], pathname: string) {
  if (call.kind === 'rpc') return undefined;
  if (call.operation !== null) return api.operations.find(({ id }) => id === call.operation);
  return api.operations.find((one) => operationFor(api, one.method, pathname)?.id === one.id);
}

/** What a credential in a query is called; any other name may be somebody's word. */
const TOKEN = /^((access|auth|api|id|refresh|session|mixin|mixin_access)_)?token$/;

/** The address with the names of its parameters in place of their values; counts, sizes and words stay. */
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

/** A sentence that names no media type but those that the document has. */
function withoutType(text: string, { outcome }: Exchange, words: Words): string {
  const type = outcome.kind === 'answer' ? outcome.contentType : null;
  return type === null || type === '' ? text : text.replaceAll(type, () => typeShown(type, words) ?? '');
}

/** A media type as far as it is known: with parameters, without, or not at all. */
function typeShown(type: string | null, words: Words): string | null {
  if (type === null || type === '' || isKnownType(type, words)) return type;
  return isKnownType(essenceOf(type), words) ? essenceOf(type) : '<another media type>';
}

/** The schemes of credentials that a command names; another one may be the credential itself. */
const SCHEME = /^(Basic|Bearer|Digest|DPoP|Negotiate) /i;

/** The value of a header as it may stand in a command. */
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
  // What a parser says quotes what it read.
  const plain = text.replace(/no JSON: .*/s, 'not JSON').replace(/the name .* stands twice/s, 'a duplicate member');
  const quoted = masked(plain, words);
  const found = values.filter(
    (value) => value.length > 1 && !isPlainNumber(value) && !words.values.has(value) && quoted.includes(value),
  );
  return [...new Set(found)]
    .sort((left, right) => right.length - left.length)
    .reduce((shown, value) => shown.replaceAll(value, formText(value)), quoted);
}

/**
 * A finding that holds no value of anybody's: neither in its sentences, nor in what it shows of the exchange, nor in its
 * command, which names what has to be put into it.
 *
 * @param values that its sentences may quote beside those of the exchange.
 */
export function withoutValues(
  finding: Finding,
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
            ...{ url, requestBody, answer: bodyText(answer, words) ?? '' },
            contentType: typeShown(finding.exchange.contentType, words),
          },
    curl: line,
    variables: [...variables, ...hidden, ...address.variables],
  };
}
