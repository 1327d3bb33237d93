/** Serves the contents of this server: as a page at `/`, and the same as JSON. */

import { sendJson } from '@wallet-services/runtime/express';
import type { IRouter, Response } from 'express';
import { referenceRouter } from '../reference/index.ts';
import { callPath } from './calls.ts';
import { type LandingOptions, landingOf, REFERENCE_BASE } from './content.ts';
import { mountDocuments } from './documents.ts';
import { sendLandingPage } from './page.ts';

/** Serves the page, which is the start page of the console, and the documents. */
export function mountLanding(app: IRouter, options: LandingOptions): void {
  mountDocuments(app, options.services);
  app.use(REFERENCE_BASE, referenceRouter(options.services));
  // The documents are large, so they are read once, at the first request.
  let paths: Promise<readonly string[]> | undefined;
  app.get('/', async (request, response: Response) => {
    paths ??= Promise.all(options.services.map(({ name }) => callPath(name)));
    const landing = landingOf(options, await paths, request);
    response.setHeader('Vary', 'Accept');
    if (request.accepts(['html', 'json']) === 'json') sendJson(response, 200, landing);
    else sendLandingPage(response, landing);
  });
}
