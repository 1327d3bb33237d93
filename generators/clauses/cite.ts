/** Writes the clauses that rules and questions are based on into a document. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { means } from './places.ts';
import { type Clause, citationOf, type Register } from './register.ts';

interface Cited {
  readonly id: string;
  readonly source: string;
}

/**
 * @returns a copy of the document in which every rule and question names its clauses, and has the place of the
 * narrowest one as its source
 */
export function cite(document: OpenApiDocument, { clauses }: Register): OpenApiDocument {
  const named = clauses.flatMap((clause) =>
    [...clause.rules, ...clause.questions].map((name) => ({ clause, isMeant: means(name) })),
  );
  const cited = <Entry extends Cited>(entry: Entry): Entry => {
    const grounds = named
      .filter(({ isMeant }) => isMeant(entry.id))
      .map(({ clause }) => clause)
      .toSorted((a, b) => breadth(a) - breadth(b));
    const [narrowest] = grounds;
    if (narrowest === undefined) return entry;
    return { ...entry, source: citationOf(narrowest), clauses: grounds.map(({ id }) => id) };
  };
  return visit(document, cited) as OpenApiDocument;
}

/** The breadth of a clause: a clause with few rules is more specific about each of them. */
const breadth = ({ rules, questions }: Clause): number => rules.length + questions.length;

function visit(value: unknown, cited: <Entry extends Cited>(entry: Entry) => Entry): unknown {
  if (Array.isArray(value)) return value.map((item) => visit(item, cited));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === 'x-behaviour' && Array.isArray(member))
        return [name, member.map((declaration) => ({ ...declaration, rules: declaration.rules.map(cited) }))];
      if ((name === 'x-rules' || name === 'x-unspecified') && Array.isArray(member)) return [name, member.map(cited)];
      return [name, visit(member, cited)];
    }),
  );
}
