/** The process that tries operations of a document before anything is sent. */
import { begin } from '@wallet-services/kit/begin';
import type { TrialTask } from './index.ts';

// The rest is loaded afterwards, so that its compiled code is cached.
begin();
const [{ serveJudge }, { problemIn }] = await Promise.all([import('@wallet-services/kit/judge'), import('./trial.ts')]);
serveJudge<null, null, TrialTask, string | null>(async () => ({
  about: null,
  judge: ({ document, places }) => problemIn(document, places),
}));
