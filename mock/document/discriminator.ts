/** Writes a discriminator as what JSON Schema knows. */
import { decoded } from '@wallet-services/kit/decoded';
import { asText, isObject } from '@wallet-services/kit/json';
import { segmentsOf } from '@wallet-services/kit/pointer';
import { spellOutInheritance } from './inheritance.ts';
import { isPart, type Part } from './structure.ts';

/**
 * Spells out every discriminator of a file as it was read: the names of schemas are in its references, which are not there
 * any more once the files of a document are in one piece.
 */
export function spellOutDiscriminators(content: unknown): void {
  spellOutInheritance(content);
  const waiting: unknown[] = [content];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (isPart(next)) spellOut(next);
    waiting.push(...Object.values(next));
  }
}

/**
 * Gives each alternative of a schema with a discriminator the values that lead to it (OpenAPI 3.1, Discriminator Object):
 * the keys of `mapping` that name it, and its own name where no key takes that away.
 */
function spellOut(schema: Part): void {
  const { discriminator } = schema;
  if (!isObject(discriminator) || typeof discriminator['propertyName'] !== 'string') return;
  const { propertyName, mapping } = discriminator;
  const names = isObject(mapping) ? Object.entries(mapping).map(([key, to]) => [key, asText(to)] as const) : [];
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const alternatives = schema[keyword];
    if (!Array.isArray(alternatives)) continue;
    schema[keyword] = alternatives.map((alternative: unknown) => {
      if (!isPart(alternative) || typeof alternative['$ref'] !== 'string') return alternative;
      const values = valuesOf(alternative['$ref'], names);
      if (values.length === 0) return alternative;
      const chosen = { type: 'object', required: [propertyName], properties: { [propertyName]: { enum: values } } };
      return { allOf: [alternative, chosen] };
    });
  }
}

function valuesOf($ref: string, mapping: readonly (readonly [string, string])[]): string[] {
  const own = nameOf($ref);
  const mapped = mapping.filter(([, to]) => to === $ref || nameOf(to) === own).map(([key]) => key);
  const isTaken = mapping.some(([key]) => key === own);
  return mapped.length === 0 || !isTaken ? [...new Set([...mapped, own])] : mapped;
}

function nameOf($ref: string): string {
  const last = segmentsOf(decoded($ref)).at(-1) ?? $ref;
  return last.replace(/^.*\//, '').replace(/\.(ya?ml|json)$/, '');
}
