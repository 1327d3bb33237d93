/** What only Node.js, Deno and Bun have, asked for when it is needed: nothing here is imported elsewhere. */

/**
 * A module of Node.js.
 *
 * @throws Error where there is none, such as in a worker at the edge
 */
export function builtin<Name extends 'node:fs' | 'node:module'>(
  name: Name,
): { 'node:fs': typeof import('node:fs'); 'node:module': typeof import('node:module') }[Name] {
  const found = globalThis.process?.getBuiltinModule?.(name);
  if (found === undefined) {
    throw new Error(`express-openapi-validator needs ${name}, which is not here: leave the option validator out`);
  }
  return found;
}

/** A document that stands beside generated code; only the engine express-openapi-validator asks for it. */
export function readDocument(file: URL): object {
  const document: object = JSON.parse(builtin('node:fs').readFileSync(file, 'utf8'));
  return document;
}
