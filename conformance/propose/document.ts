/** A document with added declarations, and the declaration that each proposal became. */

import type { Candidate } from '../core/family.ts';
import { completed } from '../model/declared/short.ts';
import { type ApiModel, buildApi } from '../model/document/api.ts';
import type { Declaration } from '../model/document/behaviour.ts';
import { methods, type OpenApiDocument } from '../model/document/document.ts';
import type { JsonObject } from '../model/values/json.ts';
import { type Contract, contractOf, nameOf } from '../run/contract.ts';

/** A candidate of a family. */
export interface Proposed extends Candidate {
  readonly family: string;
}

/** Marks the entry of a proposal, so that it is found again after the document is read. */
const MARK = 'x-proposal';

function entriesFor(proposals: readonly Proposed[], operation: string | null): readonly JsonObject[] {
  return proposals.flatMap((one, index) =>
    one.operation === operation ? [{ family: one.family, ...one.members, [MARK]: index }] : [],
  );
}

function withEntries<Holder extends object>(holder: Holder, entries: readonly JsonObject[]): Holder {
  const own = 'x-behaviour' in holder && Array.isArray(holder['x-behaviour']) ? holder['x-behaviour'] : [];
  return entries.length === 0 ? holder : { ...holder, 'x-behaviour': [...own, ...entries] };
}

/** The document with proposals among its declarations, in their full form. */
function documentWith(document: OpenApiDocument, proposals: readonly Proposed[]): OpenApiDocument {
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const operations = methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined
        ? []
        : [[method, withEntries(operation, entriesFor(proposals, operation.operationId))] as const];
    });
    return [path, Object.fromEntries(operations)];
  });
  const whole = { ...withEntries(document, entriesFor(proposals, null)), paths: Object.fromEntries(paths) };
  return completed(nameOf(document.info.title), whole);
}

/** The contract and the model of a document with proposals. */
export interface Supposed {
  readonly contract: Contract;
  readonly api: ApiModel;
  /** The declaration that a proposal became, by its index among the proposals. */
  readonly declarations: ReadonlyMap<number, Declaration>;
}

/** Reads a document with proposals among its declarations. */
export function supposing(document: OpenApiDocument, proposals: readonly Proposed[]): Supposed {
  const whole = documentWith(document, proposals);
  const api = buildApi(nameOf(document.info.title), whole, { rules: [], questions: [] });
  const marked = api.declarations.filter((one) => typeof one[MARK] === 'number');
  return { contract: contractOf(whole), api, declarations: new Map(marked.map((one) => [Number(one[MARK]), one])) };
}
