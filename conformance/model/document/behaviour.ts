/** Reads the declared behaviour of a document: `x-behaviour` on its root, its operations and its schemas. */
import type { components } from '@wallet-services/contract/behaviour';
import schema from '@wallet-services/contract/ledger/x-behaviour.schema.json' with { type: 'json' };
import { shown } from '@wallet-services/kit/errors';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { renamedMember } from '../renamed.ts';
import { isObject, type JsonObject, objectsOf } from '../values/json.ts';
import { valueAt, within } from '../values/pointer.ts';
import { type Level, methods, type OpenApiDocument } from './document.ts';

/** One aspect that a declaration demands. */
export interface DeclaredRule {
  /** `vault.listVaults.paged.continues` */
  readonly id: string;
  /** `continues` */
  readonly aspect: string;
  readonly level: Level;
  readonly text: string;
  /** Document and section, like "document 1, Limits". */
  readonly source: string;
}

/** A declaration, with its location. Families read their own members. */
export interface Declaration {
  readonly family: string;
  readonly rules: readonly DeclaredRule[];
  /** The operationId; null on the root or a schema. */
  readonly operation: string | null;
  /** The component schema; null elsewhere. */
  readonly schema: string | null;
  /**
   * The declaration is inferred from the structure of the document, which has no such declaration. Absent: it is
   * declared.
   */
  readonly isInferred?: true;
  readonly [member: string]: unknown;
}

type Schemas = components['schemas'];

/** One of the three ways of paging, with all members optional. */
type Paging<Name extends keyof Schemas> = Partial<Omit<Schemas[Name], 'by'>>;

/** Members that have a default where a document leaves them out: families can rely on them. */
interface Defaulted {
  readonly list: 'items' | 'noun';
  readonly sorted: 'direction';
  readonly 'one-of': 'parameter' | 'at';
  readonly 'read-back': 'id';
  readonly envelope: 'except';
}

type Whole = {
  readonly [Name in keyof Defaulted]: Required<Pick<Schemas[Name], Defaulted[Name] & keyof Schemas[Name]>>;
};

/** The form of the declarations of each family. */
type Forms = Schemas &
  Whole & {
    readonly paged: Paging<'paged-by-cursor'> &
      Paging<'paged-by-offset'> &
      Paging<'paged-by-page'> & { readonly by: 'cursor' | 'offset' | 'page' };
  };

/** Families that may be declared on the whole service, or on a schema. */
type Anywhere = 'envelope' | 'invariant' | 'json' | 'lifetime' | 'moment' | 'read-only';

export type FamilyName = keyof Forms;

/** A declaration of a family: the members that x-behaviour.schema.json describes, and its location. */
export type Declared<Name extends FamilyName> = Declaration &
  Omit<Forms[Name], 'family' | 'operation' | 'rules' | 'level' | 'source' | 'omit'> &
  (Name extends Anywhere ? unknown : { readonly operation: string });

function declared(holder: unknown, place: Pick<Declaration, 'operation' | 'schema'>): readonly Declaration[] {
  if (!isObject(holder)) return [];
  return objectsOf(holder['x-behaviour']).map((entry) => ({
    ...entry,
    // The operation that holds a declaration is not the one that the declaration names.
    ...(entry['operation'] === undefined ? {} : { other: entry['operation'] }),
    family: shown(entry['family']),
    rules: objectsOf(entry['rules']) as unknown as readonly DeclaredRule[],
    ...place,
  }));
}

/** The members of a body that its own values require, by declarations of `required-when`. */
export function requiredIn(body: JsonObject, declarations: readonly JsonObject[]): readonly string[] {
  return declarations.flatMap(({ family, member, when }) => {
    const cases = family === 'required-when' && isObject(when) ? Object.entries(when) : [];
    const isCase = cases.some(([name, values]) => Array.isArray(values) && values.includes(body[name]));
    return isCase ? [String(member)] : [];
  });
}

/** Every declaration of a document: of the whole service, then by operation, then by schema. */
export function declarationsOf(document: OpenApiDocument): readonly Declaration[] {
  const operations = Object.values(document.paths).flatMap((item) => methods.flatMap((method) => item[method] ?? []));
  return [
    ...declared(document, { operation: null, schema: null }),
    ...operations.flatMap((operation) => declared(operation, { operation: operation.operationId, schema: null })),
    ...Object.entries(document.components.schemas).flatMap(([schema, value]) =>
      declared(value, { operation: null, schema }),
    ),
  ];
}

/** Every entry of an extension in a document, with the place of its holder. */
function* entriesIn(node: unknown, extension: string, place = ''): Generator<readonly [place: string, entry: unknown]> {
  if (typeof node !== 'object' || node === null) return;
  for (const [name, inner] of Object.entries(node)) {
    if (name === extension) for (const entry of [inner].flat()) yield [place, entry];
    else yield* entriesIn(inner, extension, within(place, name));
  }
}

/** Reports which member of `x-behaviour` or `x-unspecified` has an old name; null where none has. */
export function renamedDeclaration(document: OpenApiDocument): string | null {
  for (const extension of ['x-behaviour', 'x-unspecified']) {
    for (const [place, entry] of entriesIn(document, extension)) {
      const problem = renamedMember(entry);
      if (problem !== null) return `${extension} at ${place || 'the root'}: ${problem}`;
    }
  }
  return null;
}

/** The error in the first invalid declaration of a document, in a sentence; null where all are valid. */
export function wrongDeclaration(document: OpenApiDocument): string | null {
  const ajv = new Ajv2020({ strict: false }).addSchema(schema, 'x-behaviour');
  for (const [place, entry] of entriesIn(document, 'x-behaviour')) {
    const family = isObject(entry) ? shown(entry['family']) : '';
    const forms = Object.entries(schema.$defs).flatMap(([name, form]) =>
      valueAt(form, '/properties/family/const') === family ? [ajv.getSchema(`x-behaviour#/$defs/${name}`)] : [],
    );
    const where = `x-behaviour at ${place || 'the root'}`;
    if (forms.length === 0) return `${where}: there is no family ${JSON.stringify(family)}`;
    const errors = forms.flatMap((validate) => (validate?.(entry) === true ? [] : [validate?.errors]));
    if (errors.length === forms.length) return `${where}: ${ajv.errorsText(errors[0], { dataVar: family })}`;
  }
  return null;
}
