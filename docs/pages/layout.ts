/** Shared parts of all pages. */
import type { Verdict } from '@wallet-services/conformance';
import { type Html, html } from '@wallet-services/kit/html';
import { pageBar } from '@wallet-services/kit/page';
import { relativeLink } from '../markdown/place.ts';
import type { Page } from './page.ts';

/** Name of the site. */
export const SITE = 'Wallet services';

/** The links in the header of a static page. */
const places = [
  { to: 'index.html', name: 'Home' },
  { to: 'services.html', name: 'Services' },
  { to: 'guides/docs-words.html', name: 'Words' },
] as const;

/** The environment as in the repository, so that the docs do not depend on how they are built. */
const REPOSITORY = { npm_package_name: 'wallet-services' };

/** Creates a static page as a complete document. */
export function document({ path, title, body, wide = false, scripts = [] }: Page): string {
  const link = (to: string) => relativeLink(path, to);
  const main = wide ? html`<main id="content">${body}</main>` : html`<main id="content" class="prose">${body}</main>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${SITE}</title>
<link rel="icon" href="${link('icon.svg')}">
<link rel="stylesheet" href="${link('assets/page.css')}">
<link rel="stylesheet" href="${link('assets/parts.css')}">
<link rel="stylesheet" href="${link('assets/style.css')}">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>${pageBar(
    SITE,
    places.map(({ to, name }) => ({ name, href: link(to) })),
    REPOSITORY,
  )}</header>
${main}
${scripts.map((script) => html`<script src="${link(script)}"></script>\n`)}</body>
</html>
`.text;
}

/** Length in characters from which a text is folded. */
const LONG = 300;
const FIRST = 90;

/** Folds a long text: its first words are the line that unfolds it. */
export function folded(text: string): Html {
  if (text.length <= LONG) return html`${text}`;
  const end = text.lastIndexOf(' ', FIRST);
  return html`<details class="folded"><summary>${text.slice(0, end)} …</summary>${text.slice(end)}</details>`;
}

/** Highlights a verdict or another word. */
export function badge(word: string, kind: 'good' | 'bad' | 'odd' | 'plain' = 'plain'): Html {
  return html`<span class="verdict ${kind}">${word}</span>`;
}

/** The result of a rule on the reference server. */
export function verdictBadge(verdict: Verdict | undefined): Html {
  if (verdict === undefined) return badge('not checked');
  if (verdict === 'pass') return badge('pass', 'good');
  return badge(
    verdict,
    verdict === 'fail' ? 'bad' : verdict === 'observed' || verdict === 'unsupported' ? 'plain' : 'odd',
  );
}

/** A table that scrolls separately when it is too wide. */
export function table(
  name: string,
  head: readonly string[],
  rows: readonly (readonly (Html | string | number)[])[],
): Html {
  return html`<div class="wide-table" tabindex="0" role="region" aria-label="${name}"><table>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>
${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table></div>`;
}
