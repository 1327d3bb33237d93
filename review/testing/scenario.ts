/** Scenario folders: a change to the base document or the base messages, and what the report is to say of it. */
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
  return Promise.all(names.toSorted().map((name) => readScenario(name, base)));
}

interface Base {
  readonly document: string;
  readonly messages: string;
}

async function readScenario(name: string, base: Base): Promise<Scenario> {
  const [change, expected] = await Promise.all(
    ['change.yaml', 'expected.yaml'].map((file) => readFile(join(folder, name, file), 'utf8')),
  );
  const after: unknown = parse(base.document);
  let messages = base.messages;
  for (const step of arrayOf(parse(change ?? '')).map(objectOf)) {
    if (typeof step['replace'] === 'string') messages = replaced(messages, step['replace'], String(step['with']));
    else apply(after, step);
  }
  const { class: clients, servers, mocks, findings } = objectOf(parse(expected ?? ''));
  return {
    name,
    before: objectOf(parse(base.document)),
    after: objectOf(after),
    messages: { before: base.messages, after: messages },
    sides: { clients: String(clients), servers: String(servers), mocks: String(mocks) },
    findings: arrayOf(findings).map(String),
  };
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
