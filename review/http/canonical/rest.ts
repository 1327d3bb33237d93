/** Keeps what the canonical form does not interpret as text, so that its changes are reported. */
import { type JsonObject, stableText } from '../../json.ts';
import type { Draft } from './schema.ts';

/** Members of OpenAPI objects for people or documentation tools only. */
export const READ_BY_PEOPLE = new Set(['title', 'description', 'summary', 'externalDocs', 'tags', 'links', '$self']);

/**
 * The members of a node that are neither interpreted nor extensions, as text.
 *
 * @param known members that the canonical form interprets
 */
export function restOf(node: JsonObject, known: ReadonlySet<string>): Draft {
  const draft: Draft = {};
  for (const [name, value] of Object.entries(node)) {
    if (known.has(name) || name.startsWith('x-') || value === undefined || value === '') continue;
    draft[name] = typeof value === 'string' ? value : stableText(value);
  }
  return draft;
}
