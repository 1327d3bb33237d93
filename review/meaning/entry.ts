/** Rules and open questions in the documents and in the ledger. */
import { arrayOf, isObject, type JsonObject, objectOf } from '../json.ts';
import { carriersOf, componentPlace, EVERYWHERE, operationPlace, type Place, type Renames, rpcPlace } from './place.ts';

/** A rule or a question at one place. */
export interface Entry {
  readonly id: string;
  readonly service: string;
  readonly place: Place;
  readonly text: string;
  /** Empty for a question. */
  readonly level: string;
  /** Its options in its family; empty in the ledger, and for a rule without declared behaviour. */
  readonly aspect: string;
  /** Whether it belongs to declared behaviour. */
  readonly isDeclared: boolean;
  readonly source: string;
}

/** Entries by key: service, id and place. */
export type Entries = ReadonlyMap<string, Entry>;

/** The key of an entry. */
export function keyOf({ service, id, place }: Entry): string {
  return [service, id, place.label].join('\n');
}

/** Entries by their keys; the first one of equal keys. */
export function keyed(entries: readonly Entry[]): Entries {
  return new Map(entries.toReversed().map((entry) => [keyOf(entry), entry]));
}

/** Reads an entry at a place of a document; undefined when it is invalid. */
export function entryAt(node: unknown, service: string, place: Place): Entry | undefined {
  if (!isObject(node) || typeof node['id'] !== 'string') return undefined;
  const { rpc, subject } = node;
  const own = typeof rpc === 'string' ? rpcPlace(rpc) : typeof subject === 'string' ? subjectPlace(subject) : place;
  return entryOf(node, service, own);
}

function subjectPlace(subject: string): Place {
  return { label: subject, shown: subject };
}

/** Reads the members of an entry. */
function entryOf(line: JsonObject, service: string, place: Place): Entry {
  const text = (name: string) => (typeof line[name] === 'string' ? line[name] : '');
  const [level, aspect, source] = [text('level'), text('aspect'), text('source')];
  const isDeclared = aspect !== '' || text('family') !== '';
  return { id: String(line['id']), service, place, text: text('text'), level, aspect, isDeclared, source };
}

/** The entries in an extension of a document, and those of its declared behaviour. */
export function writtenIn(
  document: JsonObject,
  extension: 'x-rules' | 'x-unspecified',
  service: string,
  renames: Renames,
): readonly Entry[] {
  const direct = [...carriersOf(document, extension, renames)].flatMap(({ value, place }) =>
    arrayOf(value).flatMap((node) => entryAt(node, service, place) ?? []),
  );
  if (extension !== 'x-rules') return direct;
  const declared = [...carriersOf(document, 'x-behaviour', renames)].flatMap(({ value, place }) =>
    arrayOf(value).flatMap((node) =>
      arrayOf(objectOf(node)['rules']).flatMap((rule) => entryAt(rule, service, place) ?? []),
    ),
  );
  return [...direct, ...declared];
}

/**
 * Reads a line of the ledger.
 *
 * @param title title of the service's document, which the ledger uses for a question about the whole service
 */
export function lineOf(line: JsonObject, title: string, renames: Renames): Entry {
  const { operation, subject, service } = line;
  const own =
    typeof operation === 'string' && operation !== ''
      ? operation.includes('/')
        ? rpcPlace(operation)
        : operationPlace(operation, renames)
      : typeof subject === 'string' && subject !== title
        ? componentPlace(subject, renames)
        : EVERYWHERE;
  return entryOf(line, typeof service === 'string' ? service : '', own);
}
