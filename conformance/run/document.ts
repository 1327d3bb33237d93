/** The contract that is meant: the one that the suite comes with, or an OpenAPI document of any API. */
import { readFile } from 'node:fs/promises';
import { messageOf, UsageError } from '@wallet-services/kit/errors';
import { overlaid } from '@wallet-services/kit/overlay';
import { parse } from 'yaml';
import { unknownName } from '../model/declared/names.ts';
import { completed } from '../model/declared/short.ts';
import { buildApi } from '../model/document/api.ts';
import { renamedDeclaration, wrongDeclaration } from '../model/document/behaviour.ts';
import type { OpenApiDocument } from '../model/document/document.ts';
import { normalised } from '../model/document/normalised.ts';
import { isObject } from '../model/values/json.ts';
import { lostReferences } from '../model/values/strange.ts';
import { type Contract, contractOf, nameOf, openContract } from './contract.ts';

function parsed(text: string, path: string, flag: string): unknown {
  try {
    // JSON is YAML too, and its own reader is faster.
    return path.endsWith('.json') ? JSON.parse(text) : parse(text);
  } catch (error) {
    throw new UsageError(`${flag} ${path} is neither JSON nor YAML: ${messageOf(error).split('\n')[0]}`);
  }
}

/** The document with its declarations in their whole form. @throws UsageError when one names what is not there. */
function declaredIn(document: OpenApiDocument, problem: (why: string) => UsageError): OpenApiDocument {
  const name = nameOf(document.info.title);
  const whole = completed(name, document);
  const unknown = unknownName(buildApi(name, whole, { rules: [], questions: [] }));
  if (unknown !== null) throw problem(`declares what it does not have: ${unknown}`);
  return whole;
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
  if (lost === undefined) return declaredIn(document, problem);
  throw problem(
    lost.startsWith('#')
      ? `is incomplete: the reference ${lost} leads nowhere`
      : `is in several files (${lost}); bundle it into one first, as \`npx @redocly/cli bundle\` does`,
  );
}

/** A document, and the overlays that are laid over it one after the other. */
export interface DocumentFiles {
  readonly document?: string | undefined;
  readonly overlay?: readonly string[] | undefined;
}

async function textOf(path: string, what: string, flag: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`the ${what} ${path} cannot be read (${error.code}); check the path given to ${flag}`);
  });
}

/** @throws UsageError when the document, or an overlay, cannot be read, or is none. */
export async function contractFor({ document: path, overlay = [] }: DocumentFiles): Promise<Contract> {
  if (path === undefined) {
    if (overlay.length > 0) throw new UsageError('--overlay needs --document: it changes what that file says');
    return openContract();
  }
  let value = parsed(await textOf(path, 'document', '--document'), path, '--document');
  for (const one of overlay) {
    const laid = parsed(await textOf(one, 'overlay', '--overlay'), one, '--overlay');
    if (isObject(value)) value = overlaid(value, laid, one);
  }
  return contractOf(documentIn(value, path));
}
