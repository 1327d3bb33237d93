/** An access token works for ten minutes, and not after. Which operations ask for one is left open, so that is tried. */
import type { Operation } from '../../model/api.ts';
import { callOf } from '../../model/call.ts';
import { type CredentialUse, type Exchange, isSuccess, outcomeText, type Trace } from '../../model/exchange.ts';
import { blockedBy, broken, exchangeOf, inconclusive, pass, unsupported } from '../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../rule.ts';
import { freshInput } from './pay-requests.ts';

const HINT = 'name a valid token as credentials.AccessToken and an old one as expired_credentials.AccessToken';

/** Whether an answer asks for (other) credentials. */
export function asksForCredentials({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' && (outcome.status === 401 || outcome.status === 403);
}

function script(operation: Operation, scene: Scene): () => Script {
  const { target } = scene;
  return function* () {
    const input = yield* freshInput(operation, 'token', scene);
    const ask = (credentials: CredentialUse) =>
      callOf(operation, input, { label: credentials, credentials, intent: 'open' });
    const bare = yield ask('none');
    if (!asksForCredentials(bare) || Object.keys(target.credentials).length === 0) return;
    const given = yield ask('given');
    if (isSuccess(given) && Object.keys(target.expiredCredentials).length > 0) yield ask('expired');
  };
}

function judge(trace: Trace): readonly Judgement[] {
  const uses: readonly CredentialUse[] = ['none', 'given', 'expired'];
  const [bare, given, expired] = uses.map((use) => exchangeOf(trace, use));
  if (bare === undefined || bare.outcome.kind === 'failure') return [blockedBy(bare)];
  if (!asksForCredentials(bare)) return [];
  if (given === undefined) return [inconclusive(`${trace.operation} asks for a token and the target names none`, HINT)];
  if (!isSuccess(given)) return [blockedBy(given)];
  if (expired === undefined) return [inconclusive('the target names no expired token', HINT)];
  if (expired.outcome.kind === 'failure') return [blockedBy(expired)];
  if (!isSuccess(expired)) return [pass];
  return [broken({ expected: 'a refusal of the expired token', actual: outcomeText(expired), exchange: expired })];
}

export const tokenLifetime: Rule = {
  id: 'lending.auth.token-lifetime',
  plan: (scene) =>
    scene.api.operations.map((operation) => ({
      id: operation.id,
      operation: operation.id,
      script: script(operation, scene),
    })),
  judge,
  whenSilent: () => unsupported('no operation of this server asks for a token'),
};
