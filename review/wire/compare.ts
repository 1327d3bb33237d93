/** Compares the protobuf files: what `buf breaking` (FILE) refuses, and what is new. */
import type { Unnamed } from '../finding.ts';
import { elementsOf, shapeOf } from './additions.ts';
import { breaking, type Complaint, compile } from './image.ts';

type Protos = ReadonlyMap<string, string>;

/** One side of the comparison. */
export interface WireSide {
  readonly label: string;
  readonly protos: Protos;
}

/**
 * Finds what a change to the protobuf files does.
 *
 * @throws ReviewError when a side does not compile
 */
export async function compareWire(base: WireSide, head: WireSide): Promise<readonly Unnamed[]> {
  if (sameText(base.protos, head.protos)) return [];
  if (head.protos.size === 0) {
    return [...base.protos.keys()].map((path) => finding(path, 'breaking', 'file-no-delete', path, 'file removed'));
  }
  const [before, after] = await Promise.all([compile(base.label, base.protos), compile(head.label, head.protos)]);
  const complaints = (await breaking(before, after)).map(broken);
  const known = new Set(elementsOf(before.bytes).map(({ name }) => name));
  const added = elementsOf(after.bytes)
    .filter(({ name }) => !known.has(name))
    // A message that is new brings its fields with it.
    .filter(({ name }) => !name.startsWith('field ') || known.has(`message ${ownerOf(name)}`))
    .filter(({ name }) => !name.startsWith('enum value ') || known.has(`enum ${ownerOf(name)}`))
    .map(({ file, name }) => finding(file, 'compatible', 'added', name, 'added'));
  const findings = [...complaints, ...added];
  if (findings.length > 0) return findings;
  const changed = [...head.protos].filter(([path, text]) => base.protos.get(path) !== text).map(([path]) => path);
  if (shapeOf(before.bytes) === shapeOf(after.bytes)) return [];
  return changed.map((path) =>
    finding(path, 'compatible', 'changed', path, 'declarations changed in a way that breaks no message'),
  );
}

function ownerOf(name: string): string {
  return name.slice(name.lastIndexOf(' ') + 1, name.lastIndexOf('.'));
}

function sameText(one: Protos, other: Protos): boolean {
  return one.size === other.size && [...one].every(([path, text]) => other.get(path) === text);
}

function broken({ path, type, message }: Complaint): Unnamed {
  const file = path === '' ? (/"([^"]+\.proto)"/.exec(message)?.[1] ?? '') : path;
  const subject = /on (message|enum|service) "([^"]+)"/.exec(message)?.[2];
  return finding(
    file,
    'breaking',
    type.toLowerCase().replaceAll('_', '-'),
    subject ?? file,
    message.replace(/\.$/, ''),
  );
}

function finding(file: string, grade: Unnamed['class'], kind: string, subject: string, change: string): Unnamed {
  return {
    area: 'wire',
    class: grade,
    service: file.split('/')[0] ?? '',
    direction: null,
    subject,
    member: '',
    kind,
    change,
    before: null,
    after: null,
    affected:
      grade === 'breaking'
        ? { clients: 'that were compiled before no longer fit', servers: 'that were compiled before no longer fit' }
        : { servers: 'have to know it' },
    places: [{ operation: '', where: file, member: '' }],
    corrected: null,
  };
}
