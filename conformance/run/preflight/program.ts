/** The process that tries operations of a document before anything is sent. */
import { begin } from '@wallet-services/kit/begin';
import type { OpenApiDocument } from '../../model/document/document.ts';
import type { OperationPlace } from './places.ts';

// The rest is loaded afterwards, so that its compiled code is cached.
begin();
const [{ serveJudge }, { problemIn }] = await Promise.all([import('@wallet-services/kit/judge'), import('./trial.ts')]);
serveJudge<OpenApiDocument, null, readonly OperationPlace[], string | null>(async (document) => ({
  about: null,
  judge: (places) => problemIn(document, places),
}));
