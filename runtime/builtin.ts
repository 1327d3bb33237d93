/** What only Node.js, Deno and Bun have, asked for when it is needed: nothing here is imported elsewhere. */

/** As much of them as is used: types of Node.js would be asked of everybody who compiles against this. */
interface Builtins {
  readonly 'node:fs': { readFileSync(file: URL, encoding: 'utf8'): string };
  readonly 'node:module': { createRequire(from: string): (name: string) => unknown };
}

/**
 * A module of Node.js.
 *
 * @throws Error where there is none, such as in a worker at the edge
 */
export function builtin<Name extends keyof Builtins>(name: Name): Builtins[Name] {
  const found: Builtins[Name] | undefined = globalThis.process?.getBuiltinModule?.(name);
  if (found === undefined) {
    throw new Error(`express-openapi-validator needs ${name}, which is not installed: omit the option validator`);
  }
  return found;
}

/** A document that stands beside generated code; only the engine express-openapi-validator asks for it. */
export function readDocument(file: URL): object {
  const document: object = JSON.parse(builtin('node:fs').readFileSync(file, 'utf8'));
  return document;
}
