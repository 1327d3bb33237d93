/** Reads with a tag, and writes of what is read with one. */
import type { Candidate, Observed } from '../../core/family.ts';
import type { Operation } from '../../model/document/api.ts';
import { isObject } from '../../model/values/json.ts';
import { plain } from '../../model/values/near.ts';
import { valueAt, within } from '../../model/values/pointer.ts';
import { FAILED, isWeak, NOT_MODIFIED, tagOf } from './declared.ts';

/** The status of a write without a condition (RFC 6585). */
const REQUIRED = 428;

const lists = ({ responses }: Operation, status: number) => responses.some((one) => one.status === String(status));

const headerOf = ({ parameters }: Operation, name: string) =>
  parameters.find((one) => one.in === 'header' && plain(one.name) === name);

/** Whether a documented answer of an operation has the header. */
function hasTag({ document }: Observed['api'], { path, method }: Operation): boolean {
  const responses = valueAt(document, `${within(within('/paths', path), method.toLowerCase())}/responses`);
  return Object.values(isObject(responses) ? responses : {}).some((one) =>
    Object.keys(isObject(one) && isObject(one['headers']) ? one['headers'] : {}).some((name) => plain(name) === 'etag'),
  );
}

/** Whether a read has a tag. Frameworks add a weak one to every answer: it counts where the document mentions it. */
function isTagged({ api, exchanges }: Observed, operation: Operation): boolean {
  const isDocumented =
    hasTag(api, operation) || headerOf(operation, 'ifnonematch') !== undefined || lists(operation, NOT_MODIFIED);
  const shown = exchanges.filter(({ call }) => call.kind === 'http' && call.operation === operation.id);
  const tags = shown.flatMap((exchange) => tagOf(exchange) ?? []);
  return isDocumented || tags.some((tag) => !isWeak(tag));
}

export function conditionalCandidates(observed: Observed): readonly Candidate[] {
  const { operations } = observed.api;
  const reads = operations.filter((one) => one.method === 'GET' && isTagged(observed, one));
  const writes = operations.flatMap((one): readonly Candidate[] => {
    const read = reads.find(({ path }) => path === one.path);
    const header = headerOf(one, 'ifmatch');
    const isDocumented = header !== undefined || lists(one, FAILED) || lists(one, REQUIRED);
    if (!['PUT', 'PATCH', 'DELETE'].includes(one.method) || read === undefined || !isDocumented) return [];
    const isRequired = header?.required === true || lists(one, REQUIRED);
    return [{ operation: one.id, members: { read: read.id, ...(isRequired ? { required: true } : {}) } }];
  });
  return [...reads.map(({ id }) => ({ operation: id, members: {} })), ...writes];
}
