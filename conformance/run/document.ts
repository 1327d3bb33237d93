/** The contract that is meant: the one that the suite comes with, or an OpenAPI document of any API. */
import { readFile } from 'node:fs/promises';
import { messageOf, UsageError } from '@wallet-services/kit/errors';
import { parse } from 'yaml';
import { renamedDeclaration, wrongDeclaration } from '../model/document/behaviour.ts';
import type { OpenApiDocument } from '../model/document/document.ts';
import { normalised } from '../model/document/normalised.ts';
import { isObject } from '../model/values/json.ts';
import { lostReferences } from '../model/values/strange.ts';
import { type Contract, contractOf, openContract } from './contract.ts';

function parsed(text: string, path: string): unknown {
  try {
    // JSON is YAML too, and its own reader is faster.
    return path.endsWith('.json') ? JSON.parse(text) : parse(text);
  } catch (error) {
    throw new UsageError(`--document ${path} is neither JSON nor YAML: ${messageOf(error).split('\n')[0]}`);
  }
}

/** @throws UsageError when it is not one that can be checked. */
function documentIn(value: unknown, path: string): OpenApiDocument {
  const problem = (why: string) => new UsageError(`--document ${path} ${why}`);
  if (!isObject(value)) throw problem('is not an OpenAPI document: it is not an object');
  const { openapi, info, paths } = value;
  if (typeof openapi !== 'string' || !openapi.startsWith('3.1')) {
    throw problem(
      `is not OpenAPI 3.1 (it says ${JSON.stringify(openapi ?? value['swagger'] ?? null)}); convert it first`,
    );
  }
  if (!isObject(info) || !isObject(paths)) throw problem('is not an OpenAPI document: it needs info and paths');
  const document = normalised(value);
  const old = renamedDeclaration(document);
  if (old !== null) throw problem(`uses a name of an earlier version: ${old}`);
  const wrong = wrongDeclaration(document);
  if (wrong !== null) throw problem(`declares what is not in the schema: ${wrong}`);
  const [lost] = lostReferences(document);
  if (lost === undefined) return document;
  throw problem(
    lost.startsWith('#')
      ? `is incomplete: the reference ${lost} leads nowhere`
      : `is in several files (${lost}); bundle it into one first, as \`npx @redocly/cli bundle\` does`,
  );
}

/** @throws UsageError when the document cannot be read, or is none. */
export async function contractFor({ document: path }: { readonly document?: string | undefined }): Promise<Contract> {
  if (path === undefined) return openContract();
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`the document ${path} cannot be read (${error.code}); check the path given to --document`);
  });
  return contractOf(documentIn(parsed(text, path), path));
}
