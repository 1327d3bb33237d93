/** Small self-contained pages without scripts and external resources, in light and dark, for any width. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Html, html } from '@wallet-services/kit/html';

const STYLE = `
:root { color-scheme: light dark; --line: #d5d9de; --soft: #f4f5f7; --accent: #0a5cc2; }
@media (prefers-color-scheme: dark) { :root { --line: #3a3f46; --soft: #1d2024; --accent: #7db4ff; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.3rem; margin-top: 1.5rem; } h3 { font-size: 1.05rem; margin: 1.5rem 0 0.3rem; }
p { margin: 0.3rem 0; }
a { color: var(--accent); }
code, pre { font: 0.85rem/1.5 ui-monospace, monospace; }
code { overflow-wrap: anywhere; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: 0.6rem;
  white-space: pre-wrap; overflow-wrap: anywhere; }
section { border-top: 1px solid var(--line); margin-top: 1.5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1rem; }
dd { margin: 0; } dt { font-weight: 600; }
details { padding: 0.2rem 0; } summary { cursor: pointer; }
fieldset { border: 1px solid var(--line); border-radius: 6px; }
label { display: block; padding: 0.4rem 0; }
button { font: inherit; padding: 0.5rem 1.2rem; margin: 1rem 0.5rem 0 0; border-radius: 6px; border: 1px solid var(--line);
  background: var(--soft); color: inherit; cursor: pointer; }
button.primary { background: var(--accent); color: Canvas; border-color: var(--accent); }
@media (max-width: 34rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 0.6rem; } }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/**
 * Sends a page.
 *
 * @param formTargets origins that its forms may lead to, in addition to its own
 */
export function sendPage(
  response: ServerResponse,
  status: number,
  title: string,
  body: Html,
  formTargets: readonly string[] = [],
): void {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
${body}
</body>
</html>
`;
  const bytes = Buffer.from(page.text);
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Length', bytes.byteLength);
  response.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${["'self'", ...formTargets].join(' ')}; frame-ancestors 'none'; base-uri 'none'`,
  );
  response.end(bytes);
}
