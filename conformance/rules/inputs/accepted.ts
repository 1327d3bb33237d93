/** A request that the document allows is answered; one that breaks a documented constraint is refused. */
import { invalidVariants, type Variant, validVariants } from '../../generate/inputs.ts';
import { type Operation, operationOf } from '../../model/api.ts';
import { callOf } from '../../model/call.ts';
import { type Exchange, type Intent, isSuccess, outcomeText } from '../../model/exchange.ts';
import { blockedBy, broken, hintFor, inconclusive, pass, warn } from '../judgement.ts';
import type { Conversation, Judgement, Scene, Talk } from '../rule.ts';
import { BASE, prepared, settled } from './prepare.ts';
import { listProbes } from './probes.ts';
import type { InputProfile } from './profile.ts';

export const ACCEPTED = 'input.valid-accepted';
export const REFUSED = 'input.invalid-refused';

interface Planned extends Variant {
  readonly intent: Intent;
  /** Any server that took the example must take it. Absent: it depends on the operation. */
  readonly isCertain?: boolean;
}

/** What is tried on an operation, besides the example itself. */
function variantsOf(
  profile: InputProfile,
  operation: Operation,
  { api, oracle }: Scene,
  { base, all }: { readonly base: Variant['input']; readonly all: Variant['input'] },
): readonly Planned[] {
  const intended = (
    variants: readonly Variant[],
    intent: Intent,
    isOpen?: InputProfile['isOpen'],
  ): readonly Planned[] =>
    variants.map(
      (variant): Planned => ({ ...variant, intent: isOpen?.(operation, variant) === true ? 'open' : intent }),
    );
  const optional = operation.parameters.some(({ required }) => !required);
  return [
    ...intended(optional ? [{ name: 'every input', input: all }] : [], 'valid', profile.mayRefuse),
    ...intended(validVariants(api.document, oracle, operation, base), 'valid', profile.mayRefuse),
    ...intended(profile.allowed?.(operation, base) ?? [], 'valid').map((one) => ({ ...one, isCertain: true })),
    ...intended([...listProbes(api, operation, base), ...(profile.probes?.(operation, base) ?? [])], 'open'),
    ...(operation.body === null && operation.parameters.length === 0
      ? []
      : intended(invalidVariants(api.document, oracle, operation, base), 'invalid', profile.isOpen)),
  ];
}

function judgeInvalid(exchange: Exchange): Judgement {
  if (exchange.outcome.kind === 'failure' || exchange.outcome.status === 429) return blockedBy(exchange);
  if (!isSuccess(exchange)) return pass;
  const expected = `a refusal, since the request is invalid (${exchange.call.label})`;
  // One finding for each input, however many wrong values of it were accepted.
  const [about = ''] = exchange.call.label.split(':');
  return broken({ expected, actual: outcomeText(exchange), about, exchange });
}

/**
 * Asks the example first and the variants only when it was accepted: a refusal of a wrong request tells nothing when
 * the right one is refused too.
 */
async function ask(profile: InputProfile, operation: Operation, talk: Talk, say: (judgement: Judgement) => void) {
  const { scene } = talk;
  const { input: base, isNamed, isKnown } = await prepared(profile, operation, 'required', talk);
  const { input: all } = await prepared(profile, operation, 'all', talk);
  const fresh = (variant: Variant) => profile.refresh?.(operation, base, variant, scene) ?? variant;
  const example = fresh({ name: BASE, input: base }).input;
  const isListed = profile.certain?.includes(operation.id) === true && operation.path.includes('{');
  // What the path names must be there: whether an example's is, nobody knows.
  const sure = isListed ? { isCertain: isNamed || isKnown } : {};
  const first = await talk.ask({
    ...callOf(operation, example, { label: BASE }),
    ...(isKnown ? { isCertain: true } : sure),
    isNamed,
  });
  if (!isSuccess(first)) return say(blockedBy(first));
  await settled(operation, example, first, talk);
  for (const { intent, isCertain: own, ...variant } of variantsOf(profile, operation, scene, { base, all })) {
    const { name: label, input, rawBody } = fresh(variant);
    const options = { label, intent, ...(rawBody === undefined ? {} : { rawBody }) };
    const certainty = own === undefined ? sure : { isCertain: own };
    const probing = intent === 'open' ? { isProbe: true } : {};
    const exchange = await talk.ask({ ...callOf(operation, input, options), ...certainty, ...probing });
    if (intent === 'invalid') say(judgeInvalid(exchange));
    await settled(operation, input, exchange, talk);
  }
}

/** A conversation for each operation. */
export function inputConversations(profile: InputProfile, scene: Scene): readonly Conversation[] {
  return scene.api.operations
    .filter(({ id }) => profile.apart?.includes(id) !== true)
    .map((operation) => ({
      id: `inputs of ${operation.id}`,
      operation: operation.id,
      rules: [ACCEPTED, REFUSED],
      hold: (talk, say) => ask(profile, operation, talk, (judgement) => say(REFUSED, judgement)),
    }));
}

/** Whether any server must take the example of an operation; of most it may not have the things that it names. */
function isCertain({ certain = [] }: InputProfile, { id, path, parameters, body }: Operation): boolean {
  if (certain.includes(id)) return true;
  return !path.includes('{') && body === null && parameters.every(({ required }) => !required);
}

/** Whoever asked: a valid request that is refused anywhere is a finding. */
export function watchAccepted(profile: InputProfile, exchange: Exchange, scene: Scene): readonly Judgement[] {
  const { call, outcome } = exchange;
  if (call.kind !== 'http' || call.operation === null || call.intent !== 'valid') return [];
  if (isSuccess(exchange)) return [pass];
  if (outcome.kind === 'failure' || hintFor(exchange) !== undefined) return [blockedBy(exchange)];
  // No refusal, but a status that the document does not list: another rule's finding.
  if (outcome.status < 400 || outcome.status >= 500) return [blockedBy(exchange)];
  if (outcome.status === 409) {
    return [inconclusive('the server says that the request conflicts with an earlier one', 'run with another --seed')];
  }
  const actual = outcomeText(exchange);
  const certain =
    call.isCertain ?? profile.isCertain?.(call, scene) ?? isCertain(profile, operationOf(scene.api, call.operation));
  if (certain) return [broken({ expected: 'a 2xx, since the request is valid', actual, exchange })];
  if (call.isNamed === true) {
    return [warn({ expected: 'a 2xx, as the server itself names what is asked for', actual, exchange })];
  }
  return [
    inconclusive(
      `the document's example was answered with ${actual}; it may name things that this server does not have`,
    ),
  ];
}
