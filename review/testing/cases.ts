/**
 * Single changes of the base document or the base messages, with the expected report of each. A file of `cases/`
 * contains those of one subject: `set` and `to`, or `steps`; `from` changes both sides before.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { SideName } from '../finding.ts';
import { arrayOf, isObject, type JsonObject, objectOf, segmentsOf, stringsOf, valueAt } from '../json.ts';

const folder = fileURLToPath(new URL('../cases', import.meta.url));

/** A single change. */
export interface Case {
  readonly name: string;
  readonly subject: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** The protobuf file on both sides. */
  readonly messages: { readonly before: string; readonly after: string };
  /** The most severe class for each side; `none` without a finding. */
  readonly sides: Readonly<Record<SideName, string>>;
  /** The findings with their classes for clients, such as `breaking request member-removed`, sorted. */
  readonly findings: readonly string[];
}

/** Reads all cases. */
export async function readCases(): Promise<readonly Case[]> {
  const base = {
    document: await readFile(join(folder, 'base', 'shop.yaml'), 'utf8'),
    messages: await readFile(join(folder, 'base', 'shop.proto'), 'utf8'),
  };
  const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml'));
  const lists = await Promise.all(
    files.map(async (file) => {
      const rows: unknown = parse(await readFile(join(folder, file), 'utf8'));
      return arrayOf(rows).map((row) => caseOf(file.replace('.yaml', ''), objectOf(row), base));
    }),
  );
  return lists.flat();
}

interface Base {
  readonly document: string;
  readonly messages: string;
}

function caseOf(subject: string, { name, from, expect, steps, ...step }: JsonObject, base: Base): Case {
  const start = arrayOf(from).map(objectOf);
  const own = steps === undefined ? [step] : arrayOf(steps).map(objectOf);
  const before = changed(start, base);
  const after = changed([...start, ...own], base);
  const { clients, servers, mocks, findings } = objectOf(expect);
  return {
    name: String(name),
    subject,
    before: before.document,
    after: after.document,
    messages: { before: before.messages, after: after.messages },
    sides: { clients: String(clients), servers: String(servers), mocks: String(mocks) },
    findings: stringsOf(findings).toSorted(),
  };
}

function changed(steps: readonly JsonObject[], base: Base): { document: JsonObject; messages: string } {
  const document: unknown = parse(base.document);
  let { messages } = base;
  for (const step of structuredClone(steps)) {
    if (typeof step['replace'] === 'string') messages = replaced(messages, step['replace'], String(step['with']));
    else apply(document, step);
  }
  return { document: objectOf(document), messages };
}

/** A step of the messages: `replace: text, with: text`. */
function replaced(messages: string, text: string, by: string): string {
  if (!messages.includes(text)) throw new Error(`the messages do not hold ${text}`);
  return messages.replaceAll(text, () => by);
}

/** Applies a step of the document: `set: pointer, to: value`, `move: pointer, to: pointer`, `remove: pointer`, `reverse: pointer`. */
function apply(document: unknown, step: JsonObject): void {
  if (typeof step['set'] === 'string') put(document, step['set'], step['to']);
  else if (typeof step['remove'] === 'string') take(document, step['remove']);
  else if (typeof step['move'] === 'string') put(document, String(step['to']), take(document, step['move']));
  else if (typeof step['reverse'] === 'string') {
    const value = take(document, step['reverse']);
    const turned = Array.isArray(value)
      ? value.toReversed()
      : Object.fromEntries(Object.entries(objectOf(value)).toReversed());
    put(document, step['reverse'], turned);
  } else throw new Error(`no such step: ${JSON.stringify(step)}`);
}

function owner(document: unknown, pointer: string): [Record<string, unknown> | unknown[], string] {
  const segments = segmentsOf(pointer);
  const parent = valueAt(document, segments.slice(0, -1));
  if (!isObject(parent) && !Array.isArray(parent)) throw new Error(`nothing is at ${pointer}`);
  return [parent, segments.at(-1) ?? ''];
}

function put(document: unknown, pointer: string, value: unknown): void {
  const [parent, name] = owner(document, pointer);
  if (Array.isArray(parent)) parent[Number(name)] = value;
  else parent[name] = value;
}

function take(document: unknown, pointer: string): unknown {
  const [parent, name] = owner(document, pointer);
  const value = valueAt(parent, [name]);
  if (value === undefined) throw new Error(`nothing is at ${pointer}`);
  if (Array.isArray(parent)) parent.splice(Number(name), 1);
  else delete parent[name];
  return value;
}
