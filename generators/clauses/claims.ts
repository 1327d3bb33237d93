/**
 * Compares the contract with the register of clauses, in both directions: no demand without a clause, no clause without
 * a claim.
 */
import type { Ledger, RuleEntry } from '../ledger/ledger.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { means, placesOf } from './places.ts';
import { type Clause, openKinds, type Register } from './register.ts';

/** The parts of the contract that clauses claim. */
export interface Claimable {
  readonly documents: ReadonlyMap<string, OpenApiDocument>;
  readonly ledger: Ledger;
  /** Names of the messages and services of the protobuf files. */
  readonly protobuf: ReadonlySet<string>;
}

/** @returns the problems, one sentence each with what to do; empty if there are none */
export function problemsOf(register: Register, contract: Claimable): string[] {
  return [
    ...repeated(register.clauses),
    ...unknownNames(register, contract),
    ...unclaimed(register.clauses),
    ...groundless(register, contract.ledger),
    ...uneven(register.clauses, contract.ledger),
    ...unlevel(register, contract.ledger),
    ...unstated(register, contract.documents),
  ];
}

function repeated(clauses: readonly Clause[]): string[] {
  const seen = new Set<string>();
  return clauses.flatMap(({ id, service }) => {
    if (!id.startsWith(`${service}.`)) return [`clause ${id}: an id in ${service}.yaml begins with "${service}."`];
    if (seen.has(id)) return [`clause ${id} is listed twice: give the second an id of its own`];
    seen.add(id);
    return [];
  });
}

type IsNamed = (name: string) => boolean;

function unknownNames({ clauses, own }: Register, { documents, ledger, protobuf }: Claimable): string[] {
  const rules = ledger.rules.map(({ id }) => id);
  const questions = ledger.unspecified.map(({ id }) => id);
  const places = [...documents].flatMap(([service, document]) => [...placesOf(service, document).all]);
  const isIn = (ids: readonly string[]) => (name: string) => ids.some(means(name));
  const [isRule, isQuestion, isPlace] = [rules, questions, places].map(isIn) as [IsNamed, IsNamed, IsNamed];
  const missing = (names: readonly string[], exists: (name: string) => boolean, what: string, where: string) =>
    names
      .filter((name) => !exists(name))
      .map((name) => `${where} names the ${what} ${name}, which the contract does not have: rename or remove it`);
  return [
    ...clauses.flatMap((clause) => [
      ...missing(clause.rules, isRule, 'rule', `clause ${clause.id}`),
      ...missing(clause.questions, isQuestion, 'question', `clause ${clause.id}`),
      ...missing(clause.schema, isPlace, 'place', `clause ${clause.id}`),
      ...missing(clause.protobuf, (name) => protobuf.has(name), 'message', `clause ${clause.id}`),
    ]),
    ...missing(own.schema, isPlace, 'place', 'own.yaml'),
    ...missing(own.questions, isQuestion, 'question', 'own.yaml'),
    ...missing(own.rules, isRule, 'rule', 'own.yaml'),
  ];
}

/** Clauses without a claim. A question claims a clause that is open. */
function unclaimed(clauses: readonly Clause[]): string[] {
  return clauses.flatMap(({ id, kind, visible, schema, protobuf, rules, questions }) => {
    if (openKinds.has(kind) && questions.length === 0)
      return [`clause ${id} (${kind}) has no question: declare one with @unspecified and list it`];
    if (visible && schema.length + protobuf.length + rules.length + questions.length === 0)
      return [`nothing claims the clause ${id}: list the rule, the place or the question that does`];
    return [];
  });
}

/** Demands and questions without a clause that justifies them. */
function groundless({ clauses, own }: Register, { rules, unspecified }: Ledger): string[] {
  const groundsOf = (id: string) => clauses.filter((clause) => clause.rules.some((name) => means(name)(id)));
  const isOwn = (names: readonly string[], id: string) => names.some((name) => means(name)(id));
  const requested = [...own.questions, ...clauses.flatMap(({ questions }) => questions)];
  return [
    ...rules.flatMap(({ id, level }) => {
      const grounds = groundsOf(id);
      if (grounds.length === 0 && isOwn(own.rules, id)) return [];
      if (grounds.length === 0)
        return [
          `the rule ${id} (${level}) has no clause: add it to the clause that demands it, or to own.yaml with the reason, in spec/clauses/`,
        ];
      if (level === 'must' && grounds.every(({ kind }) => openKinds.has(kind)))
        return [`the rule ${id} is a must, and its clauses only say what is open: make it "observe", or a question`];
      return [];
    }),
    ...unspecified.flatMap(({ id }) =>
      isOwn(requested, id)
        ? []
        : [`the question ${id} has no clause: add it to one, or to own.yaml if no document raises it`],
    ),
    ...clauses.flatMap(({ id, kind, schema }) =>
      openKinds.has(kind) && schema.length > 0
        ? [`clause ${id} (${kind}) is no ground for ${schema.join(', ')}: what is open tightens no schema`]
        : [],
    ),
  ];
}

/** Clauses with rules of several levels but without a reason. */
function uneven(clauses: readonly Clause[], { rules }: Ledger): string[] {
  const levelOf = new Map<string, RuleEntry['level']>(rules.map(({ id, level }) => [id, level]));
  return clauses.flatMap(({ id, rules: claiming, levels }) => {
    const found = new Set(
      [...levelOf].filter(([rule]) => claiming.some((name) => means(name)(rule))).map(([, level]) => level),
    );
    if (found.size > 1 && levels === undefined)
      return [
        `clause ${id} has rules of the levels ${[...found].join(' and ')}: make them one, or say why in "levels"`,
      ];
    if (found.size <= 1 && levels !== undefined)
      return [`clause ${id} says why its levels differ, but they do not: remove "levels"`];
    return [];
  });
}

/**
 * Rules of a kind with another level than the kind but without a reason; also unused reasons and names. A rule that no
 * statement demands has the level that its declaration gives it.
 */
function unlevel({ levels, own }: Register, ledger: Ledger): string[] {
  const rules = ledger.rules.filter(({ id }) => !own.rules.some((name) => means(name)(id)));
  return levels.flatMap(({ kind, rules: names, level, exceptions = [] }) => {
    const where = `levels.yaml, kind "${kind}"`;
    const all = [...names, ...exceptions.flatMap((one) => one.rules)];
    const idle = all
      .filter((name) => !rules.some(({ id }) => means(name)(id)))
      .map((name) => `${where} names the rule ${name}, which the contract does not have: rename or remove it`);
    const wrong = rules
      .filter(({ id }) => all.some((name) => means(name)(id)))
      .flatMap(({ id, level: own }) => {
        const exception = exceptions.find((one) => one.rules.some((name) => means(name)(id)));
        const wanted = exception?.level ?? level;
        if (own !== wanted)
          return [`rule ${id} is "${own}", but ${where} gives it "${wanted}": make them one, or add an exception`];
        return exception !== undefined && own === level
          ? [`${where} lists ${id} as an exception, but it has the level of its kind: remove it there`]
          : [];
      });
    return [...idle, ...wrong];
  });
}

/** Members, parameters, operations and responses that no statement mentions. */
function unstated({ clauses, own }: Register, documents: ReadonlyMap<string, OpenApiDocument>): string[] {
  const names = [...new Set([...own.schema, ...clauses.flatMap(({ schema }) => schema)])];
  const exact = new Set(names);
  const patterns = names.filter((name) => name.includes('*')).map(means);
  return [...documents].flatMap(([service, document]) =>
    [...placesOf(service, document).demanding]
      .filter((place) => !exact.has(place) && !patterns.some((matches) => matches(place)))
      .map((place) => `no clause states ${place}: add it to the clause that does, or to own.yaml with the reason`),
  );
}
