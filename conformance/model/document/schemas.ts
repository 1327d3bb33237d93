/** Judges values by the schemas of a document, with Ajv, dialect 2020-12 and exact formats. */
import { within } from '@wallet-services/kit/judge';
import { multipleOf } from '@wallet-services/kit/multiple';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { excerpt, isObject, typeName } from '../values/json.ts';
import { within as placed, valueAt } from '../values/pointer.ts';
import type { OpenApiDocument } from './document.ts';
import { expressionOf } from './expressions.ts';
import { contentEncoding, formats } from './formats.ts';
import { formOf } from './forms.ts';
import { partsOf, pointerOf } from './references.ts';

/** One way in which a value breaks its schema. */
export interface SchemaProblem {
  /** JSON pointer of the smallest part that is wrong. */
  readonly pointer: string;
  /** The broken keyword of the schema: `required`. */
  readonly keyword: string;
  readonly expected: string;
  readonly actual: string;
}

/** Judges values by the schema at a JSON pointer inside the document. */
export interface SchemaJudge {
  /**
   * The problems of the value; empty when it is valid, or when the schema cannot be used.
   *
   * @throws Unjudged where it cannot be judged within the time limit.
   * @param within a request does not need members that only answers have, and the other way round. Default: an answer.
   */
  problems(schemaPointer: string, value: unknown, within?: 'request' | 'answer'): readonly SchemaProblem[];
  /** Why a schema cannot be used; null where it can. */
  unusable(schemaPointer: string): string | null;
  /** Whether the schema, or one that it refers to, has a keyword. */
  uses(schemaPointer: string, keyword: string): boolean;
}

/** A value was not judged, so that its validity is unknown. The message has the reason. */
export class Unjudged extends Error {
  override readonly name = 'Unjudged';
}

const ID = 'contract:document';

function expectation(error: ErrorObject): string {
  switch (error.keyword) {
    case 'required':
      return 'this member, which is required';
    case 'type':
      return [error.params['type']].flat().join(' or ');
    case 'pattern':
      return `text that matches ${error.params['pattern']}`;
    case 'format':
      return `a ${error.params['format']}`;
    case 'enum':
      return `one of ${excerpt(error.params['allowedValues'], 200)}`;
    default:
      return `a value that ${error.message ?? `satisfies ${error.keyword}`}`;
  }
}

function problemOf(error: ErrorObject, value: unknown): SchemaProblem {
  const missing = error.keyword === 'required';
  const pointer = missing ? placed(error.instancePath, String(error.params['missingProperty'])) : error.instancePath;
  const actual = valueAt(value, pointer);
  const shown = error.keyword === 'type' ? `${excerpt(actual)} (${typeName(actual)})` : excerpt(actual);
  return { pointer, keyword: error.keyword, expected: expectation(error), actual: missing ? 'it is missing' : shown };
}

/**
 * Of the errors of alternatives (`anyOf`), those of the closest branch are significant: a list of markets with one bad
 * member is not reported as a value that should have been null.
 */
function reporting(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const alternatives = errors.filter(({ keyword }) => keyword === 'anyOf');
  return errors.filter((error) => {
    if (error.keyword === 'anyOf') return !errors.some((other) => isInside(other, error));
    return !alternatives.some(
      (alternative) =>
        error.schemaPath !== alternative.schemaPath &&
        error.instancePath === alternative.instancePath &&
        errors.some((other) => other.instancePath.startsWith(`${alternative.instancePath}/`)),
    );
  });
}

/** The number of errors of one value that are considered. */
const MOST_ERRORS = 300;

/** The first errors, and the last ones of alternatives, which come after the errors inside them. */
function firstOf(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const rest = errors.slice(MOST_ERRORS).filter(({ keyword }) => keyword === 'anyOf');
  return [...errors.slice(0, MOST_ERRORS), ...rest.slice(-10)];
}

function isInside(error: ErrorObject, alternative: ErrorObject): boolean {
  return error !== alternative && error.instancePath.startsWith(alternative.instancePath);
}

/** One problem for each place, the last one reported there; the types of alternatives are joined: `array or null`. */
function unique(problems: readonly SchemaProblem[]): readonly SchemaProblem[] {
  const reported = new Map<string, SchemaProblem>();
  for (const problem of problems) {
    const before = reported.get(problem.pointer);
    const types = before?.keyword === 'type' && problem.keyword === 'type' ? before.expected.split(' or ') : [];
    const expected = [...new Set([...types, problem.expected])].join(' or ');
    reported.set(problem.pointer, { ...problem, expected });
  }
  return [...reported.values()];
}

/** An expression that JavaScript does not have matches everything. */
const expressions = Object.assign((pattern: string): RegExp => expressionOf(pattern) ?? /(?:)/, {
  code: 'new RegExp',
});

/** A missing member counts unless only the other side sends it. */
function isMissed({ keyword, params, parentSchema }: ErrorObject, mark: 'readOnly' | 'writeOnly'): boolean {
  if (keyword !== 'required') return true;
  const member: unknown = parentSchema?.['properties']?.[params['missingProperty']];
  return !isObject(member) || member[mark] !== true;
}

/** Whether a list really has too few items, and not only because it was shortened. */
function isWhole({ keyword, params, instancePath }: ErrorObject, value: unknown): boolean {
  const list = keyword === 'minItems' ? valueAt(value, instancePath) : undefined;
  return !Array.isArray(list) || list.length < Number(params['limit']);
}

/** The number of items of a list that are considered from the first wrong one on: the rest is wrong in the same way. */
const MOST_ITEMS = 20;

/** The number of items that show that a list is too long, or has a duplicate; 0 for any other error. */
function itemsOf({ keyword, params }: ErrorObject): number {
  if (keyword === 'maxItems') return Number(params['limit']) + 1;
  return keyword === 'uniqueItems' ? Math.max(Number(params['i']), Number(params['j'])) + 1 : 0;
}

/**
 * A value with lists that end some items after the first wrong one: every further error takes time and memory.
 *
 * @param pointer to the wrong part; null where that is elsewhere.
 * @param least the number of items to keep there.
 */
function shortened(value: unknown, pointer: string | null, least: number): unknown {
  const [token, ...rest] = pointer?.split('/').slice(1) ?? [];
  const inner = rest.length === 0 ? '' : `/${rest.join('/')}`;
  const shorter = (item: unknown, key: string) => shortened(item, key === token ? inner : null, least);
  if (Array.isArray(value)) {
    const first = token === undefined ? 0 : Number(token) || 0;
    const most = Math.max(first + MOST_ITEMS, pointer === '' ? least : 0);
    return value.slice(0, most).map((item, index) => shorter(item, String(index)));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shorter(item, name)]));
}

/** Compiles the schemas of a document, each on first use. */
interface Compiler {
  /** The validator of a schema, or why there is none. */
  of(pointer: string): ValidateFunction | string;
  /** The errors of a value. Nothing keeps them, or the value, afterwards. */
  errors(validate: ValidateFunction, value: unknown): readonly ErrorObject[];
  /** After a time limit has stopped it: what was being compiled has no validator. @returns whether anything was. */
  stopped(): boolean;
}

/** What every object inherits, like `toString`, is no member of it. */
const OWN = { ownProperties: true } as const;

const TOO_LONG = 'compiling it took too long';

function compiler(document: OpenApiDocument, allErrors: boolean): Compiler {
  const options = {
    allErrors,
    strict: false,
    verbose: true,
    logger: false,
    // Large schemas are compiled once, and not into each schema that refers to them.
    inlineRefs: 20,
    // Only the references made here would be validated, by a schema that takes longer to compile than most documents.
    validateSchema: false,
    formats,
    ...OWN,
  } as const;
  // Most validators judge few values: optimizing them takes longer than they run.
  const opened = () =>
    new Ajv2020({ ...options, code: { regExp: expressions, optimize: false } })
      .removeKeyword(contentEncoding.keyword as string)
      .addKeyword(contentEncoding)
      .removeKeyword(multipleOf.keyword)
      .addKeyword(multipleOf)
      .addSchema({ ...document, $id: ID }, ID, false, false);
  let ajv: Ajv2020 | null = null;
  let pending: string | null = null;
  const compiled = new Map<string, ValidateFunction | string>();
  const compile = (pointer: string): ValidateFunction | string => {
    pending = pointer;
    try {
      // A document with schemas that cannot be read together has none that can be used.
      ajv ??= opened();
      return ajv.compile({ $ref: `${ID}#${encodeURI(pointer)}` });
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  return {
    of(pointer) {
      const known = compiled.get(pointer) ?? compile(pointer);
      pending = null;
      compiled.set(pointer, known);
      return known;
    },
    errors(validate, value) {
      validate(value);
      const errors = validate.errors ?? [];
      // Each validator keeps the errors of its last value, and with them the value, which may be large.
      for (const one of ajv?.scope.get()['validate'] ?? []) {
        if (typeof one === 'function' && 'errors' in one) one.errors = null;
      }
      return errors;
    },
    stopped() {
      if (pending === null) return false;
      compiled.set(pending, TOO_LONG);
      pending = null;
      // It has schemas that are compiled in part, and would be taken for compiled ones.
      ajv = null;
      return true;
    },
  };
}

/** A schema that took too long this many times is not tried again. */
const MOST_TOO_LONG = 2;

/** Whether one of some keywords is part of a schema, or of those that it refers to. */
function users(document: OpenApiDocument, keywords: readonly string[]): (pointer: string) => boolean {
  const known = new Map<string, boolean>();
  const isUser = (pointer: string): boolean => {
    const open = new Set([pointer]);
    for (const at of open) {
      for (const { node } of partsOf({ ...document }, [at])) {
        if (keywords.some((keyword) => node[keyword] !== undefined)) return true;
        const target = typeof node['$ref'] === 'string' ? pointerOf(node['$ref']) : '';
        if (target === null) return true;
        if (target !== '') open.add(target);
      }
    }
    return false;
  };
  return (pointer) => {
    const found = known.get(pointer) ?? isUser(pointer);
    known.set(pointer, found);
    return found;
  };
}

/** Applies a time limit to each judgement; what the suite made itself takes long only by patterns. */
function limited(
  judge: SchemaJudge,
  compilers: readonly Compiler[],
  document: OpenApiDocument,
  milliseconds: number,
): SchemaJudge {
  const tooLong = new Map<string, number>();
  const isPatterned = users(document, ['pattern', 'patternProperties']);
  return {
    ...judge,
    problems(schemaPointer, ...value) {
      if (value[1] === 'request' && !isPatterned(schemaPointer)) return judge.problems(schemaPointer, ...value);
      const times = tooLong.get(schemaPointer) ?? 0;
      const judgement =
        times < MOST_TOO_LONG ? within(milliseconds, () => judge.problems(schemaPointer, ...value)) : null;
      if (judgement?.kind === 'judged') return judgement.result;
      tooLong.set(schemaPointer, times + 1);
      const isCompiling = compilers.map((one) => one.stopped()).includes(true);
      if (isCompiling) throw new Unjudged(`the schema ${schemaPointer} cannot be used: ${TOO_LONG}`);
      throw new Unjudged(`judging a value by the schema ${schemaPointer} took too long, as patterns of it may`);
    },
  };
}

/**
 * Judges values by the schemas of a document. The time grows with the size of a value, not with the number of its
 * errors.
 *
 * @param milliseconds the time limit of a judgement. Default: no limit, for schemas that are known to need none.
 */
export function schemaJudge(document: OpenApiDocument, milliseconds?: number): SchemaJudge {
  const toFirst = compiler(document, false);
  const toLast = compiler(document, true);
  const using = new Map<string, (pointer: string) => boolean>();
  const judge: SchemaJudge = {
    problems(schemaPointer, value, within = 'answer') {
      const first = toFirst.of(schemaPointer);
      if (first === TOO_LONG) throw new Unjudged(`the schema ${schemaPointer} cannot be used: ${TOO_LONG}`);
      // A schema that cannot be compiled is reported once, by `unusable`.
      const found = typeof first === 'string' ? [] : toFirst.errors(first, value);
      if (found.length === 0) return [];
      const [deepest] = found.toSorted((left, right) => right.instancePath.length - left.instancePath.length);
      const judged = shortened(value, deepest?.instancePath ?? '', deepest === undefined ? 0 : itemsOf(deepest));
      const all = toLast.of(schemaPointer);
      if (typeof all === 'string') throw new Unjudged(`the schema ${schemaPointer} cannot be used: ${all}`);
      const every = toLast.errors(all, judged);
      if (every.length === 0) return [];
      const mark = within === 'request' ? 'readOnly' : 'writeOnly';
      const errors = firstOf(every).filter((error) => isMissed(error, mark) && isWhole(error, value));
      const problems = unique(reporting(errors).map((error) => problemOf(error, judged)));
      const several = errors.find(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf');
      if (several === undefined) return problems;
      // Where a constant selects one of several forms, the problems with the others are irrelevant.
      const place = several.instancePath;
      const part = valueAt(judged, place);
      const pointer = formOf(document, several.parentSchema ?? {}, part)?.$ref?.slice(1);
      const own = pointer === undefined ? [] : judge.problems(pointer, part, within);
      const isElsewhere = (one: SchemaProblem) => one.pointer !== place && !one.pointer.startsWith(`${place}/`);
      const inside = own.map((one) => ({ ...one, pointer: `${place}${one.pointer}` }));
      return own.length === 0 ? problems : [...problems.filter(isElsewhere), ...inside];
    },
    unusable(schemaPointer) {
      const found = toFirst.of(schemaPointer);
      return typeof found === 'string' ? found : null;
    },
    uses(schemaPointer, keyword) {
      const known = using.get(keyword) ?? users(document, [keyword]);
      using.set(keyword, known);
      return known(schemaPointer);
    },
  };
  return milliseconds === undefined ? judge : limited(judge, [toFirst, toLast], document, milliseconds);
}
