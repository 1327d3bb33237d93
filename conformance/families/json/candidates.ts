/** Whether every documented success of an API is JSON. */
import type { Candidate, Observed } from '../../core/family.ts';
import { isJson } from '../../model/values/media.ts';

export function jsonCandidates({ api }: Observed): readonly Candidate[] {
  const successes = api.operations.flatMap(({ responses }) => responses.filter(({ status }) => status.startsWith('2')));
  const types = successes.flatMap(({ contents }) => contents.map(({ mediaType }) => mediaType));
  return types.length > 0 && types.every(isJson) ? [{ operation: null, members: {} }] : [];
}
