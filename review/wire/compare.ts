/** Compares the protobuf files: what `buf breaking` (FILE) refuses, what is new, and the options. */
import type { Effect, Unnamed } from '../finding.ts';
import { type Element, elementsOf } from './elements.ts';
import { breaking, type Complaint, compile } from './image.ts';
import { JUDGED_HERE, judgeOption } from './options.ts';

type Protos = ReadonlyMap<string, string>;

/** One side of the comparison. */
export interface WireSide {
  readonly label: string;
  readonly protos: Protos;
}

const NOT_CONCERNED: Effect = { class: 'none', how: '' };
const COMPILED: Effect = { class: 'breaking', how: 'that were compiled before no longer work' };

/**
 * Finds what a change to the protobuf files does.
 *
 * @throws ReviewError when a side does not compile
 */
export async function compareWire(base: WireSide, head: WireSide): Promise<readonly Unnamed[]> {
  if (sameText(base.protos, head.protos)) return [];
  if (head.protos.size === 0) {
    return [...base.protos.keys()].map((path) => finding(path, path, 'file-no-delete', 'file removed', GONE));
  }
  const [before, after] = await Promise.all([compile(base.label, base.protos), compile(head.label, head.protos)]);
  const complaints = (await breaking(before, after)).filter(({ type }) => !JUDGED_HERE.test(type));
  const [known, now] = [elementsOf(before.bytes), elementsOf(after.bytes)];
  const broken = new Set(complaints.map(fileOf));
  return [
    ...complaints.map(complained),
    ...[...now.values()].filter((element) => isNew(element, known)).map(added),
    ...[...now.values()].flatMap((element) => {
      const earlier = known.get(element.name);
      return earlier === undefined ? [] : [...options(earlier, element), ...shaped(earlier, element, broken)];
    }),
  ];
}

function sameText(one: Protos, other: Protos): boolean {
  return one.size === other.size && [...one].every(([path, text]) => other.get(path) === text);
}

/** What is new brings what it holds with it. */
function isNew({ name }: Element, known: ReadonlyMap<string, Element>): boolean {
  if (known.has(name) || name.startsWith('file ')) return false;
  const owner = name.slice(name.lastIndexOf(' ') + 1).replace(/[./][^./]*$/, '');
  if (name.startsWith('field ')) return known.has(`message ${owner}`);
  if (name.startsWith('enum value ')) return known.has(`enum ${owner}`);
  return name.startsWith('method ') ? known.has(`service ${owner}`) : true;
}

function added({ file, name }: Element): Unnamed {
  const offered = /^(method|service) /.test(name);
  const value = name.startsWith('enum value ');
  return finding(file, name, 'added', 'added', {
    clients: { class: 'compatible', how: value ? 'may get a number that they do not know' : 'may use it' },
    servers: { class: 'compatible', how: offered ? 'have to offer it' : 'have to know it' },
  });
}

function options(before: Element, after: Element): readonly Unnamed[] {
  return [...new Set([...before.options.keys(), ...after.options.keys()])].flatMap((name) => {
    const [old, now] = [before.options.get(name), after.options.get(name)];
    const judged = judgeOption(name, old, now);
    if (judged === undefined) return [];
    const { kind, change, clients, servers } = judged;
    const shown = finding(after.file, after.name, kind, change, { clients, servers });
    return [kind === 'option-changed' ? { ...shown, before: old ?? null, after: now ?? null } : shown];
  });
}

/** What is sent otherwise, and buf says nothing: nobody has judged it. */
function shaped(before: Element, after: Element, broken: ReadonlySet<string>): readonly Unnamed[] {
  if (before.shape === after.shape || broken.has(after.file)) return [];
  const unknown: Effect = { class: 'unclear', how: 'the report cannot tell: compare both' };
  const effects = { clients: unknown, servers: unknown };
  const shown = finding(after.file, after.name, 'changed', 'declaration changed', effects);
  return [{ ...shown, before: before.shape, after: after.shape }];
}

function fileOf({ path, message }: Complaint): string {
  return path === '' ? (/"([^"]+\.proto)"/.exec(message)?.[1] ?? '') : path;
}

const GONE = {
  clients: { class: 'breaking', how: 'calls to it fail' },
  servers: { class: 'compatible', how: 'may drop it' },
} as const;

const REWRITTEN = {
  clients: { class: 'documentation', how: 'generating code needs a compiler that supports editions' },
  servers: { class: 'documentation', how: 'generating code needs a compiler that supports editions' },
} as const;

/** An edition says in options what a syntax implied; what it says otherwise is complained of by itself. */
function isSyntax({ type, message }: Complaint): boolean {
  return type === 'FILE_SAME_SYNTAX' && message.includes('"editions"');
}

function complained(complaint: Complaint): Unnamed {
  const { type, message } = complaint;
  const file = fileOf(complaint);
  const subject = /on (message|enum|service) "([^"]+)"/.exec(message)?.[2] ?? file;
  const gone = /^(RPC|SERVICE|FILE|PACKAGE_SERVICE)_NO_DELETE$/.test(type);
  const kind = type.toLowerCase().replaceAll('_', '-');
  const effects = gone ? GONE : isSyntax(complaint) ? REWRITTEN : { clients: COMPILED, servers: COMPILED };
  return finding(file, subject, kind, message.replace(/\.$/, ''), effects);
}

function finding(
  file: string,
  subject: string,
  kind: string,
  change: string,
  { clients, servers }: { readonly clients: Effect; readonly servers: Effect },
): Unnamed {
  return {
    area: 'wire',
    sides: { clients, servers, mocks: NOT_CONCERNED },
    service: file.split('/')[0] ?? '',
    direction: null,
    subject,
    member: '',
    kind,
    change,
    before: null,
    after: null,
    places: [{ operation: '', where: file, member: '' }],
    corrected: null,
    request: null,
  };
}
