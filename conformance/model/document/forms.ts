/** Values of several forms (`oneOf`, `anyOf`), each marked by a constant member: `kind: "mail"`. */
import { isObject } from '../values/json.ts';
import { type OpenApiDocument, resolved, type Schema } from './document.ts';

/** The form that the constants of a value name, in the schema's list; null where none matches. */
export function formOf(document: OpenApiDocument, { oneOf, anyOf }: Schema, value: unknown): Schema | null {
  if (!isObject(value)) return null;
  const constant = (member: Schema) => {
    const { const: only, enum: names = [] } = resolved(document, member);
    return only ?? (names.length === 1 ? names[0] : undefined);
  };
  const isNamed = (form: Schema) => {
    const members = Object.entries(resolved(document, form).properties ?? {});
    const constants = members.map(([name, member]) => [name, constant(member)] as const);
    const marks = constants.filter(([, only]) => only !== undefined);
    return marks.length > 0 && marks.every(([name, only]) => value[name] === only);
  };
  return (oneOf ?? anyOf ?? []).find(isNamed) ?? null;
}
