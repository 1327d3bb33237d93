/** Validates the parameters of a request: in its path, query, headers and cookies. */
import type { IPrismDiagnostic } from '@stoplight/prism-core';
import { DiagnosticSeverity, type IHttpOperation, type IHttpParam } from '@stoplight/types';
import { isObject } from '@wallet-services/kit/json';
import { isJson } from '@wallet-services/kit/media';
import { parsedWith } from '@wallet-services/kit/rounded';
import { isBeyondExact } from '../as-sandbox.ts';
import { unjudged, validateAgainstSchema } from './against.ts';
import { cookiesIn, type Pairs, pairsIn } from './pairs.ts';
import type { ReadRequest } from './request.ts';
import { judgeReadings, type ToNumber } from './rounded.ts';
import { memberOf, membersOf, type Placed, schemasOf, typesOf } from './schema.ts';
import { isSpread, readPairs, readText, type Styled, WrongStyle } from './styles.ts';
import { typedDeeply } from './typed.ts';

/** Prism's constants for the validation of input and output. */
export const INPUT = 0;
const OUTPUT = 1;

/** The schemas that an operation's schemas refer to, in the place where Prism keeps them. */
export function bundleOf(operation: IHttpOperation): unknown {
  return '__bundled__' in operation ? operation.__bundled__ : undefined;
}

/** A parameter that is prepared for reading. */
interface Parameter {
  readonly spec: IHttpParam & { readonly content?: unknown; readonly allowEmptyValue?: boolean };
  /** The name as in Prism: headers in lower case. */
  readonly key: string;
  readonly styled: Styled;
}

/** The parameters in one place of a request. */
interface Group {
  readonly side: 'Request' | 'Response';
  readonly prefix: 'path' | 'query' | 'header' | 'cookie';
  readonly parameters: readonly Parameter[];
  /** The names of the parameters, and of the members that are parameters of their own. */
  readonly names: ReadonlySet<string>;
  readonly schema: object;
}

/** Validates a request of an operation. */
export type Judge = (request: ReadRequest) => IPrismDiagnostic[];

/** Headers that are not parameters, even if the document lists them (OpenAPI 3.1, Parameter Object). */
const NO_PARAMETERS = new Set(['accept', 'content-type', 'authorization']);

function isParameter({ name }: IHttpParam): boolean {
  return !NO_PARAMETERS.has(name.toLowerCase());
}

/** Validates the headers of a response. @param headers names in small letters */
export function headerProblems(
  operation: IHttpOperation,
  documented: readonly IHttpParam[],
  headers: Readonly<Record<string, string>>,
): IPrismDiagnostic[] {
  const group = groupOf('header', documented.filter(isParameter), operation, 'Response');
  return group.parameters.length === 0 ? [] : judge(group, headerReader(headers), false, operation);
}

/** Creates the validator of an operation's parameters. */
export function parameterJudge(operation: IHttpOperation): Judge {
  const { path = [], query = [], headers = [], cookie = [] } = operation.request ?? {};
  const groups = [
    groupOf('path', path, operation),
    groupOf('query', query, operation),
    groupOf('header', headers.filter(isParameter), operation),
    groupOf('cookie', cookie, operation),
  ].filter(({ parameters }) => parameters.length > 0);
  const template = templateOf(operation.path);
  return (request) =>
    groups.flatMap((group) => judge(group, readerOf(group, request, template), request.asSandbox === true, operation));
}

function groupOf(
  prefix: Group['prefix'],
  specs: readonly IHttpParam[],
  root: IHttpOperation,
  side: Group['side'] = 'Request',
): Group {
  const parameters = specs.map((spec): Parameter => {
    const style = spec.style ?? (prefix === 'query' || prefix === 'cookie' ? 'form' : 'simple');
    const { explode = style === 'form' && prefix !== 'cookie' } = spec;
    const key = prefix === 'header' ? spec.name.toLowerCase() : spec.name;
    // With `content`, the parameter is a single text; the schema of JSON content applies to the parsed value.
    const schema = isJsonContent((spec as Parameter['spec']).content) ? { type: 'string' } : spec.schema;
    return {
      spec,
      key,
      styled: { name: spec.name, style, explode, placed: { schema, root }, required: spec.required },
    };
  });
  const [dialect] = specs.flatMap(({ schema }) => (schema?.$schema === undefined ? [] : [schema.$schema]));
  return {
    side,
    prefix,
    parameters,
    names: new Set(
      parameters.flatMap(({ key, styled }) => [key, ...(isSpread(styled) ? membersOf(styled.placed) : [])]),
    ),
    schema: {
      ...(dialect === undefined ? {} : { $schema: dialect }),
      type: 'object',
      properties: Object.fromEntries(parameters.map(({ key, spec }) => [key, spec.schema ?? {}])),
      required: parameters.filter(({ spec }) => spec.required === true).map(({ key }) => key),
    },
  };
}

interface Template {
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

function templateOf(path: string): Template {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const text = path
    .split(/\{[^}]+\}/)
    .map((literal) => literal.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('([^/]*)');
  return { pattern: new RegExp(`^${text}$`), names };
}

function judge(group: Group, read: Reader, asSandbox: boolean, operation: IHttpOperation): IPrismDiagnostic[] {
  const problems = problemsIn(group, read, asSandbox, operation);
  const mixed = group.parameters.filter((parameter) => isMixed(parameter) && problems.some(isAbout(parameter)));
  if (mixed.length === 0) return problems;
  // A text that is no list or object may be one of the other types.
  const plain = new Set(mixed.map(({ styled }) => styled));
  const asText: Reader = (styled, key) => read(plain.has(styled) ? { ...styled, placed: ANY } : styled, key);
  const others = problemsIn(group, asText, asSandbox, operation);
  const valid = mixed.filter((parameter) => !others.some(isAbout(parameter)));
  return problems.filter((problem) => !valid.some((parameter) => isAbout(parameter)(problem)));
}

const ANY: Placed = { schema: undefined, root: {} };

/** Whether a parameter may be a list or an object, or something else. */
function isMixed({ styled: { placed } }: Parameter): boolean {
  const types = typesOf(placed);
  const hasOthers = types.size > 1 || schemasOf(placed).some(({ anyOf, oneOf }) => (anyOf ?? oneOf) !== undefined);
  return hasOthers && (types.has('array') || types.has('object'));
}

function isAbout({ key }: Parameter): (problem: IPrismDiagnostic) => boolean {
  return ({ path = [], code, message }) => path[1] === key || (code === 'required' && names(message, new Set([key])));
}

function problemsIn(group: Group, read: Reader, asSandbox: boolean, operation: IHttpOperation): IPrismDiagnostic[] {
  const { prefix, schema } = group;
  const context = group.side === 'Request' ? INPUT : OUTPUT;
  return judgeReadings(
    operation,
    prefix,
    (toNumber) => valuesOf(group, read, toNumber, asSandbox),
    ({ values, found, unreadable, unsure }) => {
      const outcome = validateAgainstSchema(values, schema, false, context, prefix, bundleOf(operation));
      const broken = outcome._tag === 'Some' ? outcome.value : [];
      const isInside = ({ path = [] }: IPrismDiagnostic, place: readonly string[]) =>
        place.every((segment, at) => path[at + 1] === segment);
      const unknown = unsure.filter((place) => broken.some((problem) => isInside(problem, place)));
      const own = broken.filter((problem) => !unknown.some((place) => isInside(problem, place)));
      // Report a parameter that could not be read only once.
      const read = own.filter(({ code, message }) => !(code === 'required' && names(message, unreadable)));
      return [...found, ...read, ...unknown.map((place) => unjudged(prefix, NESTED, place))];
    },
  );
}

const NESTED = 'OpenAPI leaves open how a list or an object inside an object is written';

/** The values of the parameters in one place, with what is wrong with how they are written. */
interface Values {
  readonly values: object;
  readonly found: readonly IPrismDiagnostic[];
  readonly unreadable: ReadonlySet<string>;
  /** The places of lists and objects inside an object that are texts. */
  readonly unsure: readonly (readonly string[])[];
}

function valuesOf(group: Group, read: Reader, toNumber: ToNumber, asSandbox: boolean): Values {
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const found: IPrismDiagnostic[] = [];
  const unreadable = new Set<string>();
  const unsure: string[][] = [];
  for (const { spec, key, styled } of group.parameters) {
    try {
      const value = read(styled, key);
      if (value === undefined || (value === '' && spec.allowEmptyValue === true)) continue;
      const meant = isJsonContent(spec.content) ? json(value, toNumber) : typedDeeply(value, styled.placed, toNumber);
      unsure.push(...nestedIn(value, styled.placed).map((name) => [key, name]));
      values[key] = asSandbox ? integerIn(meant, styled) : meant;
      if (asSandbox && isBeyondExact(spec.name, values[key])) {
        found.push(diagnostic(group, key, 'exact', 'is beyond the integers that can be read exactly', 'Error'));
      }
      if (spec.deprecated === true) found.push(diagnostic(group, key, 'deprecated', 'is deprecated', 'Warning'));
    } catch (error) {
      if (!(error instanceof WrongStyle)) throw error;
      unreadable.add(key);
      found.push(diagnostic(group, key, 'style', error.message, 'Error'));
    }
  }
  return { values, found, unreadable, unsure };
}

/** The members of an object that are texts, and may be lists or objects. */
function nestedIn(value: unknown, placed: Placed): readonly string[] {
  const isNested = ([name, text]: readonly [string, unknown]) => {
    const types = typesOf(memberOf(placed, name) ?? ANY);
    return typeof text === 'string' && (types.has('array') || types.has('object'));
  };
  return isObject(value) ? Object.entries(value).flatMap((entry) => (isNested(entry) ? [entry[0]] : [])) : [];
}

/** Whether a value is an integer beyond int64, which has stayed text so far. */
function integerIn(value: unknown, { placed }: Styled): unknown {
  const isInteger = typeof value === 'string' && /^-?[1-9]\d*$/.test(value) && typesOf(placed).has('integer');
  return isInteger ? Number(value) : value;
}

function names(message: string, keys: ReadonlySet<string>): boolean {
  return [...keys].some((key) => message.endsWith(`'${key}'`));
}

function isJsonContent(content: unknown): boolean {
  return isObject(content) && Object.keys(content).some(isJson);
}

function json(value: unknown, toNumber: ToNumber): unknown {
  try {
    return parsedWith(String(value), toNumber);
  } catch {
    throw new WrongStyle('must be JSON');
  }
}

function diagnostic(
  { side, prefix }: Group,
  name: string,
  code: string,
  message: string,
  severity: 'Error' | 'Warning',
): IPrismDiagnostic {
  return {
    path: [prefix, name],
    code,
    message: `${side} ${prefix} parameter ${name} ${message}`,
    severity: DiagnosticSeverity[severity],
  };
}

type Reader = (styled: Styled, key: string) => unknown;

function readerOf({ prefix, names }: Group, request: ReadRequest, template: Template): Reader {
  if (prefix === 'query') {
    const pairs = pairsIn(request.url.search ?? '');
    return (styled) => {
      if (isObject(styled.placed.schema) && styled.style !== 'deepObject') checkOnce(pairs, styled);
      return readPairs(pairs, styled, names);
    };
  }
  if (prefix === 'cookie') {
    const pairs = cookiesIn(request.headers?.['cookie'] ?? '');
    return (styled) => readPairs(pairs, styled, names);
  }
  if (prefix === 'header') return headerReader(request.headers ?? {});
  const match = template.pattern.exec(request.url.path) ?? [];
  return (styled) => {
    const text = match[template.names.indexOf(styled.name) + 1];
    return text === undefined ? undefined : readText(text, styled);
  };
}

function headerReader(headers: Readonly<Record<string, string>>): Reader {
  return (styled, key) => {
    const text = Object.hasOwn(headers, key) ? headers[key] : undefined;
    return text === undefined ? undefined : readText(escaped(text), styled);
  };
}

/** Rejects a repeated value that is not a list, also when the schema has no type. */
function checkOnce(pairs: Pairs, { name, placed }: Styled): void {
  const isOpen = isObject(placed.schema) && Object.keys(placed.schema).every((word) => word.startsWith('x-'));
  if (isOpen && pairs.filter(([each]) => each === name).length > 1) {
    throw new WrongStyle('must not be given more than once');
  }
}

/** Escapes `%`, because headers are not percent-encoded. */
function escaped(text: string): string {
  return text.replaceAll('%', '%25');
}
