/** The console of the sandbox: a page at `/sandbox`, with scripts that use the control API below the same address. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { html } from '@wallet-services/kit/html';
import { PAGE_ICON, PAGE_STYLE } from '@wallet-services/kit/page';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { IRouter, Response } from 'express';
import { ASSETS, CONSOLE, framedPage, sendFramed } from './page.ts';

const TYPES = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' } as const;

/** Libraries by file name; the page names them in its import map. */
const LIBRARIES: Readonly<Record<string, string>> = {
  'preact.js': 'preact',
  'hooks.js': 'preact/hooks',
  'htm.js': 'htm',
};

/** Files that all pages share. */
const SHARED: Readonly<Record<string, string>> = { 'page.css': PAGE_STYLE, 'icon.svg': PAGE_ICON };

/** Serves the page and its files; each file is read at its first request. */
export function mountConsole(app: IRouter): void {
  app.get(CONSOLE, (_request, response: Response) => {
    const body = html`<main id="page" tabindex="-1"><p>Loading. The console needs JavaScript.</p></main>`;
    sendFramed(response, framedPage({ title: 'Sandbox', current: 'console', body, script: 'main.js' }));
  });
  app.get(`${ASSETS}:file`, async (request, response: Response) => {
    const { file } = request.params;
    const [, extension] = /^[a-z-]+\.(js|css|svg)$/.exec(file) ?? [];
    const bytes = extension === undefined ? undefined : await bytesOf(file);
    if (bytes === undefined) throw new Refusal(404, `there is nothing at ${request.path}`);
    response.statusCode = 200;
    response.setHeader('Content-Type', `${TYPES[extension as keyof typeof TYPES]}; charset=utf-8`);
    response.setHeader('Content-Length', bytes.byteLength);
    response.end(bytes);
  });
}

async function bytesOf(file: string): Promise<Buffer | undefined> {
  const shared = Object.hasOwn(SHARED, file) ? SHARED[file] : undefined;
  return shared === undefined ? readFile(placeOf(file)).catch(() => undefined) : Buffer.from(shared);
}

function placeOf(file: string): string {
  const library = Object.hasOwn(LIBRARIES, file) ? LIBRARIES[file] : undefined;
  if (library === undefined) return fileURLToPath(new URL(`assets/${file}`, import.meta.url));
  return fileURLToPath(import.meta.resolve(library));
}
