/** Relations between the members of a value: `invariant`. */

import type { CheckContext } from '../../core/context.ts';
import { aspectOf, type Family } from '../../core/family.ts';
import { broken, inconclusive, type Judgement, passUnless } from '../../core/judgement.ts';
import { visit, visitFilled, visitWith } from '../../discovery/visit.ts';
import { type ApiModel, type Operation, operationOf } from '../../model/document/api.ts';
import { type Exchange, successJson } from '../../model/exchange.ts';
import { excerpt } from '../../model/values/json.ts';
import { everyAt } from '../../model/values/pointer.ts';
import { expressionOf, requestIn } from '../requests.ts';
import { unobservable } from '../visited.ts';
import { bearing, type Held, heldIn, type Invariant, visited } from './instances.ts';
import { invariantMutants } from './mutants.ts';

/** This many values are shown of a list that a relation covers. */
const MOST_SHOWN = 3;

/** The values of the members in a relation. */
function shown({ expression }: Invariant, value: unknown): string {
  const parts = expressionOf(expression).names.self.map((pointer) => {
    const places = everyAt(value, pointer);
    const reported = places.slice(0, MOST_SHOWN).map((place) => excerpt(place.value, 60));
    const more = places.length > MOST_SHOWN ? ', …' : '';
    return `${pointer.slice(1).replaceAll('/', '.')} ${places.length === 0 ? 'missing' : reported.join(', ') + more}`;
  });
  return parts.length === 0 ? excerpt(value) : parts.join('; ');
}

function breachOf(declared: Invariant, { pointer, value }: Held, exchange: Exchange): Judgement {
  const [rule] = declared.rules;
  const expected = rule?.text.replace(/\.$/, '') ?? declared.expression;
  return broken({ expected, actual: shown(declared, value), pointer, about: declared.name, exchange });
}

/** Whether a request has one of the inputs that a relation is about. */
function reports({ expression }: Invariant, api: ApiModel, { call, ...exchange }: Exchange): boolean {
  const { request: named } = expressionOf(expression).names;
  if (named.length === 0 || call.kind !== 'http' || call.operation === null) return true;
  const request = requestIn(api, call.operation, { ...exchange, call });
  return named.some((pointer) => everyAt(request, pointer).length > 0);
}

/** The values in responses at the places of a relation; inputs without an example select by them. */
async function reportedOf(
  ctx: CheckContext,
  { expression }: Invariant,
  { id, method }: Operation,
): Promise<readonly unknown[]> {
  const { self } = expressionOf(expression).names;
  if (method !== 'GET') return [];
  const exchanges = await visit(ctx, id);
  return self
    .flatMap((pointer) => exchanges.flatMap((one) => everyAt(successJson(one), pointer).map(({ value }) => value)))
    .toSorted((one, other) => Number(one) - Number(other) || (String(one) < String(other) ? -1 : 1));
}

async function visitAll(ctx: CheckContext, declared: Invariant): Promise<readonly Exchange[]> {
  const { api } = ctx.suite;
  const { request } = expressionOf(declared.expression).names;
  const lacksExample = ({ parameters }: Operation) =>
    parameters.some((one) => one.example === undefined && request.includes(`/${one.in}/${one.name}`));
  const operations = visited(declared, api);
  const exchanges: Exchange[] = [];
  for (const operation of operations) {
    const { id } = operation;
    const reported = lacksExample(operation) ? await reportedOf(ctx, declared, operation) : [];
    exchanges.push(...(await (request.length > 0 ? visitWith(ctx, id, request, reported) : visit(ctx, id))));
  }
  // A relation over each item shows little if the list is empty.
  const ofItems = expressionOf(declared.expression).names.self.filter((pointer) => pointer.includes('*'));
  const isDecided = (exchange: Exchange) =>
    heldIn(declared, api, exchange).some(
      ({ holds, value }) => holds !== null && ofItems.every((pointer) => everyAt(value, pointer).length > 0),
    );
  if (exchanges.some(isDecided)) return exchanges;
  for (const { id } of operations) exchanges.push(...(await visitFilled(ctx, id)));
  return exchanges;
}

export default {
  name: 'invariant',
  bearing,
  alone: ({ operation }, api) => operation !== null && operationOf(api, operation).method !== 'GET',
  watch(declared, exchange, { api }, report) {
    const decided = heldIn(declared, api, exchange).filter(({ holds }) => holds !== null);
    if (decided.length === 0) return;
    const wrong = decided.filter(({ holds }) => holds === false).map((one) => breachOf(declared, one, exchange));
    // A request without any input of the relation cannot violate it.
    if (wrong.length > 0 || reports(declared, api, exchange)) report(aspectOf(declared), ...passUnless(wrong));
  },
  async check(declared, ctx, report) {
    const { schema, operation } = declared;
    const exchanges = await visitAll(ctx, declared);
    const { api } = ctx.suite;
    const values = exchanges
      .filter((exchange) => reports(declared, api, exchange))
      .flatMap((exchange) => heldIn(declared, api, exchange));
    if (values.some(({ holds }) => holds !== null)) return;
    const problem = values.find((value) => value.problem !== undefined)?.problem;
    const isOfRequest = expressionOf(declared.expression).names.request.length > 0;
    const hint = 'put something to which the rule applies into the data';
    const textsHint = 'what paths, queries and headers hold is text: write int(request.query.limit)';
    const reason = `no response contained ${schema ?? `what the rule on ${operation} is about`}`;
    if (problem === undefined) report(aspectOf(declared), unobservable(exchanges, reason, hint));
    else
      report(
        aspectOf(declared),
        inconclusive(`the rule cannot be evaluated: ${problem}`, isOfRequest ? textsHint : hint),
      );
  },
  mutants: invariantMutants,
} satisfies Family<Invariant>;
