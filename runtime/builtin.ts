/**
 * Modules that exist only in Node.js, Deno and Bun, loaded when they are needed: they are imported nowhere else here.
 */

/**
 * The parts of the modules that are used. With the types of Node.js, every project that compiles against this would
 * need those types.
 */
interface Builtins {
  readonly 'node:fs': { readFileSync(file: URL, encoding: 'utf8'): string };
  readonly 'node:module': { createRequire(from: string): (name: string) => unknown };
}

/**
 * A module of Node.js.
 * @throws Error where there is none, such as in a worker at the edge
 */
export function builtin<Name extends keyof Builtins>(name: Name): Builtins[Name] {
  const found: Builtins[Name] | undefined = globalThis.process?.getBuiltinModule?.(name);
  if (found === undefined) {
    throw new Error(`express-openapi-validator needs ${name}, which is not installed: omit the option validator`);
  }
  return found;
}

/** A document next to the generated code; only the engine express-openapi-validator loads it. */
export function readDocument(file: URL): object {
  const document: object = JSON.parse(builtin('node:fs').readFileSync(file, 'utf8'));
  return document;
}
