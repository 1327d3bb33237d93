/**
 * Single changes to the base document or the base messages, and what the report is to say of each: a folder each, or a row
 * of a table in `*.yaml`, which may also change what stands there before.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { SideName } from '../finding.ts';
import { arrayOf, isObject, type JsonObject, objectOf, segmentsOf, valueAt } from '../json.ts';

const folder = fileURLToPath(new URL('../scenarios', import.meta.url));

/** One single change. */
export interface Scenario {
  readonly name: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** The protobuf file on both sides. */
  readonly messages: { readonly before: string; readonly after: string };
  /** The gravest class for each side; `none` when it is told nothing. */
  readonly sides: Readonly<Record<SideName, string>>;
  /** What each finding is, with its class for clients, as in `breaking request member-removed`, sorted. */
  readonly findings: readonly string[];
}

/** Reads all scenario folders. */
export async function readScenarios(): Promise<readonly Scenario[]> {
  const base = {
    document: await readFile(join(folder, 'base.yaml'), 'utf8'),
    messages: await readFile(join(folder, 'base.proto'), 'utf8'),
  };
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const folders = await Promise.all(names.map((name) => readFolder(name, base)));
  const rows = (await readTable(TABLE)).map((row) => scenarioOf(row, base));
  return [...folders, ...rows].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** The changes that stand in a table. */
const TABLE = 'more.yaml';

async function readTable(file: string): Promise<readonly Row[]> {
  const rows: unknown = parse(await readFile(join(folder, file), 'utf8'));
  return arrayOf(rows)
    .map(objectOf)
    .map(({ name, from, change, sides, findings }) => {
      const [clients = '', servers = '', mocks = ''] = String(sides).split(', ');
      return {
        name: String(name),
        from: arrayOf(from).map(objectOf),
        change: arrayOf(change).map(objectOf),
        sides: { clients, servers, mocks },
        findings: arrayOf(findings).map(String),
      };
    });
}

interface Base {
  readonly document: string;
  readonly messages: string;
}

/** What one change is, and what is expected of it. */
interface Row extends Pick<Scenario, 'name' | 'sides' | 'findings'> {
  /** What is done to the base before. */
  readonly from: readonly JsonObject[];
  readonly change: readonly JsonObject[];
}

async function readFolder(name: string, base: Base): Promise<Scenario> {
  const [change, expected] = await Promise.all(
    ['change.yaml', 'expected.yaml'].map((file) => readFile(join(folder, name, file), 'utf8')),
  );
  const { class: clients, servers, mocks, findings } = objectOf(parse(expected ?? ''));
  return scenarioOf(
    {
      name,
      from: [],
      change: arrayOf(parse(change ?? '')).map(objectOf),
      sides: { clients: String(clients), servers: String(servers), mocks: String(mocks) },
      findings: arrayOf(findings).map(String),
    },
    base,
  );
}

function scenarioOf({ name, from, change, sides, findings }: Row, base: Base): Scenario {
  const before = changed(from, base);
  const after = changed([...from, ...change], base);
  return {
    ...{ name, sides, findings, before: before.document, after: after.document },
    messages: { before: before.messages, after: after.messages },
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
