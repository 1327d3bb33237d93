/** Finds the line of a pointer in YAML text by the indentation of its lines. */

interface Block {
  /** Index of its first line. */
  readonly at: number;
  /** Index of the first line that may contain a member. */
  readonly from: number;
  /** Index of the first line after it. */
  readonly end: number;
  /** Indentation of its members; those of a list item begin after its dash. */
  readonly indent: number;
  /** Computed when it is needed. */
  members?: ReadonlyMap<string, Block>;
}

interface Text {
  readonly lines: readonly string[];
  /** The indentation of each line; -1 for an empty line or a comment. */
  readonly indents: Int32Array;
  readonly root: Block;
}

const DASH = /^-(\s|$)/;
const KEY = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#"'[{][^#]*?))\s*:(?:\s|$)/;

const texts = new Map<string, Text>();
/** Number of cached texts: both sides of a comparison with a few of their files. */
const MOST_TEXTS = 8;

function textOf(text: string): Text {
  const known = texts.get(text);
  if (known !== undefined) return known;
  if (texts.size >= MOST_TEXTS) texts.clear();
  const lines = text.split('\n');
  const indents = Int32Array.from(lines, (line) => {
    const own = line.trimStart();
    return own === '' || own.startsWith('#') || own.startsWith('---') ? -1 : line.length - own.length;
  });
  const read = { lines, indents, root: { at: 0, from: 0, end: lines.length, indent: 0 } };
  texts.set(text, read);
  return read;
}

/**
 * The line of a pointer, counted from 1; for a value in flow style (`{ a: 1 }`) the line where that begins.
 */
export function lineInYaml(text: string, segments: readonly string[]): number | null {
  const read = textOf(text);
  let block = read.root;
  for (const segment of segments) {
    block.members ??= membersOf(read, block);
    const inner = block.members.get(segment);
    if (inner === undefined) break;
    block = inner;
  }
  return segments.length > 0 && block === read.root ? null : block.at + 1;
}

function membersOf(text: Text, { at, from, end, indent }: Block): ReadonlyMap<string, Block> {
  const { lines, indents } = text;
  const starts: { readonly name: string; readonly at: number; readonly indent: number; readonly isItem: boolean }[] =
    [];
  let count = 0;
  for (let line = from; line < end; line += 1) {
    const own = indents[line] ?? -1;
    // The first member of an item follows its dash.
    const isBehindDash = line === at && own < indent && own !== -1;
    if (own !== indent && !isBehindDash) continue;
    const written = (lines[line] ?? '').slice(indent);
    if (DASH.test(written)) {
      const inner = written.slice(1);
      const behind = indent + 1 + (inner.length - inner.trimStart().length);
      starts.push({ name: String(count), at: line, indent: behind, isItem: true });
      count += 1;
    } else {
      const [, double, single, plain] = KEY.exec(written) ?? [];
      const name = double ?? single?.replaceAll("''", "'") ?? plain;
      if (name !== undefined) starts.push({ name, at: line, indent, isItem: false });
    }
  }
  // Items with the same indentation as the member that contains their list belong to that member.
  const own = starts.some(({ isItem }) => !isItem) ? starts.filter(({ isItem }) => !isItem) : starts;
  return new Map(
    own.map((start, index) => {
      const next = own[index + 1]?.at ?? end;
      const inside = start.isItem ? start.indent : indentBehind(indents, start.at, next);
      return [start.name, { at: start.at, from: start.isItem ? start.at : start.at + 1, end: next, indent: inside }];
    }),
  );
}

function indentBehind(indents: Int32Array, at: number, end: number): number {
  for (let line = at + 1; line < end; line += 1) {
    const own = indents[line] ?? -1;
    if (own !== -1) return own;
  }
  return Infinity;
}
