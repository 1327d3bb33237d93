/** Draws Mermaid diagrams without a browser, in the colours of the page. */
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
 * @param name unique on its page, because diagrams on a page share the ids of their parts
 */
export function diagram(source: string, name: string): Html {
  const svg = renderMermaidSVG(source, { ...COLOURS, transparent: true });
  return new Html(
    svg
      // The import would load a font.
      .replaceAll(/^\s*@import [^\n]*\n/gm, '')
      .replaceAll("'Inter', ", '')
      .replaceAll(/^( {2})(text|svg|\.mono) \{/gm, `$1#${name} $2 {`)
      .replaceAll(`#${name} svg {`, `#${name} {`)
      .replaceAll(/ id="([^"]+)"/g, ` id="${name}-$1"`)
      .replaceAll(/url\(#([^)]+)\)/g, `url(#${name}-$1)`)
      .replace('<svg ', `<svg id="${name}" `),
  );
}

/** Text for a diagram: characters with a meaning in Mermaid become spaces. */
export function plain(text: string): string {
  return text
    .replaceAll(/[;#<>"\n{}|]+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}
