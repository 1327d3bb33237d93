/**
 * Random requests in addition to the enumerated ones (`--fuzz`). A failing request is shrunk as long as it still fails.
 */
import type * as fc from 'fast-check';
import type { CheckContext, InputProfile, SuiteContext } from '../../core/context.ts';
import { broken, type Judgement, pass } from '../../core/judgement.ts';
import type { Conversation } from '../../core/rule.ts';
import { invalidInputs, type RandomInput, randomSource, validInputs } from '../../generate/random.ts';
import { callOf } from '../../model/call.ts';
import type { Operation } from '../../model/document/api.ts';
import { type Call, type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import type { Input } from '../../model/input.ts';
import type { InputVariant } from '../../model/judging.ts';
import { isObject } from '../../model/values/json.ts';
import { REFUSED, wanted } from './planned.ts';
import { BASE, prepared, settled } from './prepare.ts';

export const NO_SERVER_ERROR = 'input.no-server-error';

/** The number of requests of one conversation: few, so that their answers need not be kept for long. */
const CHUNK = 25;

/** The number of requests that are sent to shrink a failing one. */
const MOST_SHRINKS = 60;

interface Kind {
  readonly name: 'valid' | 'invalid';
  readonly rule: string;
  readonly arbitrary: (suite: SuiteContext, operation: Operation, base: Input) => fc.Arbitrary<RandomInput> | null;
  readonly applies: (operation: Operation) => boolean;
  readonly fails: (exchange: Exchange) => boolean;
  /** The documents do not demand that any valid request is accepted: it may name an unknown item. */
  readonly intent: 'open' | 'invalid';
  /** The expected outcome, for the finding. */
  readonly expected: (label: string) => string;
  /** The property that distinguishes a random request. */
  readonly variant: (random: RandomInput) => InputVariant;
}

/** The simplest of some exchanges: shrinking ends with one that has a short request. */
function simplestOf(exchanges: readonly Exchange[]): Exchange | undefined {
  const size = ({ url, requestBody }: Exchange) => url.length + (requestBody?.length ?? 0);
  return exchanges.toSorted((left, right) => size(left) - size(right))[0];
}

/** Whether a request ended in a server error, or in no answer. */
function isServerError({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' ? outcome.status >= 500 : outcome.reason !== 'skipped' && outcome.reason !== 'slow';
}

/** An invalid random request, described in the same way as the enumerated ones. */
function variantOf({ place, input }: RandomInput): InputVariant {
  const { body } = input;
  const value = isObject(body) ? body[place.replace('body/', '')] : undefined;
  return typeof value === 'number' || typeof value === 'boolean'
    ? { name: `${place}: a ${typeof value}`, place, change: 'type', value, input }
    : { name: `${place}: a random value`, place, change: 'random', value, input };
}

const kinds: readonly Kind[] = [
  {
    name: 'invalid',
    rule: REFUSED,
    arbitrary: invalidInputs,
    applies: ({ body, parameters }) => body !== null || parameters.length > 0,
    fails: isSuccess,
    intent: 'invalid',
    expected: (label) => `a refusal, since the request is invalid (${label})`,
    variant: variantOf,
  },
  {
    name: 'valid',
    rule: NO_SERVER_ERROR,
    arbitrary: validInputs,
    applies: ({ body, parameters }) => body !== null || parameters.some((parameter) => parameter.in !== 'path'),
    fails: isServerError,
    intent: 'open',
    expected: () => 'a success or a refusal, not a server error',
    variant: ({ input }) => ({ name: 'a random request', input }),
  },
];

/** Sends simpler and simpler requests, as long as they still fail; returns the failed exchanges. */
async function shrunk(
  { send }: CheckContext,
  arbitrary: fc.Arbitrary<RandomInput>,
  first: fc.Value<RandomInput>,
  fails: (exchange: Exchange) => boolean,
  call: (random: RandomInput) => Call,
): Promise<readonly Exchange[]> {
  const failed: Exchange[] = [];
  let request = 0;
  let current = first;
  for (let progress = true; progress && request < MOST_SHRINKS; ) {
    progress = false;
    for (const simpler of arbitrary.shrink(current.value, current.context)) {
      if (request >= MOST_SHRINKS) return failed;
      request += 1;
      const exchange = await send(call(simpler.value));
      if (!fails(exchange)) continue;
      failed.push(exchange);
      current = simpler;
      progress = true;
      break;
    }
  }
  return failed;
}

async function sendChunk(
  profile: InputProfile,
  { kind, operation, number, size }: Readonly<{ kind: Kind; operation: Operation; number: number; size: number }>,
  ctx: CheckContext,
  report: (judgement: Judgement) => void,
) {
  const { suite, send } = ctx;
  const { input: base } = await prepared(operation, 'all', ctx);
  const fresh = (name: string, input: Input) =>
    profile.refresh?.(operation, base, { name, input }, suite).input ?? input;
  const first = await send(callOf(operation, fresh(BASE, base), { label: BASE, intent: 'open' }));
  const arbitrary = isSuccess(first) ? kind.arbitrary(suite, operation, base) : null;
  if (arbitrary === null) return;
  const random = randomSource(suite.seed, operation.id, kind.name, number);
  const call = (one: RandomInput) => {
    const variant = kind.variant(one);
    const { name: label, place } = variant;
    const intent = wanted(profile, operation, variant, suite) === 'must' ? kind.intent : 'open';
    const options = { label, intent, ...(place === undefined ? {} : { place }) };
    return { ...callOf(operation, one.input, options), ...(intent === 'open' ? { isProbe: true } : {}) };
  };
  const fails = (exchange: Exchange) => exchange.call.intent === kind.intent && kind.fails(exchange);
  const failed = new Map<string, Exchange[]>();
  for (let request = 0; request < size; request += 1) {
    const generated = arbitrary.generate(random, undefined);
    const exchange = await send(call(generated.value));
    await settled(operation, generated.value.input, exchange, ctx);
    const { label } = exchange.call;
    if (!fails(exchange) || failed.has(label)) continue;
    failed.set(label, [exchange, ...(await shrunk(ctx, arbitrary, generated, fails, call))]);
  }
  if (failed.size === 0) report(pass);
  for (const [label, exchanges] of failed) {
    const exchange = simplestOf(exchanges);
    if (exchange === undefined) continue;
    const { call } = exchange;
    const about = call.kind === 'http' ? call.place : undefined;
    report(broken({ expected: kind.expected(label), actual: outcomeText(exchange), about: about ?? label, exchange }));
  }
}

/** The random requests of a run, divided among the operations that they apply to. */
export function randomConversations(profile: InputProfile, suite: SuiteContext): readonly Conversation[] {
  return kinds.flatMap((kind) => {
    const total = kind.name === 'valid' ? Math.floor(suite.fuzz / 2) : Math.ceil(suite.fuzz / 2);
    const operations = suite.api.operations.filter(
      (operation) => profile.apart?.includes(operation.id) !== true && kind.applies(operation),
    );
    return operations.flatMap((operation, index) => {
      const share = Math.floor(total / operations.length) + (index < total % operations.length ? 1 : 0);
      return Array.from({ length: Math.ceil(share / CHUNK) }, (_, number): Conversation => {
        const chunk = { kind, operation, number, size: Math.min(CHUNK, share - number * CHUNK) };
        return {
          id: `${operation.id} random ${kind.name} ${number}`,
          operation: operation.id,
          rules: [kind.rule],
          hold: (ctx, report) => sendChunk(profile, chunk, ctx, (judgement) => report(kind.rule, judgement)),
        };
      });
    });
  });
}
