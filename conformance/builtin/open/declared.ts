/** Looks that the contract declares beside its open questions: what is asked, and what of the answers is told. */

import type { OwnRule } from '../../core/rule.ts';
import { itemsOf } from '../../discovery/things.ts';
import type { DeclaredLook, OpenQuestionEntry } from '../../model/document/ledger.ts';
import { type Input, noInput } from '../../model/input.ts';
import { typeName } from '../../model/values/json.ts';
import { membersOf, orderOf, pageLook } from './lists.ts';
import { baseAddress, refusal, taken, topMembers, transportOf, unknownParameter, unknownPath } from './requests.ts';
import { distinct, formOf, type Look, open, several } from './words.ts';

/** A declared look, with the first of the operations that show it. */
interface Asking extends DeclaredLook {
  readonly first: string;
}

function changeOf({ path, query, headers, body }: DeclaredLook): Partial<Input> {
  return Object.fromEntries(Object.entries({ path, query, headers, body }).filter(([, value]) => value !== undefined));
}

function optionsOf({ credentials, schemes }: DeclaredLook) {
  return { ...(credentials && { credentials }), ...(schemes && { schemes }) };
}

/** What is seen, by its name. */
const seeing: Readonly<Record<string, (asking: Asking) => Look>> = {
  order: ({ first, members: [member] = [], query = noInput.query }) => orderOf(first, member, query),
  forms: ({ first, members = [] }) => membersOf(formOf, first, members),
  types: ({ first, members = [] }) => membersOf(typeName, first, members),
  values: ({ first, members = [] }) => membersOf(String, first, members),
  'item-members':
    ({ first }) =>
    async (talk) =>
      distinct((await itemsOf(talk, first)).flatMap((item) => Object.keys(item))),
  'top-members': ({ first }) => topMembers(first),
  taken: (asking) => taken(asking.first, changeOf(asking), optionsOf(asking)),
  refusal: (asking) => refusal(asking.first, changeOf(asking), optionsOf(asking)),
  'unknown-path': () => unknownPath,
  'unknown-parameter': ({ first }) => unknownParameter(first),
  credential: ({ first, credential = '' }) => transportOf(credential, first),
};

/** Null where this version knows no such look. */
function lookOf(declared: DeclaredLook, operation: string | undefined): Look | null {
  const { at = operation === undefined ? [] : [operation] } = declared;
  return seeing[declared.see]?.({ ...declared, first: at[0] ?? '' }) ?? pageLook(declared.see, at);
}

/** The observer of an open question as it is declared; none where code of the suite looks. */
export function declaredLooks({ id, operation, look, looks }: OpenQuestionEntry): readonly OwnRule[] {
  if (look?.see === 'address') return [baseAddress(id)];
  const alone = look === undefined ? null : lookOf(look, operation);
  if (alone !== null) return [open(id, alone)];
  if (looks === undefined) return [];
  const seen = Object.entries(looks).map(([name, one]) => [name, lookOf(one, operation) ?? (async () => null)]);
  return [open(id, several(Object.fromEntries(seen)))];
}
