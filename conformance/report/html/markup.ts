/** Markup that is safe by construction: texts are escaped, and markup consists of elements only. */
import { escapeHtml } from '@wallet-services/kit/html';

/** Markup, as opposed to text. */
export class Markup {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type Child = Markup | string | null;

type Attributes = Readonly<Record<string, string | true>>;

/** A text as markup that shows it. Control characters, which broken servers may send, are shown as a sign. */
function escaped(text: string): string {
  const visible = text.replaceAll(/[^\t\n\r\u{20}-\u{7e}\u{a0}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '�');
  return escapeHtml(visible);
}

/** An element with its children; absent ones are left out. */
export function h(name: string, attributes: Attributes = {}, ...children: readonly Child[]): Markup {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === true ? ` ${key}` : ` ${key}="${escaped(value)}"`,
  );
  const inner = children.map((child) =>
    child === null ? '' : typeof child === 'string' ? escaped(child) : child.source,
  );
  return new Markup(`<${name}${written.join('')}>${inner.join('')}</${name}>`);
}

/** An element that has no end tag. */
export function empty(name: string, attributes: Attributes): Markup {
  return new Markup(h(name, attributes).source.replace(`</${name}>`, ''));
}

/** Several pieces as one. */
export function all(...pieces: readonly Child[]): Markup {
  return new Markup(h('i', {}, ...pieces).source.slice('<i>'.length, -'</i>'.length));
}

/** A table in a region that scrolls by itself. @param rows with their own cells */
export function table(
  { label, caption, board = false }: { readonly label: string; readonly caption: string; readonly board?: boolean },
  head: readonly string[],
  rows: readonly Markup[],
): Markup {
  const columns = head.map((name) => h('th', { scope: 'col' }, name));
  const parts = [
    h('caption', {}, h('span', {}, caption)),
    h('thead', {}, h('tr', {}, ...columns)),
    h('tbody', {}, ...rows),
  ];
  const className = board ? 'scroll board' : 'scroll';
  return h('div', { class: className, tabindex: '0', role: 'region', 'aria-label': label }, h('table', {}, ...parts));
}
