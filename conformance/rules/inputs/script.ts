/** The requests of the input rules. */
import { exampleInput, type Variant } from '../../generate/inputs.ts';
import type { Operation } from '../../model/api.ts';
import { callOf, type Input } from '../../model/call.ts';
import { type Call, type Exchange, type Intent, isSuccess } from '../../model/exchange.ts';
import type { Scene, Script } from '../rule.ts';
import { isNamed, recorded } from './named.ts';
import type { InputProfile } from './profile.ts';

/** Label of the request that the others are made from. */
export const BASE = 'example';

/** Makes the example of an operation fit the server. */
export function* prepared(
  profile: InputProfile,
  operation: Operation,
  which: 'required' | 'all',
  scene: Scene,
): Generator<Call, Input, Exchange> {
  const example = exampleInput(operation, which);
  return profile.prepare === undefined ? example : yield* profile.prepare(operation, example, scene);
}

/** Lets the server settle after a request that it accepted. */
export function* settled(profile: InputProfile, exchange: Exchange, scene: Scene): Script {
  if (isSuccess(exchange) && profile.settle !== undefined) yield* profile.settle(exchange, scene);
}

/** The operations that the input rules ask. */
export function askedOperations({ apart = [] }: InputProfile, { api }: Scene): readonly Operation[] {
  return api.operations.filter(({ id }) => !apart.includes(id));
}

/** One request of a plan of variants. */
export interface Planned {
  readonly variant: Variant;
  readonly intent: Intent;
}

/**
 * Asks the example first and the variants only when it was accepted: a refusal of a wrong request tells nothing when
 * the right one is refused too.
 */
export function* askVariants(
  profile: InputProfile,
  operation: Operation,
  scene: Scene,
  purpose: 'valid' | 'invalid',
  variantsOf: (base: Input, all: Input) => readonly Planned[],
): Script {
  const before: Exchange[] = [];
  const base = yield* recorded(prepared(profile, operation, 'required', scene), before);
  const all = yield* prepared(profile, operation, 'all', scene);
  const fresh = (variant: Variant) => profile.refresh?.(operation, base, variant, scene) ?? variant;
  // Ids of its own for each rule: whether a payment may be asked for twice is open.
  const example = fresh({ name: `${BASE}, ${purpose}`, input: base }).input;
  const first = yield { ...callOf(operation, example, { label: BASE }), isNamed: isNamed(example, before) };
  if (!isSuccess(first)) return;
  yield* settled(profile, first, scene);
  for (const { variant, intent } of variantsOf(base, all)) {
    const { name, input, rawBody } = fresh(variant);
    const options = { label: name, intent, ...(rawBody === undefined ? {} : { rawBody }) };
    yield* settled(profile, yield callOf(operation, input, options), scene);
  }
}
