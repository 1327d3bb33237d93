/** Diagrams in the language of Mermaid, drawn without a browser, in the colours of the page. */
import { Html } from '@wallet-services/kit/html';
import { renderMermaidSVG } from 'beautiful-mermaid';

const COLOURS = {
  bg: 'var(--page)',
  fg: 'var(--text)',
  line: 'var(--edge)',
  accent: 'var(--accent)',
  muted: 'var(--text)',
  surface: 'var(--soft)',
  border: 'var(--edge)',
} as const;

/**
 * Draws a diagram.
 *
 * @param name unique on its page: pictures of one page share the names of their parts
 */
export function diagram(source: string, name: string): Html {
  const svg = renderMermaidSVG(source, { ...COLOURS, transparent: true });
  return new Html(
    svg
      // It would fetch a font.
      .replaceAll(/^\s*@import [^\n]*\n/gm, '')
      .replaceAll("'Inter', ", '')
      .replaceAll(/^( {2})(text|svg|\.mono) \{/gm, `$1#${name} $2 {`)
      .replaceAll(`#${name} svg {`, `#${name} {`)
      .replaceAll(/ id="([^"]+)"/g, ` id="${name}-$1"`)
      .replaceAll(/url\(#([^)]+)\)/g, `url(#${name}-$1)`)
      .replace('<svg ', `<svg id="${name}" `),
  );
}

/** A text as a diagram may hold it: what means something to the language becomes a space. */
export function plain(text: string): string {
  return text
    .replaceAll(/[;#<>"\n{}|]+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}
