/** What the canonical form does not know: kept as text, so that a change of it is reported and not passed over. */
import { type JsonObject, stableText } from '../../json.ts';
import type { Draft } from './schema.ts';

/** Members of OpenAPI's objects that only people, or only tools for documentation, read. */
export const READ_BY_PEOPLE = new Set(['title', 'description', 'summary', 'externalDocs', 'tags', 'links', '$self']);

/**
 * The members of a node that are neither known nor extensions, as texts.
 *
 * @param known members that the canonical form writes by itself
 */
export function restOf(node: JsonObject, known: ReadonlySet<string>): Draft {
  const draft: Draft = {};
  for (const [name, value] of Object.entries(node)) {
    if (known.has(name) || name.startsWith('x-') || value === undefined || value === '') continue;
    draft[name] = typeof value === 'string' ? value : stableText(value);
  }
  return draft;
}
