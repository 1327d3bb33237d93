/** The list of contents: the parts of the page, and the services of the longest part. */
import { h, type Markup } from './markup.ts';

const HEADING = /<h[23] id="([^"]+)">([^<]+)<\/h[23]>/g;

/** Links to all headings with an id in some parts of the page. */
export function contents(parts: readonly (Markup | null)[]): Markup {
  const headings = [
    ...parts
      .map((part) => part?.source ?? '')
      .join('')
      .matchAll(HEADING),
  ];
  const links = headings.map(([, id = '', title = '']) => h('li', {}, h('a', { href: `#${id}` }, title)));
  return h('nav', { 'aria-label': 'Contents', class: 'contents' }, h('ul', {}, ...links));
}
