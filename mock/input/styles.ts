/** Parses parameters by the styles of OpenAPI 3.1 ("Style Values"). */
import { decoded } from '@wallet-services/kit/decoded';
import { decodedPair, type Pairs } from './pairs.ts';
import { hasOpenMembers, membersOf, type Placed, typesOf } from './schema.ts';

/** A parameter that is not written in its style; the message continues after its name. */
export class WrongStyle extends Error {
  override readonly name = 'WrongStyle';
}

/** The properties of a parameter that determine how it is read. */
export interface Styled {
  readonly name: string;
  readonly style: string;
  readonly explode: boolean;
  readonly placed: Placed;
  /** An object that is spread over the query is empty, and not absent, if it is required. */
  readonly required?: boolean | undefined;
}

type Shape = 'array' | 'object' | 'one';

/** Whether an object's members are parameters of their own. */
export function isSpread({ style, explode, placed }: Styled): boolean {
  return style === 'form' && explode && shapeOf(placed) === 'object';
}

function shapeOf(placed: Placed): Shape {
  const types = typesOf(placed);
  return types.has('array') ? 'array' : types.has('object') ? 'object' : 'one';
}

function split(text: string, by: string | RegExp, decode = decoded): string[] {
  return text === '' ? [] : text.split(by).map(decode);
}

const SEPARATORS: Readonly<Record<string, string | RegExp>> = {
  form: /,|%2C/i,
  spaceDelimited: /%20|\+| /,
  pipeDelimited: /\||%7C/i,
  tabDelimited: /%09|\t/,
};

/**
 * Reads a parameter of the query, or a member of a form, as text or as lists and objects of text.
 *
 * @param others names of other parameters, which are not members of an object that is spread over the query
 * @returns undefined when it is absent
 * @throws WrongStyle when it is present but not written in its style
 */
export function readPairs(pairs: Pairs, styled: Styled, others: ReadonlySet<string>): unknown {
  const { name, style, explode, placed } = styled;
  const shape = shapeOf(placed);
  if (style === 'deepObject') return readDeepObject(pairs, name);
  if (isSpread(styled)) return readSpread(pairs, styled, others);
  const values = pairs.filter(([each]) => each === name).map(([, value]) => value);
  const [first] = values;
  if (first === undefined) return undefined;
  if (shape === 'array' && explode) return values.map(decodedPair);
  if (values.length > 1) throw new WrongStyle('must not be given more than once');
  if (shape === 'one') return decodedPair(first);
  const parts = split(first, SEPARATORS[style] ?? ',', decodedPair);
  return shape === 'array' ? parts : ofTurns(parts);
}

function readSpread(pairs: Pairs, { name: whole, placed, required }: Styled, others: ReadonlySet<string>): unknown {
  const members = membersOf(placed);
  const isOpen = hasOpenMembers(placed);
  const own = pairs.filter(([name]) => members.has(name) || (isOpen && (name === whole || !others.has(name))));
  const isEmpty = own.length === 0 && required === true && !pairs.some(([name]) => name === whole);
  return own.length === 0 && !isEmpty ? undefined : gathered(own.map(([name, value]) => [[name], decodedPair(value)]));
}

/** Reads `filter[name]=x&filter[tags][0]=y` with any members, so that the schema can reject some. */
function readDeepObject(pairs: Pairs, parameter: string): unknown {
  const own = pairs.flatMap(([name, value]) => {
    const [, head = '', tail = ''] = /^([^[]*)((?:\[[^\]]*\])+)$/.exec(name) ?? [];
    return head === parameter ? [[[...tail.slice(1, -1).split('][')], decodedPair(value)] as const] : [];
  });
  if (own.length === 0 && pairs.some(([name]) => name === parameter)) {
    throw new WrongStyle(`must be written as ${parameter}[member]=value`);
  }
  return own.length === 0 ? undefined : gathered(own);
}

type Tree = { [name: string]: Tree | string | string[] };

/** Builds lists and objects from values by path; a repeated name, and numbers as names, make a list. */
function gathered(entries: readonly (readonly [readonly string[], string])[]): unknown {
  const root: Tree = Object.create(null) as Tree;
  for (const [path, value] of entries) {
    let node = root;
    for (const segment of path.slice(0, -1)) {
      const next = node[segment];
      if (typeof next === 'object' && !Array.isArray(next)) node = next;
      else {
        const made: Tree = Object.create(null) as Tree;
        node[segment] = made;
        node = made;
      }
    }
    const last = path.at(-1) ?? '';
    const before = node[last];
    node[last] = typeof before === 'string' ? [before, value] : Array.isArray(before) ? [...before, value] : value;
  }
  return listed(root);
}

function listed(value: Tree | string | string[]): unknown {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const names = Object.keys(value);
  const entries = Object.entries(value).map(([name, each]) => [name, listed(each)] as const);
  const isList = names.length > 0 && names.every((name) => /^\d*$/.test(name));
  return isList ? entries.flatMap(([name, each]) => (name === '' ? each : [each])) : Object.fromEntries(entries);
}

/** Reads `a,1,b,2`. */
function ofTurns(parts: readonly string[]): Record<string, string> {
  if (parts.length % 2 === 1) throw new WrongStyle('must be names and values in turn: name,value,name,value');
  return Object.fromEntries(parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1] ?? '']] : [])));
}

/** Reads `a=1,b=2`. */
function ofPairs(text: string, separator: string): Record<string, string> {
  return Object.fromEntries(
    split(text, separator).map((pair) => {
      const sign = pair.indexOf('=');
      if (sign < 0) throw new WrongStyle(`must be name=value${separator}name=value`);
      return [pair.slice(0, sign), pair.slice(sign + 1)];
    }),
  );
}

/**
 * Reads a parameter in a path or a header.
 *
 * @param text the text as sent, still encoded
 * @throws WrongStyle when it is not written in its style
 */
export function readText(text: string, { name, style, explode, placed }: Styled): unknown {
  const shape = shapeOf(placed);
  if (style === 'label') {
    if (!text.startsWith('.')) throw new WrongStyle('must begin with a dot (style label)');
    return inShape(text.slice(1), shape, explode ? '.' : ',', explode);
  }
  if (style === 'matrix') return readMatrix(text, name, shape, explode);
  return inShape(text, shape, ',', explode);
}

function inShape(text: string, shape: Shape, separator: string, explode: boolean): unknown {
  if (shape === 'one') return decoded(text);
  if (shape === 'array') return split(text, separator).map((part) => part.trim());
  return explode ? ofPairs(text, separator) : ofTurns(split(text, ','));
}

function readMatrix(text: string, name: string, shape: Shape, explode: boolean): unknown {
  const example = `must be written as ;${name}=value (style matrix)`;
  if (!text.startsWith(';')) throw new WrongStyle(example);
  if (shape === 'object' && explode) return ofPairs(text.slice(1), ';');
  const values = text
    .slice(1)
    .split(';')
    .map((part) => {
      if (!part.startsWith(`${name}=`)) throw new WrongStyle(example);
      return part.slice(name.length + 1);
    });
  if (shape === 'array' && explode) return values.map(decoded);
  return inShape(values[0] ?? '', shape, ',', false);
}
