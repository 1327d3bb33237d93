/**
 * Proposes declarations for an API: candidates of every family, tried against the server in an order in which each can
 * lean on what was found before, and kept only where a faulty server would have been noticed.
 */

import type { Candidate, Observed } from '../core/family.ts';
import { familyNames, familyOf } from '../families/index.ts';
import { listSaid } from '../model/declared/place.ts';
import { type ApiModel, operationOf } from '../model/document/api.ts';
import type { OpenApiDocument } from '../model/document/document.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
import { type Proposed, supposing } from './document.ts';
import type { Evidence } from './played.ts';
import { besideCandidates, listCandidates, type Source, sourcesFor } from './structure.ts';
import type { Round } from './trial.ts';

/** A declaration that holds, as far as was seen. */
export interface Proposal extends Proposed {
  /** By aspect; none of a declaration without rules, which names where inputs are found. */
  readonly evidence: ReadonlyMap<string, Evidence>;
}

/** A declaration that may hold, and what would decide it. */
export interface Undecided extends Proposed {
  readonly why: string;
  readonly hint: string | undefined;
}

/** What came of it. */
export interface Proposals {
  readonly proposals: readonly Proposal[];
  readonly undecided: readonly Undecided[];
  /** Candidates that the server refuted. */
  readonly refuted: readonly (Proposed & { readonly why: string })[];
  /** Requests that were sent. */
  readonly requests: number;
}

/** Families that others lean on: what is said of every answer, of what is chosen, and of pages. All others follow. */
const WHOLE = ['json', 'envelope'];
const CHOSEN = ['chosen-by'];
const PAGES = ['paged', 'limited'];

/** So many ways to find the inputs of an operation are tried. */
const MOST_WAYS = 4;

const none: ReadonlyMap<string, Evidence> = new Map();

/** How candidates are tried: on a server, or on what was recorded. */
export interface Trial {
  /** The document, with what is declared in it already. */
  readonly document: OpenApiDocument;
  /** Nothing may be made, changed or removed. */
  readonly readOnly: boolean;
  /** Tries candidates, with what was accepted before beside them. */
  readonly tryAll: (accepted: readonly Proposed[], candidates: readonly Proposed[]) => Promise<Round>;
}

/** Families of which an operation has one declaration. */
const ONCE: ReadonlySet<string> = new Set(['json', 'envelope', 'list', 'paged', 'limited', 'one-of', 'chosen-by']);

/** Whether a declaration says what another one does, of the same family at the same place. */
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

const textOf = ({ family, operation, members }: Proposed) => JSON.stringify([family, operation, members]);

class Search {
  readonly #trial: Trial;
  /** What the document declares already. */
  readonly #own: readonly Proposed[];
  readonly accepted: Proposal[] = [];
  readonly undecided: Undecided[] = [];
  readonly refuted: (Proposed & { readonly why: string })[] = [];
  readonly exchanges: Exchange[] = [];
  readonly #tried: Proposed[] = [];
  requests = 0;

  constructor(trial: Trial) {
    this.#trial = trial;
    this.#own = supposing(trial.document, []).api.declarations.map(({ family, operation, ...members }) => {
      return { family, operation, members };
    });
  }

  /** The API with what was accepted so far. */
  get api(): ApiModel {
    return supposing(this.#trial.document, this.accepted).api;
  }

  #note({ exchanges, requests }: Pick<Round, 'exchanges' | 'requests'>): void {
    this.exchanges.push(...exchanges.filter(isSuccess));
    this.requests += requests;
  }

  candidatesOf(names: readonly string[]): readonly Proposed[] {
    const observed: Observed = { api: this.api, exchanges: this.exchanges };
    return names.flatMap((family) => {
      const candidates = familyOf({ family })?.candidates?.(observed) ?? [];
      const proposed = candidates.map((one): Proposed => ({ family, ...one }));
      return proposed.filter((one) => !this.#own.some((own) => isSame(own, one)));
    });
  }

  /** Tries the candidates of families, and sorts them by what came of it. */
  tryFamilies(names: readonly string[]): Promise<void> {
    return this.tryThese(this.candidatesOf(names));
  }

  /** Tries what the answers that came meanwhile suggest, and nothing that was tried before. */
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
        // The one of which more holds says more.
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

  /** Requests each operation that reads, once. */
  async visit(beside: readonly Proposed[] = []): Promise<readonly Exchange[]> {
    const json: Proposed = { family: 'json', operation: null, members: {} };
    const round = await this.#trial.tryAll([...this.accepted, ...beside], [json]);
    this.#note(round);
    return round.exchanges;
  }

  accept(proposed: readonly Proposed[]): void {
    for (const one of proposed) this.accepted.push({ ...one, evidence: none });
  }

  /** Finds what names the inputs of each operation, by trying. @returns ways that served, of operations that read */
  async findSources(): Promise<readonly Proposed[]> {
    const found: Proposed[] = [];
    const { api } = this;
    const failed = new Map<string, number>();
    for (let way = 0; way < MOST_WAYS; way += 1) {
      const now = supposing(this.#trial.document, [...this.accepted, ...found]).api;
      const chosen = api.operations.flatMap((operation) => {
        const source: Source | undefined = sourcesFor(now, operation)[failed.get(operation.id) ?? 0];
        return source === undefined ? [] : [{ family: source.family, ...source.candidate }];
      });
      // The shorter paths first: others below them may need no source of their own.
      const own = chosen.filter(({ operation }) => {
        const { path } = operationOf(api, operation ?? '');
        return !chosen.some((one) => path.startsWith(`${operationOf(api, one.operation ?? '').path}/`));
      });
      if (own.length === 0) break;
      const exchanges = await this.visit([...found, ...own]);
      const answered = new Set(
        exchanges.filter(isSuccess).flatMap(({ call }) => (call.kind === 'http' ? [call.operation] : [])),
      );
      for (const one of own) {
        const id = one.operation ?? '';
        const isRead = operationOf(api, id).method === 'GET';
        if (answered.has(id) || !isRead) found.push(one);
        else failed.set(id, (failed.get(id) ?? 0) + 1);
      }
    }
    return found;
  }
}

/**
 * Proposes declarations.
 *
 * @throws when the run is interrupted.
 */
export async function propose(trial: Trial): Promise<Proposals> {
  const search = new Search(trial);
  // Until it is tried, the document is believed: where things are in answers follows from it.
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
  // What was accepted for its inputs alone is tried for what it demands.
  search.accepted.splice(0, search.accepted.length, ...search.accepted.filter((one) => one.family !== 'one-of'));
  await search.tryThese(reads);
  search.accept(reads.filter((one) => !search.accepted.some((other) => isSame(one, other))).map(asFoundIn));
  await search.tryFamilies(others);
  // Answers to what was tried show more.
  await search.tryNew(others);
  // What was not decided may be by now, with more inputs known.
  await search.tryThese(search.undecided.splice(0).map(({ why: _, hint: _hint, ...one }) => one));
  // More is known by now of what holds for all answers.
  search.accepted.splice(0, search.accepted.length, ...search.accepted.filter((one) => !WHOLE.includes(one.family)));
  await search.tryFamilies(WHOLE);
  const { api } = search;
  return {
    proposals: search.accepted.filter((one) => !isImplied(api, one)),
    undecided: search.undecided,
    refuted: search.refuted,
    requests: search.requests,
  };
}

/** Whether the short form says it already: where the only list of an answer is. */
function isImplied(api: ApiModel, { family, operation, members }: Proposed): boolean {
  if (family !== 'list' || operation === null) return false;
  const { family: _, ...said } = listSaid(api, operation) ?? { family };
  return JSON.stringify(said) === JSON.stringify(members);
}

/** What names the input of an operation, and no more. */
function asFoundIn({ operation, members: { list, parameter, member = 'id' } }: Proposed): Proposed {
  return { family: 'found-in', operation, members: { list, parameters: { [String(parameter)]: member } } };
}
