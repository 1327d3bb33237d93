/** Finds every place of a schema, and the positions of a value at such a place. */
import { componentName, type OpenApiDocument, resolved, type Schema } from '../../model/document/document.ts';
import { isObject } from '../../model/values/json.ts';
import { everyAt, within } from '../../model/values/pointer.ts';

/** The steps of a pattern for every item of a list and every member of a map. */
const ITEM = '*';
const VALUE = '{}';

export interface SchemaPlace {
  /** JSON pointer in which a star is any item of a list, and `{}` any member of a map. */
  readonly pattern: string;
  /** JSON pointer of the schema in the document. */
  readonly schemaPointer: string;
  /** The schema, references followed. */
  readonly schema: Schema;
  /** Its alternatives; the schema itself if it has none. */
  readonly alternatives: readonly Schema[];
}

/** The maximum depth of a component within itself, such as an asset in its chain. */
const MOST_TIMES = 2;

interface Step {
  readonly schema: Schema;
  readonly pointer: string;
  readonly pattern: string;
  readonly inside: readonly string[];
}

function target(document: OpenApiDocument, { schema, pointer, inside }: Step) {
  const name = componentName(schema);
  return name === undefined
    ? { schema, pointer, inside }
    : { schema: resolved(document, schema), pointer: `/components/schemas/${name}`, inside: [...inside, name] };
}

function alternativesOf(document: OpenApiDocument, schema: Schema): readonly Schema[] {
  const here = resolved(document, schema);
  return here.anyOf === undefined ? [here] : here.anyOf.flatMap((branch) => alternativesOf(document, branch));
}

function* traverse(document: OpenApiDocument, step: Step, isBranch: boolean): Generator<SchemaPlace> {
  const { schema, pointer, inside } = target(document, step);
  const [last] = inside.slice(-1);
  if (inside.filter((name) => name === last).length > MOST_TIMES) return;
  const { pattern } = step;
  if (!isBranch) {
    yield { pattern, schemaPointer: step.pointer, schema, alternatives: alternativesOf(document, schema) };
  }
  const go = (child: Schema, childPointer: string, childPattern: string, branch = false) =>
    traverse(document, { schema: child, pointer: childPointer, pattern: childPattern, inside }, branch);
  for (const [index, branch] of (schema.anyOf ?? []).entries()) {
    yield* go(branch, `${pointer}/anyOf/${index}`, pattern, true);
  }
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    yield* go(member, within(`${pointer}/properties`, name), within(pattern, name));
  }
  for (const [index, item] of (schema.prefixItems ?? []).entries()) {
    yield* go(item, `${pointer}/prefixItems/${index}`, within(pattern, index));
  }
  if (schema.items !== undefined) yield* go(schema.items, `${pointer}/items`, within(pattern, ITEM));
  if (isObject(schema.additionalProperties)) {
    yield* go(schema.additionalProperties, `${pointer}/additionalProperties`, within(pattern, VALUE));
  }
}

/**
 * Every place of a schema, each pattern once for each schema that it may have.
 *
 * @param schemaPointer of the schema in the document.
 */
export function placesIn(document: OpenApiDocument, schema: Schema, schemaPointer: string): readonly SchemaPlace[] {
  return [...traverse(document, { schema, pointer: schemaPointer, pattern: '', inside: [] }, false)];
}

/** The positions in a value that match a pattern, the last one first. */
export function placesOf(value: unknown, pattern: string): ReturnType<typeof everyAt> {
  return everyAt(value, pattern.replaceAll(`/${VALUE}`, `/${ITEM}`)).toReversed();
}
