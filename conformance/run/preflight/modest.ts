/** Selects the operations that are tried in the process of the run: those without large parts. */
import type { OpenApiDocument, Schema } from '../../model/document/document.ts';
import { HEADER } from '../../model/document/gaps.ts';
import { isObject, objectsOf } from '../../model/values/json.ts';
import { valueAt } from '../../model/values/pointer.ts';
import { schemasAt } from '../../model/values/strange.ts';
import { needsIn, type OperationPlace, operationsIn } from './places.ts';

/** The largest values of the keywords that determine the size of generated values. */
const MOST: Readonly<Record<string, number>> = { minLength: 10_000, minItems: 3, minProperties: 20 };

/** The largest sizes of lists and objects in a schema. */
const LARGEST: Readonly<Record<string, number>> = {
  enum: 500,
  anyOf: 30,
  oneOf: 30,
  allOf: 30,
  required: 200,
  properties: 200,
  patternProperties: 30,
  prefixItems: 30,
};

const MOST_OPERATIONS = 60;
const MOST_PARTS = 500;
const MOST_SCHEMAS = 3_000;
const MOST_PATTERN = 200;

function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function isModestSchema(schema: Schema): boolean {
  const { pattern } = schema;
  return (
    Object.entries(MOST).every(([keyword, most]) => Number(schema[keyword] ?? 0) <= most) &&
    Object.entries(LARGEST).every(([keyword, most]) => sizeOf(schema[keyword]) <= most) &&
    (typeof pattern !== 'string' || pattern.length <= MOST_PATTERN)
  );
}

/** Whether all numbers, lists and texts in the schemas of a part are small, and its headers can be sent. */
function isModestPart(document: OpenApiDocument, pointer: string): boolean {
  const isSchema = pointer.startsWith('/components/schemas/');
  const part = valueAt(document, pointer);
  let count = 0;
  for (const [, schema] of schemasAt(part, pointer, isSchema)) {
    count += 1;
    if (count > MOST_SCHEMAS || !isModestSchema(schema)) return false;
  }
  const parameters = isObject(part) && !isSchema ? objectsOf(part['parameters']) : [];
  return parameters.every(({ in: place, name }) => place !== 'header' || HEADER.test(String(name)));
}

/** The operations that need a process with limits, and the size of the document. */
export interface Modesty {
  /** The operations with something large: trying them may take any amount of memory. */
  readonly large: readonly OperationPlace[];
  /** The document is small, so trying all its operations takes little time. */
  readonly isSmall: boolean;
}

/**
 * Finds the operations that are tried in a process with limits: those with a large number, list or text in their schemas, or
 * in one that these refer to.
 */
export function modestyOf(document: OpenApiDocument): Modesty {
  const modest = new Map<string, boolean>();
  const isModest = (pointer: string): boolean => {
    const known = modest.get(pointer) ?? isModestPart(document, pointer);
    modest.set(pointer, known);
    return known;
  };
  const needs = needsIn(document);
  const places = operationsIn(document).map(([place]) => place);
  const large = places.filter((place) => {
    const needed = needs([place]);
    return needed === null || [...needed].some((pointer) => !isModest(pointer));
  });
  return { large, isSmall: places.length <= MOST_OPERATIONS && modest.size <= MOST_PARTS };
}
