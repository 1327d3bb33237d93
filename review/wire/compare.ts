/** Compares the protobuf files: findings of `buf breaking` (FILE), additions, and options. */
import type { Effect, Unnamed } from '../finding.ts';
import { type Element, elementsOf, type IsOwn, importedOnly } from './elements.ts';
import { breaking, type Complaint, compile, type Image } from './image.ts';
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
 * Finds the effects of a change to the protobuf files.
 *
 * @param imports whether files that others only import are compared too
 * @throws UsageError when a side does not compile
 */
export async function compareWire(
  base: WireSide,
  head: WireSide,
  { imports = true }: { readonly imports?: boolean } = {},
): Promise<readonly Unnamed[]> {
  if (sameText(base.protos, head.protos)) return [];
  if (head.protos.size === 0) {
    return protosIn(base).map((path) => finding(path, path, 'file-no-delete', 'file removed', GONE));
  }
  const [before, after] = await Promise.all([compile(base.label, base.protos), compile(head.label, head.protos)]);
  const own = ownFiles([base, head], imports ? [] : [before, after]);
  const complaints = (await breaking(before, after)).filter(
    (complaint) => !JUDGED_HERE.test(complaint.type) && own(fileOf(complaint)),
  );
  const [known, now] = [elementsOf(before.bytes, own), elementsOf(after.bytes, own)];
  return [
    ...complaints.map(complained),
    ...[...now.values()].filter((element) => isNew(element, known)).map(added),
    ...[...known.values()].filter((element) => isLost(element, known, now, complaints)).map(lost),
    ...[...now.values()].flatMap((element) => {
      const earlier = known.get(element.name);
      return earlier === undefined ? [] : [...options(earlier, element), ...shaped(earlier, element, complaints)];
    }),
  ];
}

function protosIn({ protos }: WireSide): readonly string[] {
  return [...protos.keys()].filter((path) => path.endsWith('.proto'));
}

/**
 * Selects the files to compare: the given ones without those of the compiler or a registry.
 *
 * @param images the compiled states, without files that others only import
 */
function ownFiles(given: readonly WireSide[], images: readonly Image[]): IsOwn {
  const paths = [...new Set(given.flatMap(protosIn))];
  const only = importedOnly(images.map(({ bytes }) => bytes));
  // In a module of buf, files have paths relative to the module.
  return (path) => !only.has(path) && paths.some((one) => one === path || one.endsWith(`/${path}`));
}

function sameText(one: Protos, other: Protos): boolean {
  return one.size === other.size && [...one].every(([path, text]) => other.get(path) === text);
}

/** An added element includes its children. */
function isNew({ name }: Element, known: ReadonlyMap<string, Element>): boolean {
  if (known.has(name) || name.startsWith('file ')) return false;
  const owner = name.slice(name.lastIndexOf(' ') + 1).replace(/[./][^./]*$/, '');
  // The fields of a oneof are reported.
  if (name.startsWith('oneof ')) return false;
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
    return [kind.startsWith('option') ? { ...shown, before: old ?? null, after: now ?? null } : shown];
  });
}

const UNKNOWN: Effect = { class: 'unclear', how: 'the report cannot tell: compare both' };

/** A changed declaration that buf does not report. */
function shaped(before: Element, after: Element, complaints: readonly Complaint[]): readonly Unnamed[] {
  if (before.shape === after.shape || isClaimed(before, complaints)) return [];
  const effects = { clients: UNKNOWN, servers: UNKNOWN };
  const shown = finding(after.file, after.name, 'changed', 'declaration changed', effects);
  return [{ ...shown, before: before.shape, after: after.shape }];
}

/** Whether something was removed, and neither buf reports it nor its parent was removed too. */
function isLost(
  element: Element,
  known: ReadonlyMap<string, Element>,
  now: ReadonlyMap<string, Element>,
  complaints: readonly Complaint[],
): boolean {
  if (now.has(element.name) || isClaimed(element, complaints)) return false;
  return ![...known.values()].some((owner) => !now.has(owner.name) && owner !== element && holds(owner, element));
}

function holds(owner: Element, { name, file }: Element): boolean {
  if (owner.name === `file ${file}`) return true;
  const [outer, inner] = [owner.name, name].map((one) => one.slice(one.lastIndexOf(' ') + 1));
  return inner !== undefined && outer !== undefined && (inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}/`));
}

function lost({ file, name, shape }: Element): Unnamed {
  return { ...finding(file, name, 'removed', 'removed', { clients: UNKNOWN, servers: UNKNOWN }), before: shape };
}

/** Prefixes of buf's rules for each kind of element. */
const RULES: Readonly<Record<string, RegExp>> = {
  file: /^(FILE|PACKAGE)_/,
  message: /^(MESSAGE|EXTENSION_MESSAGE|RESERVED_MESSAGE)_/,
  field: /^(FIELD|MESSAGE_SAME_REQUIRED_FIELDS)/,
  oneof: /^(ONEOF|FIELD_SAME_(ONEOF|CARDINALITY))/,
  enum: /^(ENUM|RESERVED_ENUM)_/,
  value: /^ENUM_VALUE_/,
  service: /^(SERVICE|PACKAGE_SERVICE)_/,
  method: /^RPC_/,
  extension: /^(EXTENSION|FIELD)_/,
};

/** Whether buf reports an element, or its whole file. */
function isClaimed({ name, file, shape }: Element, complaints: readonly Complaint[]): boolean {
  const [, kind = '', path = ''] = /^(?:enum )?(\w+) (.*)$/.exec(name) ?? [];
  const short = path.replace(/^.*[./]/, '');
  const owner = path.slice(0, -short.length - 1);
  const names = new Set([path, short, kind === 'value' ? shape : path]);
  return complaints.some((complaint) => {
    const { type, message } = complaint;
    if (fileOf(complaint) !== file) return false;
    if (type === 'FILE_SAME_PACKAGE' || type === 'FILE_NO_DELETE') return true;
    if (RULES[kind]?.test(type) !== true) return false;
    const quoted = [...message.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text);
    const isOwn = kind === 'message' || kind === 'enum' || kind === 'service' || kind === 'extension';
    return (
      kind === 'file' ||
      (quoted.some((text) => names.has(text) || path.endsWith(`.${text}`)) &&
        (isOwn || quoted.some((text) => owner === text || owner.endsWith(`.${text}`))))
    );
  });
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

/** An edition expresses in options what a syntax implied; a difference in them is reported separately. */
function isSyntax({ type, message }: Complaint): boolean {
  return type === 'FILE_SAME_SYNTAX' && message.includes('"editions"');
}

function complained(complaint: Complaint): Unnamed {
  const { type, message } = complaint;
  const file = fileOf(complaint);
  const subject = /on (message|enum|service) "([^"]+)"/.exec(message)?.[2] ?? file;
  const member =
    subject === file ? '' : (NAMED.map((one) => one.exec(message)?.[1]).find((one) => one !== undefined) ?? '');
  const gone = /^(RPC|SERVICE|FILE|PACKAGE_SERVICE)_NO_DELETE$/.test(type);
  const kind = type.toLowerCase().replaceAll('_', '-');
  const effects = gone ? GONE : isSyntax(complaint) ? REWRITTEN : { clients: COMPILED, servers: COMPILED };
  return { ...finding(file, subject, kind, message.replace(/\.$/, ''), effects), member };
}

/** Patterns for the names in buf's messages. */
const NAMED = [/with name "([^"]+)"/, /(?:field|RPC|[Ee]num value|oneof) "([^"]+)"/];

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
