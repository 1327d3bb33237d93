/** Reads OpenAPI Overlays from files and addresses. */
import type { JsonObject } from '../json.ts';
import { readText } from './read.ts';

/** Changes a document. */
export type Overlaying = (document: JsonObject) => JsonObject;

/**
 * Reads overlays.
 *
 * @param names files, or addresses that begin with `http://` or `https://`
 * @returns a function that applies them to a document, in order; it throws a UsageError that names the action that
 *   cannot be applied
 * @throws UsageError when one cannot be read, or is neither JSON nor YAML
 *
 * @example
 * const { document } = await readWhole('petstore.yaml', await readOverlays(['behaviour.yaml']));
 */
export async function readOverlays(names: readonly string[] = []): Promise<Overlaying> {
  if (names.length === 0) return (document) => document;
  const { overlaid } = await import('../overlay.ts');
  const overlays: (readonly [name: string, overlay: unknown])[] = [];
  for (const name of names) overlays.push([name, await readText(name)]);
  return (published) => overlays.reduce((document, [name, overlay]) => overlaid(document, overlay, name), published);
}
