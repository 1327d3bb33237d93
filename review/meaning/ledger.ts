/** Compares what schemas cannot say: the rules, and the questions that the documents leave open. */
import type { Affected, Area, ChangeClass, Unnamed } from '../finding.ts';
import { arrayOf, isObject, type JsonObject } from '../json.ts';

/** What the ledger and the documents say. */
export interface LedgerSide {
  readonly documents: ReadonlyMap<string, JsonObject>;
  readonly rules: readonly JsonObject[];
  readonly questions: readonly JsonObject[];
}

interface Entry {
  readonly id: string;
  readonly service: string;
  readonly subject: string;
  readonly text: string;
  readonly level: string;
  readonly source: string;
}

/** Finds rules and open questions that came, went or read differently, in the ledger or in the documents. */
export function compareLedger(base: LedgerSide, head: LedgerSide): readonly Unnamed[] {
  const findings = [
    ...rules(written(base.documents, 'x-rules'), written(head.documents, 'x-rules')),
    ...questions(written(base.documents, 'x-unspecified'), written(head.documents, 'x-unspecified')),
    ...(comparable(base.rules, head.rules) ? rules(listed(base.rules), listed(head.rules)) : []),
    ...(comparable(base.questions, head.questions) ? questions(listed(base.questions), listed(head.questions)) : []),
  ];
  // The ledger lists what the documents say, and knows more of the subject: the later finding stands.
  return [...new Map(findings.map((finding) => [`${finding.kind} ${finding.subject}`, finding])).values()];
}

/** Without a ledger on one side there is nothing to compare; the documents have it all. */
function comparable(before: readonly JsonObject[], after: readonly JsonObject[]): boolean {
  return before.length > 0 && after.length > 0;
}

type Entries = ReadonlyMap<string, Entry>;

/** The lines of the ledger. */
function listed(lines: readonly JsonObject[]): Entries {
  return new Map(lines.map((line) => [String(line['id']), entry(line, String(line['service'] ?? ''))]));
}

/** What the documents carry. */
function written(documents: ReadonlyMap<string, JsonObject>, extension: string): Entries {
  const entries = new Map<string, Entry>();
  for (const [service, document] of documents) {
    for (const { node, operation } of extensionsIn(document, extension, '')) {
      const id = String(node['id']);
      if (!entries.has(id)) entries.set(id, entry({ ...node, operation }, service));
    }
  }
  return entries;
}

interface Found {
  readonly node: JsonObject;
  readonly operation: string;
}

/** Finds every occurrence of an extension, with the operation that it stands in. */
function* extensionsIn(node: unknown, extension: string, operation: string): Generator<Found> {
  if (Array.isArray(node)) {
    for (const one of node) yield* extensionsIn(one, extension, operation);
    return;
  }
  if (!isObject(node)) return;
  const own = typeof node['operationId'] === 'string' ? node['operationId'] : operation;
  for (const one of arrayOf(node[extension]))
    if (isObject(one) && typeof one['id'] === 'string') yield { node: one, operation: own };
  for (const [name, value] of Object.entries(node)) {
    if (name !== extension && name !== 'example' && name !== 'examples') yield* extensionsIn(value, extension, own);
  }
}

function entry(line: JsonObject, service: string): Entry {
  const text = (name: string) => (typeof line[name] === 'string' ? line[name] : '');
  return {
    id: String(line['id']),
    service,
    subject: text('operation') || text('subject'),
    text: text('text'),
    level: text('level'),
    source: text('source'),
  };
}

const LEVELS = ['observe', 'should', 'must'];

function rules(before: Entries, after: Entries): readonly Unnamed[] {
  return pairs(before, after).flatMap(([old, now]) => {
    if (old === undefined && now !== undefined) {
      return finding('rules', 'compatible', now, 'rule-added', `rule added (${now.level})`, null, now.text, {
        servers: `${now.level === 'must' ? 'have to' : 'should'} keep it; the conformance suite needs a check for it`,
      });
    }
    if (old !== undefined && now === undefined) {
      return finding('rules', 'compatible', old, 'rule-removed', `rule removed (${old.level})`, old.text, null, {
        clients: 'can no longer rely on it',
      });
    }
    if (old === undefined || now === undefined) return [];
    return [
      ...(old.level === now.level ? [] : leveled(old, now)),
      ...(old.text === now.text
        ? []
        : finding(
            'rules',
            'documentation',
            now,
            'rule-reworded',
            'rule reworded; its id must not get another meaning',
            old.text,
            now.text,
          )),
      ...(old.source === now.source
        ? []
        : finding('rules', 'documentation', now, 'source-changed', 'source changed', old.source, now.source)),
    ];
  });
}

function leveled(old: Entry, now: Entry): readonly Unnamed[] {
  const stricter = LEVELS.indexOf(now.level) > LEVELS.indexOf(old.level);
  const affected: Affected = stricter
    ? { servers: 'are held to it more strictly' }
    : { clients: 'can rely on it less' };
  return finding(
    'rules',
    'compatible',
    now,
    'rule-level-changed',
    `rule is now ${now.level}, was ${old.level}`,
    old.level,
    now.level,
    affected,
  );
}

function questions(before: Entries, after: Entries): readonly Unnamed[] {
  return pairs(before, after).flatMap(([old, now]) => {
    if (old === undefined && now !== undefined) {
      return finding('questions', 'compatible', now, 'question-opened', 'question opened', null, now.text, {
        clients: 'must be ready for any answer',
      });
    }
    if (old !== undefined && now === undefined) {
      return finding('questions', 'compatible', old, 'question-closed', 'question closed', old.text, null, {
        servers: 'may no longer choose; see the rules that answer it',
      });
    }
    if (old === undefined || now === undefined) return [];
    return [
      ...(old.text === now.text
        ? []
        : finding('questions', 'documentation', now, 'question-reworded', 'question reworded', old.text, now.text)),
      ...(old.source === now.source
        ? []
        : finding('questions', 'documentation', now, 'source-changed', 'source changed', old.source, now.source)),
    ];
  });
}

function pairs(before: Entries, after: Entries): readonly (readonly [Entry | undefined, Entry | undefined])[] {
  return [...new Set([...before.keys(), ...after.keys()])].map((id) => [before.get(id), after.get(id)]);
}

function finding(
  area: Area,
  grade: ChangeClass,
  { id, service, subject }: Entry,
  kind: string,
  change: string,
  before: string | null,
  after: string | null,
  affected: Affected = {},
): readonly Unnamed[] {
  const places = subject === '' ? [] : [{ operation: subject, where: '', member: '' }];
  return [
    {
      area,
      class: grade,
      service,
      direction: null,
      subject: id,
      member: '',
      kind,
      change,
      before,
      after,
      affected,
      places,
      corrected: null,
    },
  ];
}
