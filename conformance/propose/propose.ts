/**
 * Proposes declarations for an API: candidates of every family, tried against the server in an order in which each can
 * use earlier results, and kept only where a faulty server would have been noticed.
 */

import type { Candidate, Observed } from '../core/family.ts';
import { familyNames, familyOf } from '../families/index.ts';
import { valuesSeen } from '../families/observed.ts';
import { listDeclared } from '../model/declared/place.ts';
import { type ApiModel, type Operation, operationOf } from '../model/document/api.ts';
import type { OpenApiDocument } from '../model/document/document.ts';
import { isBelow, isSamePath } from '../model/document/hierarchy.ts';
import { itemsIn, listOf } from '../model/document/lists.ts';
import { type Exchange, isSuccess, successJson } from '../model/exchange.ts';
import { isObject } from '../model/values/json.ts';
import { within } from '../model/values/pointer.ts';
import { type Proposed, supposing } from './document.ts';
import type { Evidence } from './played.ts';
import { besideCandidates, listCandidates, type Source, sourcesFor } from './structure.ts';
import type { Round } from './trial.ts';

/** A declaration that holds, as far as the answers show. */
export interface Proposal extends Proposed {
  /** By aspect; empty for a declaration without rules, which names the source of inputs. */
  readonly evidence: ReadonlyMap<string, Evidence>;
  /** Whether the operation accepted requests. Default: no. */
  readonly isAccepted?: boolean;
}

/** A declaration that may hold, and what would decide it. */
export interface Undecided extends Proposed {
  readonly why: string;
  readonly hint: string | undefined;
}

/** The result of a proposal run. */
export interface Proposals {
  readonly proposals: readonly Proposal[];
  readonly undecided: readonly Undecided[];
  /** Candidates that the server refuted. */
  readonly refuted: readonly (Proposed & { readonly why: string })[];
  /** The number of requests that were sent. */
  readonly requests: number;
  /** Why nothing could be tried; null when the service answered, or where there is none. */
  readonly unreachable: string | null;
}

/** Families that others depend on: those of every answer, of choices, and of pages. All others follow. */
const WHOLE = ['json', 'envelope'];
const CHOSEN = ['chosen-by'];
const PAGES = ['paged', 'limited'];

/** The number of ways to find the inputs of an operation that are tried. */
const MOST_WAYS = 4;

/** The number of times that all reading operations are requested for that. */
const MOST_ROUNDS = 6;

const none: ReadonlyMap<string, Evidence> = new Map();

/** How candidates are tried: on a server, or on a recording. */
export interface Trial {
  /** The document, with its own declarations. */
  readonly document: OpenApiDocument;
  /** No request may create, change or remove data. */
  readonly readOnly: boolean;
  /** Tries candidates, together with the proposals that were already accepted. */
  readonly tryAll: (accepted: readonly Proposed[], candidates: readonly Proposed[]) => Promise<Round>;
}

/** Families with at most one declaration for an operation. */
const ONCE: ReadonlySet<string> = new Set(['json', 'envelope', 'list', 'paged', 'limited', 'one-of', 'chosen-by']);

/** Whether two declarations have the same subject: the same family at the same place. */
function isSame(one: Proposed, other: Proposed): boolean {
  if (one.family !== other.family || one.operation !== other.operation) return false;
  const { family } = one;
  const subjectOf = ({ members: { at, member, parameter, when, read, pointer, list, parameters } }: Proposed) => {
    if (ONCE.has(family) || family === 'echoes') return '';
    if (family === 'refers-to' || family === 'moment') return JSON.stringify(at);
    return JSON.stringify([at, member, parameter, when, read, pointer, list, parameters]);
  };
  return subjectOf(one) === subjectOf(other);
}

/** Whether two operations are about the same things: their paths are the same, or one is below the other. */
function isKin(api: ApiModel, one: Proposed, other: Proposed): boolean {
  const [path, above] = [one, other].map(({ operation }) => operationOf(api, operation ?? '').path);
  return path !== undefined && above !== undefined && (isSamePath(path, above) || isBelow(path, above));
}

/** Whether an answer has no content, as that to an id of nothing may have none. */
function isEmpty(api: ApiModel, operation: Operation, exchange: Exchange): boolean {
  const json = successJson(exchange);
  const list = listOf(api, operation);
  const items = list === null ? json : itemsIn(list, json);
  return items === null || items === undefined || (Array.isArray(items) && items.length === 0);
}

/** The list of a source of inputs, and a member of which it returned no value; null if it returned values of all. */
function missingOf(observed: Observed, { members: { list: from, parameters } }: Proposed) {
  const { api } = observed;
  if (typeof from !== 'string' || !isObject(parameters)) return null;
  const list = listOf(api, operationOf(api, from));
  const member = Object.values(parameters).find(
    (name) => list !== null && valuesSeen(observed, from, `${within(list.items, '*')}/${name}`).length === 0,
  );
  return member === undefined ? null : { list: from, member: String(member) };
}

const textOf = ({ family, operation, members }: Proposed) => JSON.stringify([family, operation, members]);

class Search {
  readonly #trial: Trial;
  /** The declarations of the document. */
  readonly #own: readonly Proposed[];
  readonly accepted: Proposal[] = [];
  readonly undecided: Undecided[] = [];
  readonly refuted: (Proposed & { readonly why: string })[] = [];
  readonly exchanges: Exchange[] = [];
  readonly #tried: Proposed[] = [];
  requests = 0;
  unreachable: string | null = null;

  constructor(trial: Trial) {
    this.#trial = trial;
    this.#own = supposing(trial.document, []).api.declarations.map(({ family, operation, ...members }) => {
      return { family, operation, members };
    });
  }

  /** The API with the proposals that were accepted so far. */
  get api(): ApiModel {
    return supposing(this.#trial.document, this.accepted).api;
  }

  #note({ exchanges, requests, unreachable }: Omit<Round, 'tried'>): void {
    this.exchanges.push(...exchanges.filter(isSuccess));
    this.requests += requests;
    this.unreachable ??= unreachable;
  }

  candidatesOf(names: readonly string[]): readonly Proposed[] {
    const observed: Observed = { api: this.api, exchanges: this.exchanges };
    return names.flatMap((family) => {
      const candidates = familyOf({ family })?.candidates?.(observed) ?? [];
      const proposed = candidates.map((one): Proposed => ({ family, ...one }));
      return proposed.filter((one) => !this.#own.some((own) => isSame(own, one)));
    });
  }

  /** Tries the candidates of families, and sorts them by their outcome. */
  tryFamilies(names: readonly string[]): Promise<void> {
    return this.tryThese(this.candidatesOf(names));
  }

  /** Tries the candidates that newer answers suggest, but none that was tried before. */
  tryNew(names: readonly string[]): Promise<void> {
    const known = new Set(this.#tried.map(textOf));
    return this.tryThese(this.candidatesOf(names).filter((one) => !known.has(textOf(one))));
  }

  async tryThese(all: readonly Proposed[]): Promise<void> {
    const { readOnly } = this.#trial;
    this.#tried.push(...all);
    const { api } = this;
    const writes = ({ operation }: Candidate) => operation !== null && operationOf(api, operation).method !== 'GET';
    const held = readOnly ? all.filter(writes) : [];
    for (const one of held)
      this.undecided.push({ ...one, why: 'it needs a request that changes data', hint: 'add --allow-writes' });
    const candidates = all.filter((one) => !held.includes(one));
    const round = await this.#trial.tryAll(this.accepted, candidates);
    this.#note(round);
    for (const [index, candidate] of candidates.entries()) {
      const tried = round.tried[index];
      if (tried === undefined) continue;
      const known = this.accepted.findIndex((one) => isSame(one, candidate));
      if (known >= 0) {
        // The candidate with more aspects that hold is kept.
        const [before, now] = [
          this.accepted[known]?.evidence.size ?? 0,
          tried.outcome === 'holds' ? tried.evidence.size : 0,
        ];
        if (now <= before) continue;
        this.accepted.splice(known, 1);
      }
      if (tried.outcome === 'broken') this.refuted.push({ ...candidate, why: tried.why });
      else if (tried.outcome === 'undecided') this.undecided.push({ ...candidate, why: tried.why, hint: tried.hint });
      else {
        const omit = tried.omit.length === 0 ? {} : { omit: tried.omit };
        this.accepted.push({ ...candidate, members: { ...candidate.members, ...omit }, evidence: tried.evidence });
      }
    }
  }

  /** Requests each reading operation, once. */
  async visit(beside: readonly Proposed[] = []): Promise<readonly Exchange[]> {
    const json: Proposed = { family: 'json', operation: null, members: {} };
    const round = await this.#trial.tryAll([...this.accepted, ...beside], [json]);
    this.#note(round);
    return round.exchanges;
  }

  accept(proposed: readonly Proposed[]): void {
    for (const one of proposed) this.accepted.push({ ...one, evidence: none });
  }

  /**
   * Finds the sources of the inputs of each operation, by trying. @returns sources that worked, for reading operations
   */
  async findSources(): Promise<readonly Proposed[]> {
    const found: Proposed[] = [];
    const { api } = this;
    const failed = new Map<string, number>();
    /** Sources with which only empty answers came, in case that no other is better. */
    const weak = new Map<string, Proposed>();
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const now = supposing(this.#trial.document, [...this.accepted, ...found]).api;
      const chosen = api.operations.flatMap((operation): readonly Proposed[] => {
        const { id } = operation;
        const ways = sourcesFor(now, operation).slice(0, MOST_WAYS);
        const source: Source | undefined = ways[failed.get(id) ?? 0];
        if (source !== undefined) return [{ family: source.family, ...source.candidate }];
        const known = ways.length === 0 ? undefined : weak.get(id);
        return known === undefined ? [] : [known];
      });
      // The shorter paths first: operations below them may need no source of their own.
      const own = chosen.filter(({ operation }) => {
        const { path } = operationOf(api, operation ?? '');
        return !chosen.some((one) => isBelow(path, operationOf(api, one.operation ?? '').path));
      });
      if (own.length === 0) break;
      const exchanges = await this.visit([...found, ...own]);
      const answersOf = (id: string) =>
        exchanges.filter((one) => isSuccess(one) && one.call.kind === 'http' && one.call.operation === id);
      const isRead = ({ operation }: Proposed) => operationOf(api, operation ?? '').method === 'GET';
      const reading = own.filter(isRead);
      for (const one of own) {
        const id = one.operation ?? '';
        const answers = answersOf(id);
        const isWeak = answers.every((answer) => isEmpty(now, operationOf(now, id), answer));
        if (weak.get(id) === one || (answers.length > 0 && !(isWeak && isRead(one)))) found.push(one);
        else if (isRead(one)) {
          failed.set(id, (failed.get(id) ?? 0) + 1);
          if (answers.length > 0 && !weak.has(id)) weak.set(id, one);
        }
        // What only writes is not tried: it has the source of what reads the same things, once that is known.
        else if (!reading.some((other) => isKin(api, one, other))) found.push(one);
      }
    }
    const isFound = (id: string) => found.some(({ operation }) => operation === id);
    return [...found, ...[...weak].filter(([id]) => !isFound(id)).map(([, one]) => one)];
  }

  /** Sources whose lists returned no values are undecided, since nothing was requested with them. */
  leaveUnseen(): void {
    const observed: Observed = { api: this.api, exchanges: this.exchanges };
    for (const one of this.accepted.filter(({ family, evidence }) => family === 'found-in' && evidence.size === 0)) {
      const missing = missingOf(observed, one);
      if (missing === null) continue;
      const { list, member } = missing;
      this.accepted.splice(this.accepted.indexOf(one), 1);
      const hint = `put something with a ${member} into the data that ${list} returns`;
      this.undecided.push({ ...one, why: `${list} returned no ${member}`, hint });
    }
  }

  /** The proposals, each with whether its operation accepted requests. */
  get proposals(): readonly Proposal[] {
    const { api } = this;
    const accepted = new Set(this.exchanges.map(({ call }) => (call.kind === 'http' ? call.operation : null)));
    return this.accepted
      .filter((one) => !isImplied(api, one))
      .map((one) => ({ ...one, isAccepted: accepted.has(one.operation) }));
  }
}

/**
 * Proposes declarations.
 *
 * @throws when the run is interrupted.
 */
export async function propose(trial: Trial): Promise<Proposals> {
  const search = new Search(trial);
  // Until they are tried, the inferred declarations are accepted, since the places of data in answers follow from them.
  search.accept(search.candidatesOf(WHOLE));
  search.accept(listCandidates(search.api).map((one) => ({ family: 'list', ...one })));
  const beside = search.api.operations
    .filter(({ method }) => method === 'GET' || !trial.readOnly)
    .flatMap((operation) => besideCandidates(search.api, operation));
  search.accept(beside.map((one) => ({ family: 'found-in', ...one })));
  await search.tryFamilies(CHOSEN);
  const sources = await search.findSources();
  search.accept(sources);
  await search.visit();
  await search.tryFamilies(PAGES);
  const others = familyNames().filter((name) => ![...WHOLE, ...CHOSEN, ...PAGES].includes(name));
  const reads = sources.filter(({ family }) => family === 'one-of');
  // Declarations that were accepted only as sources of inputs are now tried for their demands.
  search.accepted.splice(0, search.accepted.length, ...search.accepted.filter((one) => one.family !== 'one-of'));
  await search.tryThese(reads);
  search.accept(reads.filter((one) => !search.accepted.some((other) => isSame(one, other))).map(asFoundIn));
  await search.tryFamilies(others);
  // The answers to these trials suggest further candidates.
  await search.tryNew(others);
  // Undecided candidates may be decided now, with more known inputs.
  await search.tryThese(search.undecided.splice(0).map(({ why: _, hint: _hint, ...one }) => one));
  // More is now known about the declarations that apply to all answers.
  search.accepted.splice(0, search.accepted.length, ...search.accepted.filter((one) => !WHOLE.includes(one.family)));
  await search.tryFamilies(WHOLE);
  search.leaveUnseen();
  return {
    proposals: search.proposals,
    undecided: search.undecided,
    refuted: search.refuted,
    requests: search.requests,
    unreachable: search.unreachable,
  };
}

/** Whether the short form already implies the declaration: the place of the only list of an answer. */
function isImplied(api: ApiModel, { family, operation, members }: Proposed): boolean {
  if (family !== 'list' || operation === null) return false;
  const { family: _, ...declared } = listDeclared(api, operation) ?? { family };
  return JSON.stringify(declared) === JSON.stringify(members);
}

/** A declaration of the source of an operation's input, and no more. */
function asFoundIn({ operation, members: { list, parameter, member = 'id' } }: Proposed): Proposed {
  return { family: 'found-in', operation, members: { list, parameters: { [String(parameter)]: member } } };
}
