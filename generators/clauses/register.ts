/**
 * Reads the register of clauses: the statements of the requirement documents, and the claims on each (`spec/clauses/`).
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '@wallet-services/kit/errors';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import schema from './register.schema.json' with { type: 'json' };

/** The kind of a statement. The documents leave the last three kinds open. */
export type Kind =
  | 'field'
  | 'input'
  | 'response'
  | 'operation'
  | 'rule'
  | 'error'
  | 'limit'
  | 'state'
  | 'auth'
  | 'note'
  | 'not shown'
  | 'gap'
  | 'tension';

/** The open kinds, which cannot justify a demand. */
export const openKinds: ReadonlySet<Kind> = new Set(['not shown', 'gap', 'tension']);

/** One statement of a document. */
export interface Clause {
  readonly id: string;
  /** The file it is in: a service, or `auth` or `shared`. */
  readonly service: string;
  readonly document: number;
  /** Headings, from the outermost, joined by commas. */
  readonly section: string;
  /** The position in the section: the row and column of a table, or the number of a rule. */
  readonly place?: string;
  readonly kind: Kind;
  readonly status?: 'draft' | 'deprecated';
  /** Whether a client of a service can observe it. */
  readonly visible: boolean;
  /** The statement, paraphrased. */
  readonly text: string;
  /** Places of an OpenAPI document, each `service/place`. */
  readonly schema: readonly string[];
  /** Messages and services of the protobuf files. */
  readonly protobuf: readonly string[];
  readonly rules: readonly string[];
  readonly questions: readonly string[];
  /** Why its rules have different levels. */
  readonly levels?: string;
}

/** The parts of the contract that go beyond the documents. `*` in a name is any sequence of letters and dots. */
export interface Own {
  readonly schema: readonly string[];
  readonly rules: readonly string[];
  readonly questions: readonly string[];
}

/** A kind of demand, which has one level in every operation (`levels.yaml`). */
export interface DemandKind {
  /** The name of the kind: `echo`. */
  readonly kind: string;
  readonly text: string;
  /** Rules of the ledger; `*` as in clauses. */
  readonly rules: readonly string[];
  readonly level: 'must' | 'should' | 'observe';
  /** Rules of the kind that have another level, with the reason. Absent: none. */
  readonly exceptions?: readonly (Pick<DemandKind, 'rules' | 'level'> & { readonly why: string })[];
}

/** The register, and the parts of the contract that go beyond the documents. */
export interface Register {
  readonly clauses: readonly Clause[];
  readonly own: Own;
  readonly levels: readonly DemandKind[];
}

interface Section {
  readonly document: number;
  readonly section: string;
  readonly clauses: readonly (Pick<Clause, 'id' | 'kind' | 'text'> & Partial<Clause>)[];
}

interface OwnFile {
  readonly schema: readonly { readonly place: string; readonly why: string }[];
  readonly rules: readonly { readonly rule: string; readonly why: string }[];
  readonly questions: readonly string[];
}

const OWN = 'own.yaml';
const LEVELS = 'levels.yaml';

const NOTHING: OwnFile = { schema: [], rules: [], questions: [] };

/**
 * @param folder the folder of the register
 * @returns null when there is none: another contract may have no register
 * @throws UsageError that names the file and the place, if a file has another form
 */
export async function readRegister(folder: string): Promise<Register | null> {
  if (!existsSync(folder)) return null;
  const ajv = new Ajv2020({ allErrors: true });
  const isSections = ajv.compile<Section[]>(schema.$defs.sections);
  const isOwn = ajv.compile<OwnFile>(schema.$defs.own);
  const isLevels = ajv.compile<DemandKind[]>({ ...schema.$defs.levels, $defs: schema.$defs });
  const read = async <T>(
    file: string,
    is: { (value: unknown): value is T; errors?: typeof ajv.errors },
  ): Promise<T> => {
    const value: unknown = parse(await readFile(join(folder, file), 'utf8'));
    if (is(value)) return value;
    throw new UsageError(`spec/clauses/${file}: ${ajv.errorsText(is.errors ?? null, { dataVar: 'it' })}`);
  };
  const files = (await readdir(folder))
    .filter((file) => file.endsWith('.yaml') && ![OWN, LEVELS].includes(file))
    .toSorted();
  const clauses = await Promise.all(
    files.map(async (file) => {
      const service = file.slice(0, -'.yaml'.length);
      return (await read(file, isSections)).flatMap((section) => clausesOf(service, section));
    }),
  );
  const { schema: places, rules, questions } = existsSync(join(folder, OWN)) ? await read(OWN, isOwn) : NOTHING;
  const own = { schema: places.map(({ place }) => place), rules: rules.map(({ rule }) => rule), questions };
  const levels = existsSync(join(folder, LEVELS)) ? await read(LEVELS, isLevels) : [];
  return { clauses: clauses.flat(), own, levels };
}

function clausesOf(service: string, { document, section, clauses }: Section): Clause[] {
  return clauses.map(({ schema: places = [], ...clause }) => ({
    visible: true,
    protobuf: [],
    rules: [],
    questions: [],
    ...clause,
    service,
    document,
    section,
    schema: places.map((place) => (place.includes('/') ? place : `${service}/${place}`)),
  }));
}

/** The statements of the documents in our own words, by the ids of their clauses. */
export function statementsOf({ clauses }: Pick<Register, 'clauses'>): Readonly<Record<string, string>> {
  return Object.fromEntries(clauses.map(({ id, text }) => [id, text]));
}

/** The position of a clause, as reports cite it: "document 2, Endpoints, Swap service, GET /pairs, Inputs". */
export function citationOf({ document, section, place }: Clause): string {
  return [`document ${document}`, section, ...(place === undefined ? [] : [place])].join(', ');
}
