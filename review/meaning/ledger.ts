/**
 * Compares what schemas cannot express: declared behaviour, rules, and open questions of the documents.
 */
import type { Unnamed } from '../finding.ts';
import { operationsOf } from '../http/operations.ts';
import { type JsonObject, objectOf } from '../json.ts';
import { auditLedger } from './audit.ts';
import { compareBehaviour } from './behaviour.ts';
import { type Declaration, declarationsIn } from './declaration.ts';
import { type Entries, type Entry, keyed, lineOf, writtenIn } from './entry.ts';
import { NO_RENAMES, type Place, type Renames, renamesOf } from './place.ts';
import { compareQuestions } from './questions.ts';
import { parameterOf, parameterSchema } from './request.ts';
import { compareRules } from './rules.ts';
import { directionOf, requestAt } from './shown.ts';

/** Ledger and documents of one side. */
export interface LedgerSide {
  readonly documents: ReadonlyMap<string, JsonObject>;
  readonly rules: readonly JsonObject[];
  readonly questions: readonly JsonObject[];
}

/** Finds added, removed and changed behaviour, rules and open questions, in the ledger or in the documents. */
export function compareLedger(base: LedgerSide, head: LedgerSide): readonly Unnamed[] {
  const renames = new Map(
    [...head.documents].map(([service, document]) => [service, renamesOf(base.documents.get(service), document)]),
  );
  const before = read(base, new Map());
  const after = read(head, renames);
  const alone = aloneIn(base, head, renames);
  const request = ({ service, place }: Placed, mentioned: ReadonlySet<string> = new Set()) =>
    requestAt(head.documents.get(service), place.shown, mentioned) ??
    requestAt(base.documents.get(service), place.label, mentioned);
  const behaviour = compareBehaviour(before.declarations, after.declarations, {
    before: before.rules.written,
    after: after.rules.written,
    alone,
    direction: ({ service, place }) =>
      directionOf(head.documents.get(service), place.shown) ?? directionOf(base.documents.get(service), place.label),
    isNewChoice: ({ service, place }, name) =>
      parameterOf(base.documents.get(service) ?? {}, place.label, name) === undefined &&
      isChoice(parameterOf(head.documents.get(service) ?? {}, place.shown, name)),
    limit: ({ service, place, members }) =>
      parameterSchema(base.documents.get(service) ?? {}, place.label, String(members['limit'])),
    request: (declaration) => request(declaration, textsIn(declaration.members)),
  });
  const around = { alone, request: (entry: Entry) => request(entry), claimed: behaviour.claimed };
  const rules = both(before.rules, after.rules, (old, now) => compareRules(old, now, around));
  const questions = both(before.questions, after.questions, compareQuestions);
  const findings = [...behaviour.findings, ...rules, ...questions];
  return [...findings, ...auditLedger(base, head, findings)];
}

/** Entries of the documents and of the ledger; undefined when a side has no ledger. */
interface Entered {
  readonly written: Entries;
  readonly listed: Entries | undefined;
}

interface Read {
  readonly declarations: readonly Declaration[];
  readonly rules: Entered;
  readonly questions: Entered;
}

function read({ documents, rules, questions }: LedgerSide, renames: ReadonlyMap<string, Renames>): Read {
  const of = (service: string) => renames.get(service) ?? NO_RENAMES;
  const written = (extension: 'x-rules' | 'x-unspecified') =>
    keyed([...documents].flatMap(([service, document]) => writtenIn(document, extension, service, of(service))));
  const listed = (lines: readonly JsonObject[]) => {
    if (lines.length === 0) return undefined;
    const entries = lines.map((line) => {
      const service = String(line['service'] ?? '');
      return lineOf(line, String(objectOf(documents.get(service)?.['info'])['title'] ?? ''), of(service));
    });
    return keyed(entries);
  };
  return {
    declarations: [...documents].flatMap(([service, document]) => declarationsIn(document, service, of(service))),
    rules: { written: written('x-rules'), listed: listed(rules) },
    questions: { written: written('x-unspecified'), listed: listed(questions) },
  };
}

/**
 * Combines documents and ledger. A statement in both is reported once, in the words of the ledger; for an id with
 * several places the ledger lists one, and may list another without a change.
 */
function both(
  before: Entered,
  after: Entered,
  compare: (before: Entries, after: Entries) => readonly Unnamed[],
): readonly Unnamed[] {
  const written = compare(before.written, after.written);
  if (before.listed === undefined || after.listed === undefined) return written;
  const listed = compare(...withoutShifts(before, after, before.listed, after.listed));
  const what = ({ kind, subject, places }: Unnamed) =>
    [kind, subject, shortened(places[0]?.operation ?? '')].join('\n');
  const key = (finding: Unnamed) => `${finding.service}\n${what(finding)}`;
  const known = new Set(written.map(what));
  // A line for all services repeats a statement of each document.
  const own = listed.filter((finding) => finding.service !== ALL || !known.has(what(finding)));
  return [...new Map([...written, ...own].map((finding) => [key(finding), finding])).values()];
}

/** The ledger's name for the service of a question about all services. */
const ALL = 'all';

function shortened(operation: string): string {
  return operation.slice(operation.lastIndexOf('/') + 1);
}

function withoutShifts(before: Entered, after: Entered, old: Entries, now: Entries): readonly [Entries, Entries] {
  const kept = (entries: Entries, others: Entries, written: Entries): Entries =>
    new Map(
      [...entries].filter(
        ([key, entry]) =>
          others.has(key) || !written.has(key) || !isElsewhere(entry, others) || !isElsewhere(entry, written),
      ),
    );
  return [kept(old, now, after.written), kept(now, old, before.written)];
}

/** Whether the same id exists at another place. */
function isElsewhere({ id, service, place }: Entry, entries: Entries): boolean {
  return [...entries.values()].some(
    (other) => other.id === id && other.service === service && other.place.label !== place.label,
  );
}

/** What has a service and a place. */
interface Placed {
  readonly service: string;
  readonly place: Place;
}

/** Whether only one side has the operation of a place, or its whole service. */
function aloneIn(
  base: LedgerSide,
  head: LedgerSide,
  renames: ReadonlyMap<string, Renames>,
): (placed: Placed) => boolean {
  const labels = (side: LedgerSide, service: string, renamed: Renames) =>
    new Set(
      operationsOf(side.documents.get(service) ?? {}).flatMap(({ operationId }) =>
        operationId === undefined ? [] : [renamed.operations.get(operationId) ?? operationId],
      ),
    );
  return ({ service, place }) => {
    if (base.documents.has(service) !== head.documents.has(service)) return true;
    const there = [
      labels(base, service, NO_RENAMES).has(place.label),
      labels(head, service, renames.get(service) ?? NO_RENAMES).has(place.label),
    ];
    return there.includes(true) && there.includes(false);
  };
}

/** Whether a parameter is optional and its absence has no meaning. */
function isChoice(parameter: JsonObject | undefined): boolean {
  return (
    parameter !== undefined && parameter['required'] !== true && objectOf(parameter['schema'])['default'] === undefined
  );
}

/** All texts in a value: a declaration may contain the names of parameters. */
function textsIn(value: unknown): ReadonlySet<string> {
  const texts = new Set<string>();
  JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner === 'string') texts.add(inner);
    return inner;
  });
  return texts;
}
