/** Random requests beside the enumerated ones (`--fuzz`). What fails is shrunk as long as it still fails. */
import type * as fc from 'fast-check';
import { invalidInputs, type RandomInput, randomSource, validInputs } from '../../generate/random.ts';
import type { Operation } from '../../model/api.ts';
import { callOf, type Input } from '../../model/call.ts';
import { type Call, type Exchange, isSuccess } from '../../model/exchange.ts';
import type { Case, Scene } from '../rule.ts';
import type { InputProfile } from './profile.ts';
import { BASE, prepared, settled } from './script.ts';

/** Requests of one case: few, so that their answers need not be kept for long. */
const CHUNK = 25;

/** A failing request is shrunk with no more requests than this. */
const MOST_SHRINKS = 60;

/** Valid requests, or invalid ones. */
export type RandomKind = 'valid' | 'invalid';

interface Kind {
  readonly arbitrary: (scene: Scene, operation: Operation, base: Input) => fc.Arbitrary<RandomInput> | null;
  readonly fails: (exchange: Exchange) => boolean;
  /** The documents do not say that any valid request is accepted: it may name what is not there. */
  readonly intent: 'open' | 'invalid';
}

/** The simplest of some exchanges: shrinking leaves one with a short request behind. */
export function simplestOf(exchanges: readonly Exchange[]): Exchange | undefined {
  const size = ({ url, requestBody }: Exchange) => url.length + (requestBody?.length ?? 0);
  return exchanges.toSorted((left, right) => size(left) - size(right))[0];
}

/** Whether a request ended in a server error, or in no answer. */
export function isServerError({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' ? outcome.status >= 500 : outcome.reason !== 'skipped';
}

const kinds: Readonly<Record<RandomKind, Kind>> = {
  valid: {
    arbitrary: ({ api, oracle }, operation, base) => validInputs(api.document, oracle, operation, base),
    fails: isServerError,
    intent: 'open',
  },
  invalid: {
    arbitrary: ({ api, oracle }, operation, base) => invalidInputs(api.document, oracle, operation, base),
    fails: isSuccess,
    intent: 'invalid',
  },
};

/** How the label of a random request begins: what is special about it, as in the enumerated ones. */
function labelOf(kind: RandomKind, { place }: RandomInput): string {
  return kind === 'invalid' ? `${place}: a random value` : 'a random request';
}

/** Asks for simpler and simpler requests, as long as they still fail. */
function* shrunk(
  arbitrary: fc.Arbitrary<RandomInput>,
  first: fc.Value<RandomInput>,
  fails: (exchange: Exchange) => boolean,
  call: (random: RandomInput) => Call,
): Generator<Call, void, Exchange> {
  let asked = 0;
  let current = first;
  for (let progress = true; progress && asked < MOST_SHRINKS; ) {
    progress = false;
    for (const simpler of arbitrary.shrink(current.value, current.context)) {
      if (asked >= MOST_SHRINKS) return;
      asked += 1;
      if (fails(yield call(simpler.value))) {
        current = simpler;
        progress = true;
        break;
      }
    }
  }
}

function caseOf(
  kind: RandomKind,
  profile: InputProfile,
  operation: Operation,
  chunk: number,
  size: number,
  scene: Scene,
) {
  const { arbitrary: arbitraryFor, fails: isFailure, intent } = kinds[kind];
  return {
    id: `${operation.id} random ${kind} ${chunk}`,
    operation: operation.id,
    *script(): Generator<Call, void, Exchange> {
      const base = yield* prepared(profile, operation, 'all', scene);
      const fresh = (name: string, input: Input) =>
        profile.refresh?.(operation, base, { name, input }, scene).input ?? input;
      const first = yield callOf(operation, fresh(BASE, base), { label: BASE, intent: 'open' });
      const arbitrary = isSuccess(first) ? arbitraryFor(scene, operation, base) : null;
      if (arbitrary === null) return;
      const random = randomSource(scene.seed, operation.id, kind, chunk);
      const told = new Set<string>();
      const call = (one: RandomInput) => {
        const label = labelOf(kind, one);
        const isOpen = profile.isOpen?.(operation, { name: label, input: one.input }) === true;
        return callOf(operation, one.input, { label, intent: isOpen ? 'open' : intent });
      };
      const fails = (exchange: Exchange) => exchange.call.intent === intent && isFailure(exchange);
      for (let asked = 0; asked < size; asked += 1) {
        const generated = arbitrary.generate(random, undefined);
        const exchange = yield call(generated.value);
        yield* settled(profile, exchange, scene);
        const failed = fails(exchange);
        if (!failed || told.has(generated.value.place)) continue;
        told.add(generated.value.place);
        yield* shrunk(arbitrary, generated, fails, call);
      }
    },
  } satisfies Case;
}

/** The random cases that fall to one kind, shared out over the operations that it can be tried on. */
export function randomCases(
  kind: RandomKind,
  profile: InputProfile,
  operations: readonly Operation[],
  scene: Scene,
): readonly Case[] {
  const total = kind === 'valid' ? Math.floor(scene.fuzz / 2) : Math.ceil(scene.fuzz / 2);
  return operations.flatMap((operation, index) => {
    const share = Math.floor(total / operations.length) + (index < total % operations.length ? 1 : 0);
    return Array.from({ length: Math.ceil(share / CHUNK) }, (_, chunk) =>
      caseOf(kind, profile, operation, chunk, Math.min(CHUNK, share - chunk * CHUNK), scene),
    );
  });
}
