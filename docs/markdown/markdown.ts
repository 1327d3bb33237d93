/** Parses Markdown as the repository's host does: GFM, with an anchor for each heading. */

import GithubSlugger from 'github-slugger';
import { Marked, type Token, type Tokens } from 'marked';

/** A heading of a Markdown text. */
export interface Heading {
  readonly depth: number;
  readonly text: string;
  /** The name of the heading in links, after `#`. */
  readonly anchor: string;
}

/** A part of a text, from a heading to the next one. */
export interface Section {
  readonly heading: Heading;
  /** Without markup. */
  readonly text: string;
}

/** A parsed Markdown text. */
export interface Parsed {
  readonly title: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
  /** Targets of its links, in order, as written. */
  readonly links: readonly string[];
  readonly tokens: readonly Token[];
}

const reader = new Marked({ gfm: true });

/** Parses a text. @param name title of a text that has no heading */
export function parseMarkdown(text: string, name: string): Parsed {
  const tokens = reader.lexer(text);
  const slugger = new GithubSlugger();
  const sections: { readonly heading: Heading; readonly texts: string[] }[] = [];
  const headings: Heading[] = [];
  for (const token of tokens) {
    if (isHeading(token)) {
      const written = plainText(token);
      const heading = { depth: token.depth, text: written, anchor: slugger.slug(written) };
      headings.push(heading);
      sections.push({ heading, texts: [] });
    } else {
      sections.at(-1)?.texts.push(plainText(token));
    }
  }
  return {
    title: headings[0]?.text ?? name,
    headings,
    sections: sections.map(({ heading, texts }) => ({
      heading,
      text: texts.join(' ').replaceAll(/\s+/g, ' ').trim(),
    })),
    links: linksOf(tokens),
    tokens,
  };
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}

/** The children of a token. */
function childrenOf(token: Token): readonly Token[] {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flat().flatMap(({ tokens }) => [...tokens, SPACE]);
  }
  if (token.type === 'list') return (token as Tokens.List).items;
  return ('tokens' in token ? token.tokens : undefined) ?? [];
}

const SPACE: Token = { type: 'text', raw: ' ', text: ' ' };

/** The text of a token without markup. */
function plainText(token: Token): string {
  const children = childrenOf(token);
  if (children.length > 0) return children.map(plainText).join(token.type === 'list' ? ' ' : '');
  if (token.type === 'html' || token.type === 'space' || !('text' in token)) return ' ';
  return unescaped(String(token.text));
}

/** Decodes the entities that Markdown texts of this repository use. */
function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

function linksOf(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token) => {
    const here = token.type === 'link' || token.type === 'image' ? [String((token as Tokens.Link).href)] : [];
    return [...here, ...linksOf(childrenOf(token))];
  });
}

/** A table without markup. */
export interface ReadTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Reads a table. */
export function readTable({ header, rows }: Tokens.Table): ReadTable {
  const text = (cells: readonly Tokens.TableCell[]) => cells.map(({ tokens }) => tokens.map(plainText).join(''));
  return { head: text(header), rows: rows.map(text) };
}

export function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table';
}
