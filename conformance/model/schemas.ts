/** Judges values by the schemas of a document: Ajv, dialect 2020-12, exact formats. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApiDocument } from './document.ts';
import { formats } from './formats.ts';
import { excerpt, typeName } from './json.ts';
import { valueAt, within } from './pointer.ts';

/** One way in which a value breaks its schema. */
export interface SchemaProblem {
  /** JSON pointer of the smallest part that is wrong. */
  readonly pointer: string;
  /** The keyword of the schema that is broken: `required`. */
  readonly keyword: string;
  readonly expected: string;
  readonly actual: string;
}

/** Judges values by the schema at a JSON pointer inside the document. */
export interface SchemaJudge {
  /** What is wrong with the value; empty when it is valid. */
  problems(schemaPointer: string, value: unknown): readonly SchemaProblem[];
}

const ID = 'contract:document';

/** Keywords of OpenAPI and of the contract that say nothing about a value. */
function* foreignKeywords(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  for (const [name, inner] of Object.entries(node)) {
    if (name.startsWith('x-')) yield name;
    yield* foreignKeywords(inner);
  }
}

function expectation(error: ErrorObject): string {
  switch (error.keyword) {
    case 'required':
      return 'a member that is present';
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
  const pointer = missing ? within(error.instancePath, String(error.params['missingProperty'])) : error.instancePath;
  const actual = valueAt(value, pointer);
  const shown = error.keyword === 'type' ? `${excerpt(actual)} (${typeName(actual)})` : excerpt(actual);
  return { pointer, keyword: error.keyword, expected: expectation(error), actual: missing ? 'it is missing' : shown };
}

/**
 * Of the errors of alternatives (`anyOf`), those of the branch that came closest are the telling ones: a list of markets
 * with one bad member is not told that it should have been null.
 */
function telling(errors: readonly ErrorObject[]): readonly ErrorObject[] {
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

function isInside(error: ErrorObject, alternative: ErrorObject): boolean {
  return error !== alternative && error.instancePath.startsWith(alternative.instancePath);
}

function unique(problems: readonly SchemaProblem[]): readonly SchemaProblem[] {
  return [...new Map(problems.map((problem) => [problem.pointer, problem])).values()];
}

/** Compiles the schemas of a document, each when it is first needed. */
export function schemaJudge(document: OpenApiDocument): SchemaJudge {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false, formats });
  ajv.addVocabulary(['openapi', 'info', 'paths', 'components', 'servers', 'security', 'tags', 'jsonSchemaDialect']);
  ajv.addVocabulary([...new Set(foreignKeywords(document))]);
  ajv.addSchema({ ...document, $id: ID }, ID, false, false);
  const compiled = new Map<string, ValidateFunction>();
  const validator = (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `${ID}#${encodeURI(pointer)}` });
    compiled.set(pointer, known);
    return known;
  };
  return {
    problems(schemaPointer, value) {
      const validate = validator(schemaPointer);
      if (validate(value)) return [];
      return unique(telling(validate.errors ?? []).map((error) => problemOf(error, value)));
    },
  };
}
