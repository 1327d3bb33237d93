/** The guides, and the files of the repository that they link to. */
import { Html, html } from '@wallet-services/kit/html';
import { markdownHtml } from '../markdown/markdown.ts';
import { isExternal, relativeLink } from '../markdown/place.ts';
import { type ChartOf, chartsOf } from '../pictures/charts.ts';
import { type Guide, type Library, type LinkedFile, siteOf, topics } from '../read/guides.ts';
import type { Entry, Page } from './page.ts';

/** Where the list of guides is. */
const GUIDES = 'guides/index.html';

/** The list of guides. */
export function guidesIndex({ guides }: Library): Page {
  const listed: readonly string[] = topics.flatMap(({ files }) => files);
  const others = [...guides.keys()].filter((file) => !listed.includes(file)).sort();
  const shown = topics.map(({ id, title, files }) => ({
    id,
    title,
    files: id === 'more' ? [...files, ...others] : files,
  }));
  const body = html`<h1>Guides</h1>
${shown.map(
  ({ id, title, files }) => html`<h2 id="${id}">${title}</h2>
<ul>
${files.flatMap((file) => {
  const guide = guides.get(file);
  if (guide === undefined) return [];
  return [
    html`<li><a href="${relativeLink(GUIDES, guide.page)}">${guide.parsed.title}</a> <code class="aside">${file}</code></li>\n`,
  ];
})}</ul>
`,
)}`;
  return { path: GUIDES, title: 'Guides', body };
}

/** The page of a guide. */
export function guidePageOf(guide: Guide, library: Library, charts: readonly ChartOf[]): Page {
  const { file, page, parsed } = guide;
  const hrefOf = (target: string) => {
    if (isExternal(target)) return target;
    const found = siteOf(target, file, library);
    return found === null ? null : relativeLink(page, found);
  };
  const sections = parsed.headings.filter(({ depth }) => depth === 2);
  const contents = html`<nav class="page-nav" aria-label="On this page"><ul>
${sections.map(({ text, anchor }) => html`<li><a href="#${anchor}">${text}</a></li>\n`)}</ul></nav>`;
  const { text } = markdownHtml(parsed, hrefOf, chartsOf(charts, file));
  // Markup of the text itself is escaped: what ends here is the title.
  const title = text.indexOf('</h1>') + (text.includes('</h1>') ? '</h1>'.length : 1);
  const body = html`<p class="aside"><a href="${relativeLink(page, GUIDES)}">Guides</a>: <code>${file}</code></p>
${new Html(text.slice(0, title))}
${sections.length < 3 ? html`` : contents}
${new Html(text.slice(title))}`;
  return { path: page, title: parsed.title, body, entries: entriesOf(guide) };
}

function entriesOf({ page, parsed }: Guide): readonly Entry[] {
  return parsed.sections.map(({ heading, text }) => ({
    kind: 'guide',
    title: heading.text === parsed.title ? heading.text : `${parsed.title}: ${heading.text}`,
    text,
    url: `${page}#${heading.anchor}`,
  }));
}

/** The page of a file or a folder. */
export function filePage({ path, page, content }: LinkedFile): Page {
  const body =
    typeof content === 'string'
      ? html`<h1><code>${path}</code></h1>
<pre><code>${content}</code></pre>`
      : html`<h1><code>${path}/</code></h1>
<ul>${content.map((name) => html`<li><code>${name}</code></li>`)}</ul>`;
  return { path: page, title: path, body };
}
