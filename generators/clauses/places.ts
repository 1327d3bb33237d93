/** The places of an OpenAPI document that a clause can claim. */
import { type OpenApiDocument, operationsOf, type Schema } from '../openapi/document.ts';

const COMPONENT = '#/components/schemas/';

/** The places of a document by name, and which of them need a claim. */
export interface Places {
  readonly all: ReadonlySet<string>;
  /** Members, parameters, operations, successful responses: the places that the documents must mention. */
  readonly demanding: ReadonlySet<string>;
}

/**
 * A place is `service/` and a component schema (`Flip`), a member of one (`Flip.bid`), an operation (`readFlip`), a parameter
 * of one (`listFlips.cursor`), its successful response (`readFlip.200`), or a security scheme.
 */
export function placesOf(service: string, document: OpenApiDocument): Places {
  const demanding: string[] = [];
  const others: string[] = Object.keys(document.components.securitySchemes ?? {});
  for (const { operation } of operationsOf(document)) {
    const { operationId } = operation;
    demanding.push(operationId);
    for (const { name } of operation.parameters ?? []) demanding.push(`${operationId}.${name}`);
    for (const status of Object.keys(operation.responses)) {
      if (/^2\d\d$/.test(status)) demanding.push(`${operationId}.${status}`);
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    others.push(name);
    for (const member of membersOf(schema)) demanding.push(`${name}.${member}`);
  }
  const placed = (names: readonly string[]) => names.map((name) => `${service}/${name}`);
  return { all: new Set(placed([...demanding, ...others])), demanding: new Set(placed(demanding)) };
}

/** The members of a schema: its own, and those of the schemas that it is composed of, except components. */
function membersOf(schema: Schema): readonly string[] {
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? [])].filter(({ $ref }) => !$ref?.startsWith(COMPONENT));
  return [...new Set([...Object.keys(schema.properties ?? {}), ...parts.flatMap(membersOf)])];
}

/**
 * Whether a name in the register, where `*` is any sequence of letters and dots, matches a place, a rule or a question.
 */
export function means(name: string): (id: string) => boolean {
  if (!name.includes('*')) return (id) => id === name;
  const parts = name.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const pattern = new RegExp(`^${parts.join('[A-Za-z0-9_.-]*')}$`);
  return (id) => pattern.test(id);
}
