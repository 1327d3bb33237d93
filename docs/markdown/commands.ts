/** Finds the commands for readers in a Markdown text. */
import type { Token, Tokens } from 'marked';
import { parseMarkdown } from './markdown.ts';

const SHELLS: readonly string[] = ['sh', 'bash', 'shell', 'console'];

/** The beginning of a command within a sentence or a table. */
const INLINE = /^(?:npm|npx|node|curl|python3|grpcurl) /;

/** A block without a language is for a shell when its first line begins like this. */
const UNLABELLED = /^(?:npm|npx|node|curl|grpcurl|\w+=)/;

/**
 * The different commands of a text in order: the lines of its shell blocks, and code in its sentences. A backslash
 * continues a line. Comments after a command, assignments and functions are left out.
 */
export function commandsOf(text: string): readonly string[] {
  const { tokens } = parseMarkdown(text, '');
  return [...new Set(all(tokens).flatMap(commandsIn))];
}

function all(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token) => [token, ...all(inner(token))]);
}

function inner(token: Token): readonly Token[] {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flat().flatMap(({ tokens }) => tokens);
  }
  if (token.type === 'list') return (token as Tokens.List).items;
  return ('tokens' in token ? token.tokens : undefined) ?? [];
}

function commandsIn(token: Token): readonly string[] {
  if (token.type === 'codespan') {
    const { text } = token as Tokens.Codespan;
    return INLINE.test(text) ? [text] : [];
  }
  if (token.type !== 'code') return [];
  const { lang = '', text } = token as Tokens.Code;
  const isShell = SHELLS.includes(lang) || (lang === '' && UNLABELLED.test(text));
  return isShell ? linesOf(text) : [];
}

function linesOf(block: string): readonly string[] {
  return block
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(?:^|\s+)# .*$/, '').trim())
    .filter((line) => line !== '' && !/^\w+(?:=|\(\) \{)/.test(line));
}
