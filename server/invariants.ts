/** Checks the server's own answers by the invariants that the documents declare (`invariant` in `x-behaviour`). */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '@wallet-services/contract/services';
import { openInvariants } from '@wallet-services/expressions';
import type { MountOptions } from '@wallet-services/runtime/express';

const texts = (inputs: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, String(value)]));

/** Creates the check of a service's answers by all invariants of its document; undecidable ones pass. */
export async function invariantsOf(service: ServiceName): Promise<NonNullable<MountOptions['judgeAnswer']>> {
  const file = fileURLToPath(import.meta.resolve(`@wallet-services/contract/openapi/${service}.json`));
  const invariants = openInvariants(JSON.parse(await readFile(file, 'utf8')));
  return ({ id: operation }, { path, query, headers, body: sent = null }, { status, body }) => {
    if (status < 200 || status > 299) return undefined;
    const request = { path: texts(path), query: texts(query), headers: texts(headers), body: sent };
    const [first] = invariants.broken({ operation, status, body, request });
    return first && { pointer: first.pointer, message: `violates ${first.invariant.id}: ${first.invariant.text}` };
  };
}
