/** The API reference of each service: a page of Scalar that shows its document and loads nothing from other hosts. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Html, html } from '@wallet-services/kit/html';
import { BAR_STYLE, SCALAR_STYLE } from '@wallet-services/kit/page';
import express, { type Router } from 'express';
import { serverBar } from '../console/index.ts';
import { readDocument } from '../contract/document.ts';

const SCRIPT = 'scalar-api-reference-1.72.1.js';
const DAY = 86_400_000;

/** Scalar writes styles into the page and compiles templates; everything else is forbidden. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A service with a page in the API reference. */
export interface ReferencedService {
  readonly name: string;
  /** Base address, without the host: `/lending`. */
  readonly base: string;
}

/** Serves a page for each service, such as `/lending`. Mount it at `/reference`. */
export function referenceRouter(services: readonly ReferencedService[]): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const vendor = fileURLToPath(new URL('vendor/', import.meta.url));
  router.get(`/${SCRIPT}`, (_request, response) => {
    response.sendFile(SCRIPT, { root: vendor, maxAge: DAY, immutable: true });
  });
  router.get('/start.js', (_request, response) => {
    response.type('text/javascript').send(START);
  });
  for (const service of services) {
    router.get(`/${service.name}`, (_request, response) => {
      response.set('Content-Security-Policy', POLICY).type('html').send(referencePage(service));
    });
    router.get(`/${service.name}.json`, async (_request, response) => {
      response.json(await documentWithSamples(service.name));
    });
  }
  return router;
}

/** The document of a service with sample calls in the languages of the clients, which Scalar shows. */
async function documentWithSamples(service: string): Promise<object> {
  const file = fileURLToPath(import.meta.resolve(`@wallet-services/contract/samples/${service}.json`));
  // Loaded here, because only this page needs overlays.
  const [{ overlaid }, document, samples] = await Promise.all([
    import('@wallet-services/kit/overlay'),
    readDocument(service),
    readFile(file, 'utf8'),
  ]);
  return overlaid({ ...document }, JSON.parse(samples), 'the code samples');
}

/**
 * The script of the page; a separate file, so that the page needs no inline script. It fills in the sandbox's public
 * credentials, so that a test call works at once.
 */
const START = `const root = document.getElementById('reference');

/** The credentials of a demo user and a demo application; none without a sandbox. */
async function demoCredentials() {
  const landing = await (await fetch('/', { headers: { Accept: 'application/json' } })).json();
  const [application] = landing.assistant_applications;
  const schemes = {};
  if (landing.wallet.token_url !== undefined) {
    const { pathname, search } = new URL(landing.wallet.token_url);
    schemes.AccessToken = { token: (await (await fetch(pathname + search)).text()).trim() };
  }
  if (application !== undefined) {
    schemes.AppId = { value: application.app_id };
    schemes.AppSecret = { value: application.secret };
  }
  return schemes;
}

// Scalar leaves buttons that copy without a name.
new MutationObserver(() => {
  for (const button of document.querySelectorAll('button[class*="copy-button"]:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy');
}).observe(root, { childList: true, subtree: true });

window.Scalar.createApiReference(root, {
  url: root.dataset.document,
  // The beginning of each anchor, which the console links to.
  slug: 'api',
  servers: [{ url: window.location.origin + root.dataset.base }],
  authentication: { securitySchemes: await demoCredentials().catch(() => ({})) },
  customCss: root.dataset.colours,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
});
`;

function referencePage({ name, base }: ReferencedService): string {
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: API reference</title>
<link rel="icon" href="data:,">
<style>${new Html(BAR_STYLE)}body { margin: 0; }</style>
</head>
<body>
<header>${serverBar()}</header>
<div id="reference" data-document="${name}.json" data-base="${base}" data-colours="${SCALAR_STYLE}"></div>
<script src="${SCRIPT}"></script>
<script type="module" src="start.js"></script>
</body>
</html>
`.text;
}
