/** Writes with a header for a key. */
import type { Candidate, Observed } from '../../core/family.ts';
import { namedParameter } from '../observed.ts';

/** Statuses of a key that was used for another request. */
const REFUSALS = ['409', '422'];

export function idempotentCandidates({ api }: Observed): readonly Candidate[] {
  return api.operations.flatMap((operation) => {
    const header = operation.method === 'GET' ? undefined : namedParameter(operation, 'header', /idempoten/);
    if (header === undefined) return [];
    const isRefused = operation.responses.some(({ status }) => REFUSALS.includes(status));
    const members = { header: header.name, ...(isRefused ? { conflict: true } : {}) };
    return [{ operation: operation.id, members }];
  });
}
