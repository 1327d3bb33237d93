/** Validates the parameters of a request: in its path, query, headers and cookies. */
import { createRequire } from 'node:module';
import type { IPrismDiagnostic } from '@stoplight/prism-core';
import { DiagnosticSeverity, type IHttpOperation, type IHttpParam } from '@stoplight/types';
import { isObject } from '@wallet-services/kit/json';
import { isBeyondExact } from '../as-sandbox.ts';
import { isJson } from '../target.ts';
import { cookiesIn, type Pairs, pairsIn } from './pairs.ts';
import type { ReadRequest } from './request.ts';
import { typesOf } from './schema.ts';
import { readPairs, readText, type Styled, WrongStyle } from './styles.ts';
import { typedDeeply } from './typed.ts';

/** Validates a value with Prism's own Ajv; empty when it is valid. */
export type AgainstSchema = (
  value: unknown,
  schema: object,
  coerce: boolean,
  context: number,
  prefix: string,
  bundle: unknown,
) => { readonly _tag: 'None' } | { readonly _tag: 'Some'; readonly value: IPrismDiagnostic[] };

// Prism exports it from none of its entry points.
const require = createRequire(import.meta.url);
const {
  validateAgainstSchema,
}: { validateAgainstSchema: AgainstSchema } = require('@stoplight/prism-http/dist/validator/validators/utils');

/** Prism's constant for the validation of input. */
export const INPUT = 0;

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
  readonly prefix: 'path' | 'query' | 'header' | 'cookie';
  readonly parameters: readonly Parameter[];
  readonly names: ReadonlySet<string>;
  readonly schema: object;
}

/** Validates a request of an operation. */
export type Judge = (request: ReadRequest) => IPrismDiagnostic[];

/** Headers that are not parameters, even if the document lists them (OpenAPI 3.1, Parameter Object). */
const NO_PARAMETERS = new Set(['accept', 'content-type', 'authorization']);

/** Creates the validator of an operation's parameters. */
export function parameterJudge(operation: IHttpOperation): Judge {
  const { path = [], query = [], headers = [], cookie = [] } = operation.request ?? {};
  const groups = [
    groupOf('path', path, operation),
    groupOf('query', query, operation),
    groupOf(
      'header',
      headers.filter(({ name }) => !NO_PARAMETERS.has(name.toLowerCase())),
      operation,
    ),
    groupOf('cookie', cookie, operation),
  ].filter(({ parameters }) => parameters.length > 0);
  const template = templateOf(operation.path);
  return (request) => groups.flatMap((group) => judge(group, request, template, operation));
}

function groupOf(prefix: Group['prefix'], specs: readonly IHttpParam[], root: IHttpOperation): Group {
  const parameters = specs.map((spec): Parameter => {
    const style = spec.style ?? (prefix === 'query' || prefix === 'cookie' ? 'form' : 'simple');
    const { explode = style === 'form' && prefix !== 'cookie' } = spec;
    const key = prefix === 'header' ? spec.name.toLowerCase() : spec.name;
    // With `content`, the parameter is a single text; the schema of JSON content applies to the parsed value.
    const schema = isJsonContent((spec as Parameter['spec']).content) ? { type: 'string' } : spec.schema;
    return { spec, key, styled: { name: spec.name, style, explode, placed: { schema, root } } };
  });
  const [dialect] = specs.flatMap(({ schema }) => (schema?.$schema === undefined ? [] : [schema.$schema]));
  return {
    prefix,
    parameters,
    names: new Set(parameters.map(({ key }) => key)),
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

function judge(group: Group, request: ReadRequest, template: Template, operation: IHttpOperation): IPrismDiagnostic[] {
  const read = readerOf(group, request, template);
  const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const found: IPrismDiagnostic[] = [];
  const isWrong = new Set<string>();
  const { asSandbox = false } = request;
  for (const { spec, key, styled } of group.parameters) {
    try {
      const value = read(styled, key);
      if (value === undefined || (value === '' && spec.allowEmptyValue === true)) continue;
      const meant = isJsonContent(spec.content) ? json(value) : typedDeeply(value, styled.placed);
      values[key] = asSandbox ? integerIn(meant, styled) : meant;
      if (asSandbox && isBeyondExact(spec.name, values[key])) {
        found.push(diagnostic(group.prefix, key, 'exact', 'is beyond the integers that can be read exactly', 'Error'));
      }
      if (spec.deprecated === true) found.push(diagnostic(group.prefix, key, 'deprecated', 'is deprecated', 'Warning'));
    } catch (error) {
      if (!(error instanceof WrongStyle)) throw error;
      isWrong.add(key);
      found.push(diagnostic(group.prefix, key, 'style', error.message, 'Error'));
    }
  }
  const outcome = validateAgainstSchema(values, group.schema, false, INPUT, group.prefix, bundleOf(operation));
  const broken = outcome._tag === 'Some' ? outcome.value : [];
  // Report a parameter that could not be read only once.
  return [...found, ...broken.filter(({ code, message }) => !(code === 'required' && names(message, isWrong)))];
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

function json(value: unknown): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    throw new WrongStyle('must be JSON');
  }
}

function diagnostic(
  prefix: Group['prefix'],
  name: string,
  code: string,
  message: string,
  severity: 'Error' | 'Warning',
): IPrismDiagnostic {
  return {
    path: [prefix, name],
    code,
    message: `Request ${prefix} parameter ${name} ${message}`,
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
  if (prefix === 'header') {
    return (styled, key) => {
      const { headers = {} } = request;
      const text = Object.hasOwn(headers, key) ? headers[key] : undefined;
      return text === undefined ? undefined : readText(escaped(text), styled);
    };
  }
  const match = template.pattern.exec(request.url.path) ?? [];
  return (styled) => {
    const text = match[template.names.indexOf(styled.name) + 1];
    return text === undefined ? undefined : readText(text, styled);
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
