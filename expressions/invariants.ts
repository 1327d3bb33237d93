/** The relations that a document declares for its answers (`invariant` in `x-behaviour`), ready to be evaluated. */
import { compile, type Expression, type Requested } from './compile.ts';
import { componentFinder, type Placed } from './places.ts';
import type { Document, Schema } from './schema.ts';

interface Declared {
  readonly family: string;
  readonly name?: string;
  readonly expression?: string;
  readonly rules?: readonly { readonly id: string; readonly text: string }[];
}

interface Declaring {
  readonly 'x-behaviour'?: readonly Declared[];
}

interface OperationObject extends Declaring {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
}

/** A document with declarations. */
export interface DeclaringDocument extends Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A relation of a document. */
export interface Invariant {
  /** `vault.Flip.bid-within-tab` */
  readonly id: string;
  readonly text: string;
  readonly expression: Expression;
  /** The component schema that it constrains; null when it constrains the answers of an operation. */
  readonly schema: string | null;
  /** The operationId; null when it constrains a schema. */
  readonly operation: string | null;
}

/** A value that violates a relation. */
export interface BrokenInvariant extends Placed {
  readonly invariant: Invariant;
}

/** A successful answer of an operation, with the inputs of its request. */
export interface Answered {
  /** The operationId. */
  readonly operation: string;
  readonly status: number;
  /** JSON. */
  readonly body: unknown;
  readonly request: Requested;
}

export interface Invariants {
  readonly all: readonly Invariant[];
  /** The values of an answer that violate a relation; undecided relations are skipped. */
  broken(answer: Answered): readonly BrokenInvariant[];
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

function declaredBy(holder: Declaring, place: Pick<Invariant, 'schema' | 'operation'>): readonly Invariant[] {
  return (holder['x-behaviour'] ?? []).flatMap(({ family, expression, rules = [] }) =>
    family !== 'invariant' || expression === undefined
      ? []
      : rules.map(({ id, text }) => ({ id, text, expression: compile(expression), ...place })),
  );
}

function schemaFor({ responses }: OperationObject, status: number): Schema | undefined {
  const found = responses[String(status)] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses['default'];
  return Object.values(found?.content ?? {})[0]?.schema;
}

/**
 * Compiles every relation of a document once.
 *
 * @throws BadExpression when a document has a text that is not an expression.
 *
 * @example
 * const invariants = openInvariants(document);
 * const wrong = invariants.broken({ operation: 'readFlip', status: 200, body, request });
 */
export function openInvariants(document: DeclaringDocument): Invariants {
  const operations = Object.values(document.paths).flatMap((item) =>
    methods.flatMap((method) => (item[method] === undefined ? [] : [item[method] as OperationObject])),
  );
  const ofSchemas = Object.entries(document.components.schemas).flatMap(([schema, holder]) => {
    const declared = declaredBy(holder as Declaring, { schema, operation: null });
    return declared.length === 0 ? [] : [{ declared, finder: componentFinder(document, schema) }];
  });
  const ofOperations = operations.flatMap((operation) =>
    declaredBy(operation, { schema: null, operation: operation.operationId }),
  );
  return {
    all: [...ofOperations, ...ofSchemas.flatMap(({ declared }) => declared)],
    broken({ operation: id, status, body, request }) {
      const operation = operations.find(({ operationId }) => operationId === id);
      const schema = operation === undefined ? undefined : schemaFor(operation, status);
      const isBroken = ({ expression }: Invariant, value: unknown) => expression.evaluate(value, request) === false;
      return [
        ...ofOperations
          .filter((one) => one.operation === id && isBroken(one, body))
          .map((invariant) => ({ invariant, pointer: '', value: body })),
        ...ofSchemas.flatMap(({ declared, finder }) => {
          const places = schema === undefined ? [] : finder.find(schema, body);
          return declared.flatMap((invariant) =>
            places.filter(({ value }) => isBroken(invariant, value)).map((placed) => ({ invariant, ...placed })),
          );
        }),
      ];
    },
  };
}
