/** Plans the requests for the inputs of an operation, and which rule each of them tests. */
import type { InputProfile, SuiteContext } from '../../core/context.ts';
import { changesOthers } from '../../discovery/fresh.ts';
import { keepsId, suitsNone } from '../../discovery/own-id.ts';
import { casesOf, type RequiredWhen } from '../../families/required-when/declared.ts';
import { type Demand, demandOf, isReadAsText } from '../../generate/demands.ts';
import { invalidVariants, validVariants } from '../../generate/inputs.ts';
import type { ApiModel, Operation } from '../../model/document/api.ts';
import { declaredAt } from '../../model/document/lists.ts';
import type { Intent } from '../../model/exchange.ts';
import type { InputVariant } from '../../model/judging.ts';
import { isObject } from '../../model/values/json.ts';
import { boundaryProbes, listProbes, nothingProbes, silentProbes } from './probes.ts';

export const ACCEPTED = 'input.valid-accepted';
export const REFUSED = 'input.invalid-refused';
/** The same for a demand that is only inferred. */
export const READ = 'input.unmarked-refused';
/** Ids of open questions of every service. */
export const MALFORMED = 'all.inputs.malformed';
export const UNMARKED = 'all.inputs.required';

/** The place of a variant that sends every input. */
const EVERY_INPUT = '*';

/** A request, and what is known about it. */
export interface Planned extends InputVariant {
  readonly intent: Intent;
  /** The rule that the server breaks if it accepts the request, which is invalid. */
  readonly rule?: string;
  /** Any server that accepted the example must accept it. Absent: it depends on the operation. */
  readonly isCertain?: boolean;
  /** The request may be rejected, but no correct server fails on it. Absent: that depends on its inputs. */
  readonly isSound?: boolean;
}

function ruleOf(demand: Demand, { change }: InputVariant): string {
  if (demand === 'open') return change === 'missing' ? UNMARKED : MALFORMED;
  return demand === 'must' ? REFUSED : READ;
}

/** The cases in which the invalid member of a request is required. */
function casesAbout(api: ApiModel, operation: Operation, { place }: InputVariant) {
  const declared = declaredAt(api, operation.id, 'required-when') as readonly RequiredWhen[];
  return declared.filter(({ member }) => `body/${member}` === place).flatMap(casesOf);
}

/**
 * Whether a request is one of those in which its invalid member is required: `strategy_name` of an airdrop to comments.
 */
function isRequiredHere(
  profile: InputProfile,
  operation: Operation,
  variant: InputVariant,
  suite: SuiteContext,
): boolean {
  const cases = casesAbout(suite.api, operation, variant);
  if (cases.length === 0) return false;
  const { body } = (profile.refresh?.(operation, variant.input, variant, suite) ?? variant).input;
  return cases.some(([name, value]) => isObject(body) && body[name] === value);
}

/**
 * The request in a case in which its invalid member is required, if there is one; a profile that knows the service
 * and refreshes requests handles such cases itself.
 */
function inItsCase(
  { refresh, isStrict }: InputProfile,
  operation: Operation,
  variant: InputVariant,
  { api }: SuiteContext,
): InputVariant {
  const { input } = variant;
  const [first] = casesAbout(api, operation, variant);
  if (first === undefined || (refresh !== undefined && isStrict !== true) || !isObject(input.body)) return variant;
  return { ...variant, input: { ...input, body: { ...input.body, [first[0]]: first[1] } } };
}

/** The demand of the documents on the invalid input of a request: `body/amount: two points`. */
export function wanted(
  profile: InputProfile,
  operation: Operation,
  variant: InputVariant,
  suite: SuiteContext,
): Demand {
  if (profile.isOpen?.(operation, variant) === true) return 'open';
  if (profile.isStrict === true) return 'must';
  if (isReadAsText(variant)) return 'open';
  if (isRequiredHere(profile, operation, variant, suite)) return 'must';
  return demandOf(suite.api.document, operation, variant.place ?? '');
}

/** The wrong variants of a request, of which none names an item of the server by chance. */
export function wrongVariants(
  profile: InputProfile,
  operation: Operation,
  suite: SuiteContext,
  base: InputVariant['input'],
): readonly Planned[] {
  const isOthers = changesOthers(suite, operation);
  // Some servers read the wrong id 1.2.3 as 1, which may be the id of an item.
  const mayName = ({ place = '', value }: InputVariant) => place.startsWith('path/') && !suitsNone(String(value));
  const invalid = invalidVariants(suite, operation, base).filter((one) => !isOthers || !mayName(one));
  const wrong = invalid.map((one): Planned => {
    const variant = inItsCase(profile, operation, one, suite);
    const demand = wanted(profile, operation, variant, suite);
    return { ...variant, intent: demand === 'open' ? 'open' : 'invalid', rule: ruleOf(demand, variant) };
  });
  // Another id may be that of an item which the request would replace.
  return wrong.filter(({ input }) => profile.isStrict !== true || keepsId(suite.api, operation, input.body, base.body));
}

/** The variants that are tried on an operation, besides the example itself. */
export function variantsOf(
  profile: InputProfile,
  operation: Operation,
  suite: SuiteContext,
  { base, all }: { readonly base: InputVariant['input']; readonly all: InputVariant['input'] },
): readonly Planned[] {
  const { api } = suite;
  const wrong = wrongVariants(profile, operation, suite, base);
  const isOptional = operation.parameters.some(({ required }) => !required);
  const documented = [
    ...(isOptional ? [{ name: 'every input', place: EVERY_INPUT, input: all }] : []),
    ...validVariants(suite, operation, base),
  ];
  const silent = [
    ...listProbes(api, operation, base),
    ...nothingProbes(api, operation, base),
    ...silentProbes(profile.silent ?? {}, operation, base),
  ];
  const edges = profile.isStrict === true ? boundaryProbes(api, operation, base) : [];
  const sound = edges.filter(({ input }) => suite.oracle.problems(operation, input).length === 0);
  const mayRefuse = (one: InputVariant) => profile.mayRefuse?.(operation, one) === true;
  // Another id may be that of an item which the request would replace.
  const isHarmless = ({ input }: InputVariant) =>
    profile.isStrict !== true || keepsId(api, operation, input.body, base.body);
  const planned: readonly Planned[] = [
    ...documented.map((one): Planned => ({ ...one, intent: mayRefuse(one) ? 'open' : 'valid' })),
    ...(profile.allowed?.(operation, base) ?? []).map((one): Planned => ({ ...one, intent: 'valid', isCertain: true })),
    ...silent.map((one): Planned => ({ ...one, intent: 'open' })),
    ...sound.map((one): Planned => ({ ...one, intent: 'open', isSound: true })),
    ...wrong.filter(({ intent }) => intent === 'invalid'),
    ...wrong.filter(({ intent }) => intent === 'open'),
  ];
  return planned.filter(isHarmless);
}
