/** Probes that the contract declares for its open questions: the request, and the observation of its response. */

import type { OwnRule } from '../../core/rule.ts';
import { itemsOf } from '../../discovery/things.ts';
import type { DeclaredProbe, OpenQuestionEntry } from '../../model/document/ledger.ts';
import { type Input, noInput } from '../../model/input.ts';
import { typeName } from '../../model/values/json.ts';
import { membersOf, orderOf, pageProbe } from './lists.ts';
import { baseAddress, refusal, taken, topMembers, transportOf, unknownParameter, unknownPath } from './requests.ts';
import { distinct, formOf, open, type Probe, several } from './words.ts';

/** A declared probe, with the first of the operations that show it. */
interface Probing extends DeclaredProbe {
  readonly first: string;
}

function changeOf({ path, query, headers, body }: DeclaredProbe): Partial<Input> {
  return Object.fromEntries(Object.entries({ path, query, headers, body }).filter(([, value]) => value !== undefined));
}

function optionsOf({ credentials, schemes }: DeclaredProbe) {
  return { ...(credentials && { credentials }), ...(schemes && { schemes }) };
}

/** The observations, by name. */
const probesOf: Readonly<Record<string, (sending: Probing) => Probe>> = {
  order: ({ first, members: [member] = [], query = noInput.query }) => orderOf(first, member, query),
  forms: ({ first, members = [] }) => membersOf(formOf, first, members),
  types: ({ first, members = [] }) => membersOf(typeName, first, members),
  values: ({ first, members = [] }) => membersOf(String, first, members),
  'item-members':
    ({ first }) =>
    async (ctx) =>
      distinct((await itemsOf(ctx, first)).flatMap((item) => Object.keys(item))),
  'top-members': ({ first }) => topMembers(first),
  taken: (sending) => taken(sending.first, changeOf(sending), optionsOf(sending)),
  refusal: (sending) => refusal(sending.first, changeOf(sending), optionsOf(sending)),
  'unknown-path': () => unknownPath,
  'unknown-parameter': ({ first }) => unknownParameter(first),
  credential: ({ first, credential = '' }) => transportOf(credential, first),
};

/** The function of a probe; null if this version has none. */
function probeOf(declared: DeclaredProbe, operation: string | undefined): Probe | null {
  const { at = operation === undefined ? [] : [operation] } = declared;
  return probesOf[declared.kind]?.({ ...declared, first: at[0] ?? '' }) ?? pageProbe(declared.kind, at);
}

/** The observer of an open question as it is declared; none where code of the suite observes it. */
export function declaredProbes({ id, operation, probe, probes }: OpenQuestionEntry): readonly OwnRule[] {
  if (probe?.kind === 'address') return [baseAddress(id)];
  const alone = probe === undefined ? null : probeOf(probe, operation);
  if (alone !== null) return [open(id, alone)];
  if (probes === undefined) return [];
  const seen = Object.entries(probes).map(([name, one]) => [name, probeOf(one, operation) ?? (async () => null)]);
  return [open(id, several(Object.fromEntries(seen)))];
}
