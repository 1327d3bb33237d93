/** The files of the repository that pages link to. */
import { html } from '@wallet-services/kit/html';
import type { LinkedFile } from '../read/guides.ts';
import type { Page } from './page.ts';

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
