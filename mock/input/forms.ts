/** Reads the bodies of forms: urlencoded and multipart. */
import { MIMEType } from 'node:util';
import type { IMediaTypeContent } from '@stoplight/types';
import { decodedPair, type Pairs, pairsIn } from './pairs.ts';
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

/**
 * Reads an urlencoded form by its schema. Members that the schema does not have are kept as text, so that the schema
 * can reject them.
 *
 * @throws WrongMember when a member is not written according to `encoding`
 */
export function readUrlencoded(text: string, content: IMediaTypeContent, placed: Placed): unknown {
  const pairs = pairsIn(text);
  const names = new Set(pairs.map(([name]) => name.replace(/\[.*/s, '')));
  const form: Record<string, unknown> = {};
  for (const name of new Set([...membersOf(placed), ...names])) {
    const value = readMember(pairs, name, content, placed);
    if (value !== undefined) form[name] = value;
  }
  return form;
}

function readMember(pairs: Pairs, name: string, content: IMediaTypeContent, placed: Placed): unknown {
  const encoding = content.encodings?.find(({ property }) => property === name);
  const own = memberOf(placed, name) ?? { schema: undefined, root: placed.root };
  const isDeep = pairs.some(([each]) => each.startsWith(`${name}[`));
  const isJson = encoding?.mediaType !== undefined && /[/+]json\b/i.test(encoding.mediaType);
  const style = encoding?.style ?? (isDeep ? 'deepObject' : 'form');
  const isObject = typesOf(own).has('object');
  try {
    if (isJson || (isObject && encoding === undefined && !isDeep)) return jsonOf(pairs, name);
    return typedDeeply(
      readPairs(pairs, { name, style, explode: encoding?.explode ?? style === 'form', placed: own }, NO_NAMES),
      own,
    );
  } catch (error) {
    if (error instanceof WrongStyle) throw new WrongMember([name], error.message);
    throw error;
  }
}

/** Parses an object as JSON, which is the default encoding (OpenAPI 3.1, Encoding Object). */
function jsonOf(pairs: Pairs, name: string): unknown {
  const values = pairs.filter(([each]) => each === name).map(([, value]) => decodedPair(value));
  if (values.length === 0) return undefined;
  const parsed = values.map((value) => json(value, name));
  return parsed.length === 1 ? parsed[0] : parsed;
}

function json(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
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
export function readMultipart(bytes: Buffer, type: string, content: IMediaTypeContent, placed: Placed): unknown {
  const boundary = new MIMEType(type).params.get('boundary');
  if (boundary === null || boundary === '') throw new WrongMember([], 'must have a boundary in its Content-Type');
  const form: Record<string, unknown> = {};
  for (const [name, parts] of Map.groupBy(partsOf(bytes, boundary), (part) => part.name)) {
    const own = memberOf(placed, name) ?? { schema: undefined, root: placed.root };
    const encoding = content.encodings?.find(({ property }) => property === name);
    const values = parts.map((part) => valueIn(part, encoding?.mediaType, own));
    const [first] = values;
    form[name] =
      typesOf(own).has('array') && !Array.isArray(first)
        ? typedDeeply(values, own)
        : values.length > 1
          ? values
          : first;
  }
  return form;
}

function valueIn({ name, type, isFile, text }: Part, documented: string | undefined, own: Placed): unknown {
  if (isFile && !typesOf(own).has('object')) return text;
  const isJson = /[/+]json\b/i.test(type ?? documented ?? '');
  if (isJson || (typesOf(own).has('object') && type === undefined && documented === undefined)) return json(text, name);
  return typesOf(own).has('array') ? text : typedDeeply(text, own);
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
