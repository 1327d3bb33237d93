/** Compiles a small TypeSpec project and reads what the library made of it. */
import { fileURLToPath } from 'node:url';
import {
  type CompilerHost,
  compile,
  createSourceFile,
  type Diagnostic,
  NodeHost,
  type Program,
} from '@typespec/compiler';
import { getOpenAPI3 } from '@typespec/openapi3';

/** The result of a project: the declarations of its document by place, and the diagnostics of the compiler. */
export interface Compiled {
  readonly behaviour: Readonly<Record<string, unknown>>;
  readonly diagnostics: readonly string[];
}

/** The virtual location of the project: in this folder, so that its imports are found. */
const main = fileURLToPath(new URL('main.tsp', import.meta.url));

/** The file system, with the text of a project as its `main.tsp`. */
function hostWith(text: string): CompilerHost {
  return {
    ...NodeHost,
    readFile: async (path) => (path === main ? createSourceFile(text, main) : NodeHost.readFile(path)),
    stat: async (path) => (path === main ? { isFile: () => true, isDirectory: () => false } : NodeHost.stat(path)),
    realpath: async (path) => (path === main ? main : NodeHost.realpath(path)),
  };
}

/**
 * @param text of a project in one file
 * @param before a program that has read the libraries, which are then not read again
 */
export async function compiled(text: string, before?: Program): Promise<Compiled & { readonly program: Program }> {
  const program = await compile(hostWith(text), main, { noEmit: true }, before);
  const diagnostics = program.diagnostics.map(textOf);
  if (program.hasError()) return { behaviour: {}, diagnostics, program };
  const [record] = await getOpenAPI3(program, { 'omit-unreachable-types': true, 'openapi-versions': ['3.1.0'] });
  if (record === undefined || record.versioned) throw new Error('the project is not one unversioned service');
  return { behaviour: Object.fromEntries(placed(record.document)), diagnostics, program };
}

/** `code: message`, without the name of the library. */
function textOf({ code, message }: Diagnostic): string {
  return `${code.replace('@wallet-services/behaviour/', '')}: ${message}`;
}

/** Every `x-behaviour` of a document: of the service, of operations by id, of schemas by name. */
function* placed(document: object): Generator<[string, unknown]> {
  yield* own('service', document);
  const { paths, components }: { paths?: Tree; components?: { schemas?: Tree } } = document;
  for (const item of Object.values(paths ?? {})) {
    for (const operation of Object.values(item as Tree)) {
      if (isTree(operation)) yield* own(String(operation['operationId']), operation);
    }
  }
  for (const [name, schema] of Object.entries(components?.schemas ?? {})) if (isTree(schema)) yield* own(name, schema);
}

type Tree = Readonly<Record<string, unknown>>;

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function* own(place: string, holder: object): Generator<[string, unknown]> {
  const behaviour = Object.entries(holder).find(([key]) => key === 'x-behaviour');
  if (behaviour !== undefined) yield [place, behaviour[1]];
}
