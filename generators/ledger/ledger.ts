/** Collects the ledger: every rule to check and every open question, from the documents. */
import type { Declaration, Observation, OpenApiDocument, OpenQuestion, Rule, Schema } from '../openapi/document.ts';
import { operationsOf } from '../openapi/document.ts';

/**
 * A line of `rules.json`. `operation` is an operationId, `Service/Method` of an RPC, or null for the whole service or a
 * `subject`, a component. `family` is that of the declaration it follows from; null for a rule that was written
 * individually.
 */
export interface RuleEntry {
  readonly id: string;
  readonly service: string;
  readonly operation: string | null;
  readonly subject?: string;
  readonly family: string | null;
  readonly text: string;
  /** The relation in CEL, when the rule concerns a single value. */
  readonly expression?: string;
  readonly source: string;
  /** The clauses that demand it (`spec/clauses/`), the narrowest first. */
  readonly clauses?: readonly string[];
  readonly level: Rule['level'];
}

/**
 * A line of `unspecified.json`. It concerns an operation, or a `subject`: a component, a member of it, or the service.
 */
export interface OpenQuestionEntry extends Observation {
  readonly id: string;
  /** `all`: every service. */
  readonly service: string;
  readonly operation?: string;
  readonly subject?: string;
  readonly text: string;
  readonly source: string;
  /** The clauses that raise it (`spec/clauses/`), the narrowest first; none when the documents do not mention it. */
  readonly clauses?: readonly string[];
}

export interface Ledger {
  readonly rules: readonly RuleEntry[];
  readonly unspecified: readonly OpenQuestionEntry[];
}

/** The protobuf service that the operations name; otherwise the default name. */
function rpcServiceName(service: string, document: OpenApiDocument): string {
  const same = operationsOf(document)
    .flatMap(({ operation }) => operation['x-behaviour'] ?? [])
    .find(({ family, rpc }) => family === 'same-as' && rpc !== undefined);
  const [name] = String(same?.['rpc'] ?? '').split('/');
  return name || `${service.charAt(0).toUpperCase()}${service.slice(1)}Service`;
}

/** Collects both lists, sorted by service, then in document order; an id at several places is listed once. */
export function collectLedger(documents: ReadonlyMap<string, OpenApiDocument>): Ledger {
  const rules = new Map<string, RuleEntry>();
  const unspecified = new Map<string, OpenQuestionEntry>();
  for (const [service, document] of documents) {
    for (const entry of rulesOf(service, document)) if (!rules.has(entry.id)) rules.set(entry.id, entry);
    for (const entry of openQuestionsOf(service, document))
      if (!unspecified.has(entry.id)) unspecified.set(entry.id, entry);
  }
  return { rules: [...rules.values()], unspecified: [...unspecified.values()] };
}

function* rulesOf(service: string, document: OpenApiDocument): Generator<RuleEntry> {
  const rpcService = rpcServiceName(service, document);
  yield* rulesAt(document, { service, rpcService, operation: null });
  for (const { operation } of operationsOf(document)) {
    yield* rulesAt(operation, { service, rpcService, operation: operation.operationId });
  }
  for (const [subject, schema] of Object.entries(document.components.schemas)) {
    yield* rulesAt(schema, { service, rpcService, operation: null, subject });
  }
}

/** The rules of one place: those of its declarations, then the individually written ones. */
function* rulesAt(
  place: { readonly 'x-behaviour'?: readonly Declaration[]; readonly 'x-rules'?: readonly Rule[] },
  { rpcService, ...where }: Pick<RuleEntry, 'service' | 'operation' | 'subject'> & { readonly rpcService: string },
): Generator<RuleEntry> {
  for (const { family, expression, rules } of place['x-behaviour'] ?? []) {
    const formula = typeof expression === 'string' ? { expression } : {};
    for (const { id, text, source, clauses, level } of rules) {
      yield { id, ...where, family, text, ...formula, source, ...grounds(clauses), level };
    }
  }
  for (const { id, text, source, clauses, level, rpc } of place['x-rules'] ?? []) {
    const operation = rpc === undefined ? where.operation : `${rpcService}/${rpc}`;
    yield { id, ...where, operation, family: null, text, source, ...grounds(clauses), level };
  }
}

const grounds = (clauses: readonly string[] | undefined) => (clauses === undefined ? {} : { clauses });

function* openQuestionsOf(service: string, document: OpenApiDocument): Generator<OpenQuestionEntry> {
  const entry = (
    { id, text, source, ...observation }: OpenQuestion,
    where: { operation: string } | { subject: string },
  ): OpenQuestionEntry => ({
    id,
    ...(id.startsWith('all.') ? { service: 'all', subject: 'all services' } : { service, ...where }),
    text,
    source,
    ...observation,
  });
  for (const question of document['x-unspecified'] ?? []) yield entry(question, { subject: document.info.title });
  for (const { operation } of operationsOf(document)) {
    const { operationId } = operation;
    for (const question of operation['x-unspecified'] ?? []) yield entry(question, { operation: operationId });
    for (const parameter of operation.parameters ?? []) {
      for (const question of [...questionsIn(parameter), ...questionsIn(parameter.schema)])
        yield entry(question, { operation: operationId });
    }
    for (const media of Object.values(operation.requestBody?.content ?? {})) {
      for (const [question] of questionsWithin(media.schema, operationId))
        yield entry(question, { operation: operationId });
    }
    for (const response of Object.values(operation.responses)) {
      for (const media of Object.values(response.content ?? {})) {
        for (const [question] of questionsWithin(media.schema, operationId))
          yield entry(question, { operation: operationId });
      }
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    for (const [question, subject] of questionsWithin(schema, name)) yield entry(question, { subject });
  }
}

function questionsIn(place: { readonly [keyword: string]: unknown }): readonly OpenQuestion[] {
  const questions = place['x-unspecified'];
  return Array.isArray(questions) ? questions : [];
}

function* questionsWithin(schema: Schema, subject: string): Generator<[OpenQuestion, string]> {
  for (const question of questionsIn(schema)) yield [question, subject];
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    yield* questionsWithin(member, `${subject}.${name}`);
  if (schema.items !== undefined) yield* questionsWithin(schema.items, subject);
  for (const branch of schema.anyOf ?? []) yield* questionsWithin(branch, subject);
}
