/** Reads the bodies of forms: urlencoded and multipart. */
import { MIMEType } from 'node:util';
import type { IMediaTypeContent } from '@stoplight/types';
import { closeness, isJson } from '@wallet-services/kit/media';
import { parsedWith } from '@wallet-services/kit/rounded';
import { decodedPair, type Pairs, pairsIn } from './pairs.ts';
import type { ToNumber } from './rounded.ts';
import { memberOf, membersOf, type Placed, typesOf } from './schema.ts';
import { readPairs, WrongStyle } from './styles.ts';
import { typedDeeply } from './typed.ts';

/** A member of a form that cannot be read. */
export class WrongMember extends Error {
  override readonly name = 'WrongMember';
  readonly path: readonly string[];

  constructor(path: readonly string[], message: string) {
    super(message);
    this.path = path;
  }
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** A form that was read. */
export interface Form {
  readonly value: unknown;
  /** The members that are not judged, each with the reason; their value is the text as it was sent. */
  readonly unread: ReadonlyMap<string, string>;
}

/** The description of a form, and how its numbers are converted. */
export interface FormOptions {
  readonly content: IMediaTypeContent;
  readonly placed: Placed;
  readonly toNumber: ToNumber;
}

/**
 * Reads an urlencoded form by its schema. Members that the schema does not have are kept as text, so that the schema
 * can reject them.
 *
 * @throws WrongMember when a member is not written according to `encoding`
 */
export function readUrlencoded(text: string, options: FormOptions): Form {
  const pairs = pairsIn(text);
  const names = new Set([...membersOf(options.placed), ...pairs.map(([name]) => name.replace(/\[.*/s, ''))]);
  const unread = new Map<string, string>();
  const members = [...names].map((name) => {
    const type = encodingOf(options.content, name)?.mediaType;
    const isRead = type === undefined || hasJson(type) || !typesOf(ownOf(options.placed, name)).has('object');
    if (isRead) return [name, readMember(pairs, name, options)] as const;
    const [value] = pairs.flatMap(([each, written]) => (each === name ? [decodedPair(written)] : []));
    if (value !== undefined) unread.set(name, `${type} is not read`);
    return [name, value] as const;
  });
  return { value: Object.fromEntries(members.filter(([, value]) => value !== undefined)), unread };
}

function encodingOf({ encodings = [] }: IMediaTypeContent, name: string) {
  return encodings.find(({ property }) => property === name);
}

function ownOf(placed: Placed, name: string): Placed {
  return memberOf(placed, name) ?? { schema: undefined, root: placed.root };
}

/** Whether one of several media types is JSON. */
function hasJson(types = ''): boolean {
  return types.split(',').some((type) => isJson(type));
}

function readMember(pairs: Pairs, name: string, { content, placed, toNumber }: FormOptions): unknown {
  const encoding = encodingOf(content, name);
  const own = ownOf(placed, name);
  const isDeep = pairs.some(([each]) => each.startsWith(`${name}[`));
  const style = encoding?.style ?? (isDeep ? 'deepObject' : 'form');
  const isObject = typesOf(own).has('object');
  try {
    if (hasJson(encoding?.mediaType) || (isObject && encoding === undefined && !isDeep)) {
      return jsonOf(pairs, name, toNumber);
    }
    return typedDeeply(
      readPairs(pairs, { name, style, explode: encoding?.explode ?? style === 'form', placed: own }, NO_NAMES),
      own,
      toNumber,
    );
  } catch (error) {
    if (error instanceof WrongStyle) throw new WrongMember([name], error.message);
    throw error;
  }
}

/** Parses an object as JSON, which is the default encoding (OpenAPI 3.1, Encoding Object). */
function jsonOf(pairs: Pairs, name: string, toNumber: ToNumber): unknown {
  const values = pairs.filter(([each]) => each === name).map(([, value]) => decodedPair(value));
  if (values.length === 0) return undefined;
  const parsed = values.map((value) => json(value, name, toNumber));
  return parsed.length === 1 ? parsed[0] : parsed;
}

function json(text: string, name: string, toNumber: ToNumber): unknown {
  try {
    return parsedWith(text, toNumber);
  } catch {
    throw new WrongMember([name], 'must be JSON');
  }
}

/** A part of a multipart body. */
interface Part {
  readonly name: string;
  readonly type: string | undefined;
  readonly isFile: boolean;
  readonly text: string;
}

/**
 * Reads a multipart form by its schema.
 *
 * @param bytes the body, as it was sent
 * @throws WrongMember when the boundary is missing, a part has no name, or a part that must be JSON is not
 */
export function readMultipart(bytes: Buffer, type: string, options: FormOptions): Form {
  const { content, placed, toNumber } = options;
  const boundary = new MIMEType(type).params.get('boundary');
  if (boundary === null || boundary === '') throw new WrongMember([], 'must have a boundary in its Content-Type');
  const unread = new Map<string, string>();
  const members = [...Map.groupBy(partsOf(bytes, boundary), ({ name }) => name)].map(([name, parts]) => {
    const own = ownOf(placed, name);
    const why = unreadable(parts, encodingOf(content, name), own);
    if (why !== undefined) unread.set(name, why);
    if (why !== undefined) return [name, parts[0]?.text] as const;
    const values = parts.map((part) => valueIn(part, encodingOf(content, name)?.mediaType, own, toNumber));
    const [first] = values;
    const isList = typesOf(own).has('array') && !Array.isArray(first);
    return [name, isList ? typedDeeply(values, own, toNumber) : values.length > 1 ? values : first] as const;
  });
  return { value: Object.fromEntries(members), unread };
}

/** Why the parts of a member are not read: because of how the document says that they are written. */
function unreadable(parts: readonly Part[], encoding: ReturnType<typeof encodingOf>, own: Placed): string | undefined {
  if (encoding === undefined) return undefined;
  const { style = 'form', explode, headers = [], mediaType } = encoding;
  if (style !== 'form' || explode === false) return 'a style in a multipart form is not read';
  if (headers.length > 0) return 'the headers of parts are not read';
  const types = mediaType?.split(',') ?? [];
  const isMeant = ({ type }: Part) =>
    types.length > 0 && (type === undefined || types.some((one) => closeness(one, type) > 0));
  const isRead = (part: Part) => hasJson(part.type ?? mediaType) || !isMeant(part);
  return typesOf(own).has('object') && !parts.every(isRead) ? `${mediaType} is not read` : undefined;
}

function valueIn(
  { name, type, isFile, text }: Part,
  documented: string | undefined,
  own: Placed,
  toNumber: ToNumber,
): unknown {
  if (isFile && !typesOf(own).has('object')) return text;
  const isDefault = typesOf(own).has('object') && type === undefined && documented === undefined;
  if (hasJson(type ?? documented) || isDefault) return json(text, name, toNumber);
  return typesOf(own).has('array') ? text : typedDeeply(text, own, toNumber);
}

function partsOf(bytes: Buffer, boundary: string): Part[] {
  // Latin-1 maps each byte to one character, so that indices into the text equal those into the bytes.
  const text = `\r\n${bytes.toString('latin1')}`;
  const [, ...pieces] = text.split(`\r\n--${boundary}`);
  const last = pieces.findIndex((piece) => piece.startsWith('--'));
  if (last < 0) throw new WrongMember([], `must end with --${boundary}--`);
  return pieces.slice(0, last).map((piece) => {
    const end = piece.indexOf('\r\n\r\n');
    const head = end < 0 ? piece : piece.slice(0, end);
    const disposition = /^content-disposition\s*:(.*)$/im.exec(head)?.[1] ?? '';
    const name = /;\s*name\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(disposition);
    if (name === null) throw new WrongMember([], 'has a part without a name in its Content-Disposition');
    return {
      name: utf8(name[1] ?? name[2] ?? ''),
      type: /^content-type\s*:\s*(\S[^\r\n]*)/im.exec(head)?.[1],
      isFile: /;\s*filename\*?\s*=/i.test(disposition),
      text: utf8(end < 0 ? '' : piece.slice(end + 4)),
    };
  });
}

function utf8(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString();
}
