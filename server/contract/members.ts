/**
 * Validates members by the document's schema, so that input over RPC obeys the same rules as input over HTTP.
 */
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Document, DocumentSchema } from './document.ts';

/** Throws `Refusal` 400 when a member is missing or invalid. */
export type MemberCheck = (value: Readonly<Record<string, unknown>>) => void;

interface Form {
  readonly name: string;
  readonly pattern: RegExp;
  readonly kind: string;
  readonly example: unknown;
}

/**
 * Creates a check of the text members of a schema.
 *
 * @example
 * const check = memberCheck(document, 'PayRequest');
 * check({ asset_id: 'nonsense' }); // Refusal 400: asset_id is not a Uuid
 */
export function memberCheck(document: Document, schema: string): MemberCheck {
  const described = document.components.schemas[schema];
  if (described === undefined) throw new Error(`the document has no schema ${schema}`);
  const forms = Object.entries(described.properties ?? {}).flatMap(([name, property]) =>
    formOf(document, name, property),
  );
  return (value) => {
    for (const { name, pattern, kind, example } of forms) {
      const member = value[name];
      if (typeof member === 'string' && pattern.test(member)) continue;
      throw new Refusal(400, `${name} is not a ${kind}`, example === undefined ? {} : { hint: `such as ${example}` });
    }
  };
}

function formOf(document: Document, name: string, property: DocumentSchema): Form[] {
  const kind = property.$ref?.slice(property.$ref.lastIndexOf('/') + 1);
  const schema = kind === undefined ? property : document.components.schemas[kind];
  if (schema?.pattern === undefined) return [];
  return [
    { name, pattern: new RegExp(schema.pattern, 'u'), kind: kind ?? 'valid value', example: schema.examples?.[0] },
  ];
}
