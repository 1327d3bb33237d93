/** Reads an OpenAPI document from a file or the web, in one file or several, as JSON or YAML. */

import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { decoded } from '@wallet-services/kit/decoded';
import { Failure, messageOf } from '@wallet-services/kit/errors';
import { pointerOf, segmentsOf, valueAt } from '@wallet-services/kit/pointer';
import { checkDepth, tooDeep } from './depth.ts';
import { spellOutDiscriminators } from './discriminator.ts';
import { isPart, type Part } from './structure.ts';

/** A document that was combined into one. */
export interface Source {
  /** References to other files are resolved; the remaining ones point into the document. */
  readonly document: Part;
  /** The files that it was read from, without addresses on the web. */
  readonly files: readonly string[];
}

interface Parser {
  readonly $refs: { paths(type: 'file'): string[] };
  parse(path: string, options: typeof READING): Promise<unknown>;
  bundle(path: string, options: typeof READING): Promise<unknown>;
}

/** Files are JSON or YAML regardless of their names, and errors name the line. */
const READING = {
  parse: { json: false, text: false, yaml: { order: 1, canParse: true, parse: parseFile } },
};

function parseFile({ data }: { readonly data: Uint8Array | string }): unknown {
  const text = Buffer.from(data as Uint8Array)
    .toString()
    .replace(/^\ufeff/, '');
  const content: unknown = /^\s*[{[]/.test(text) ? parseJson(text) : parseYaml(text);
  checkDepth(content);
  spellOutDiscriminators(content);
  return content;
}

/** Parses JSON, or YAML: what starts like JSON may still be YAML. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    try {
      return parseYaml(text);
    } catch {
      throw error;
    }
  }
}

/** Loads the YAML parser only when it is needed: it would take a tenth of the start. */
function parseYaml(text: string): unknown {
  const { parse }: typeof import('yaml') = require('yaml');
  try {
    return parse(text, { merge: true, uniqueKeys: false, maxAliasCount: 10_000 });
  } catch (error) {
    const [, line] = /^Maximum call stack .* at (line \d+, column \d+)/s.exec(messageOf(error)) ?? [];
    throw line === undefined ? error : tooDeep(line);
  }
}

// The library that Prism reads documents with; it has no types for an import.
const require = createRequire(import.meta.url);
const RefParser: new () => Parser = require('@stoplight/json-schema-ref-parser');

/**
 * Reads a document.
 *
 * @param source a file, or an address that starts with `http://` or `https://`
 * @throws Failure that names the file and the place, when it does not exist, it is not JSON or YAML, or a reference is
 *   broken
 */
export async function readSource(source: string): Promise<Source> {
  const isAddress = /^https?:\/\//.test(source);
  const path = isAddress ? source : resolve(source);
  if (!isAddress && !(await exists(path))) throw new Failure(`there is no document at ${source}: check the path`);
  const parser = new RefParser();
  let document: unknown;
  try {
    document = await parser.bundle(path, READING);
  } catch (error) {
    throw new Failure((await reasonsOf(path, source, error)).join('\n'));
  }
  if (!isPart(document)) throw new Failure(`${source} is not an OpenAPI document: it must be an object`);
  return { document, files: parser.$refs.paths('file') };
}

/** Finds broken references: the parser's message only gives the end of a reference. */
async function reasonsOf(path: string, source: string, error: unknown): Promise<string[]> {
  if (messageOf(error).includes('is not a valid JSON Schema')) {
    return [`${source} is not an OpenAPI document: it must be an object`];
  }
  let root: unknown;
  try {
    root = await new RefParser().parse(path, READING);
  } catch {
    return [`cannot read ${source}: ${inOneLine(messageOf(error))}`];
  }
  const broken: string[] = [];
  for (const { at, target } of referencesIn(root)) {
    const why = await faultOf(target, root, path);
    if (why !== undefined) broken.push(`${source}#${pointerOf(at)}: $ref ${JSON.stringify(target)} ${why}`);
  }
  return broken.length > 0 ? broken : [`cannot read ${source}: ${inOneLine(messageOf(error))}`];
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Why a reference cannot be resolved; undefined when it can. */
async function faultOf(target: string, root: unknown, path: string): Promise<string | undefined> {
  const [file = '', pointer = ''] = target.split('#');
  if (/^\w+:\/\//.test(file) || /^\w+:\/\//.test(path)) return undefined;
  const other = resolve(dirname(path), file);
  if (file !== '' && !(await exists(other))) return 'leads nowhere';
  try {
    const document = file === '' ? root : await new RefParser().parse(other, READING);
    return valueAt(document, segmentsOf(decoded(pointer))) === undefined ? 'leads nowhere' : undefined;
  } catch (error) {
    return `leads to what cannot be read: ${inOneLine(messageOf(error))}`;
  }
}

interface Reference {
  readonly at: readonly string[];
  readonly target: string;
}

function referencesIn(value: unknown, at: readonly string[] = []): Reference[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === '$ref' && typeof member === 'string') return [{ at: [...at, name], target: member }];
    return referencesIn(member, [...at, name]);
  });
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
