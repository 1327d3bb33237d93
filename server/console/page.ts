/** The frame of the console's pages: head, navigation and content security policy. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Html, html } from '@wallet-services/kit/html';
import { pageBar } from '@wallet-services/kit/page';

/** Path of the console. */
export const CONSOLE = '/sandbox';

/** Path of the console's files. */
export const ASSETS = `${CONSOLE}/console/`;

/** The pages by their anchor, in the order of the navigation. */
const PAGES = [
  ['journal', 'Journal'],
  ['faults', 'Faults'],
  ['clock', 'Clock'],
  ['worlds', 'Worlds'],
  ['people', 'People'],
  ['payments', 'Payments'],
  ['conversations', 'Conversations'],
  ['states', 'Orders and airdrops'],
] as const;

/** The import map: modules that the scripts import by name. */
const IMPORTS = JSON.stringify({
  imports: { preact: `${ASSETS}preact.js`, 'preact/hooks': `${ASSETS}hooks.js`, htm: `${ASSETS}htm.js` },
});

const POLICY = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash('sha256').update(IMPORTS).digest('base64')}'`,
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Framed {
  readonly title: string;
  /** The selected entry of the bar. */
  readonly current: 'start' | 'console';
  /** The content; it contains the element `main`. */
  readonly body: Html;
  /** Name of the script, a file of the console. */
  readonly script: string;
}

/** The bar at the top of every page of the server. */
export function serverBar(current?: Framed['current']): Html {
  return pageBar('Wallet services', [
    { name: 'Start page', href: '/', isCurrent: current === 'start' },
    { name: 'Console', href: CONSOLE, isCurrent: current === 'console' },
  ]);
}

/** Renders a page in the frame. */
export function framedPage({ title, current, body, script }: Framed): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}: wallet services</title>
<link rel="icon" href="${ASSETS}icon.svg">
<link rel="stylesheet" href="${ASSETS}page.css">
<link rel="stylesheet" href="${ASSETS}style.css">
<script type="importmap">${new Html(IMPORTS)}</script>
<script type="module" src="${ASSETS}${script}"></script>
</head>
<body>
<a class="skip" href="#page">Skip to content</a>
<header>${serverBar(current)}</header>
<div class="frame"><aside class="side" aria-label="Sandbox">
<div id="world"></div>
<nav aria-label="Console">
<ul>
${PAGES.map(([anchor, name]) => html`<li><a href="${CONSOLE}#${anchor}">${name}</a></li>\n`)}</ul>
</nav>
</aside>
${body}</div>
<div id="notice" role="status" aria-live="polite"></div>
</body>
</html>
`;
}

/** Sends a page in the frame. The page loads only the console's own files, and sends requests only to this server. */
export function sendFramed(response: ServerResponse, page: Html): void {
  const bytes = Buffer.from(page.text);
  response.statusCode = 200;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Length', bytes.byteLength);
  response.setHeader('Content-Security-Policy', POLICY);
  response.end(bytes);
}
