/** Rules on who may ask: operations that need no credential, and operations that refuse without a right one. */
import { type Operation, operationOf } from '../../model/api.ts';
import { callOf, type Input } from '../../model/call.ts';
import { type Call, type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { blockedBy, broken, hintFor, inconclusive, pass } from '../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../rule.ts';
import { conversationRule, type Say } from './conversation.ts';
import { type WrongCredentials, wrongCredentials } from './wrong-credentials.ts';

/** An operation with inputs that this server accepts. */
export interface Asked {
  /** The operationId. */
  readonly operation: string;
  /** Asks for what the inputs need; null where this server, or this target, has nothing to ask with. */
  readonly input: (scene: Scene) => Generator<Call, Input | null, Exchange>;
  /** What to put into the data or the target where there is nothing. */
  readonly hint: string;
}

/** Whether an answer asks for (other) credentials. */
function asksForCredentials({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' && (outcome.status === 401 || outcome.status === 403);
}

function hasCredentials({ security }: Operation, { target }: Scene): boolean {
  return security.some(
    (schemes) => schemes.length > 0 && schemes.every((name) => target.credentials[name] !== undefined),
  );
}

function* askInPublic({ operation: id, input: inputOf, hint }: Asked, scene: Scene, say: Say): Script {
  const operation = operationOf(scene.api, id);
  const input = yield* inputOf(scene);
  if (input === null) return say(inconclusive(`there is nothing to ask ${id} for`, hint));
  const bare = yield callOf(operation, input, { label: 'without a credential', credentials: 'none', intent: 'open' });
  if (isSuccess(bare)) return say(pass);
  const expected = 'an answer without a credential';
  const breach = { expected, actual: outcomeText(bare), about: 'public', exchange: bare };
  if (asksForCredentials(bare)) return say(broken(breach));
  // A server may hide what a stranger may not see: then the same request succeeds with credentials.
  const schemes = Object.keys(scene.target.credentials);
  if (bare.outcome.kind === 'answer' && schemes.length > 0) {
    const options = { label: 'with credentials', schemes, intent: 'open' } as const;
    if (isSuccess(yield callOf(operation, input, options))) return say(broken(breach));
  }
  return say(blockedBy(bare));
}

/** The operations are answered without a credential. */
export function publicRule(id: string, operations: readonly Asked[]): Rule {
  return conversationRule(id, () =>
    operations.map((asked) => ({
      id: asked.operation,
      operation: asked.operation,
      talk: (scene, say) => askInPublic(asked, scene, say),
    })),
  );
}

/** @param accepted whether the same request is accepted with the right credentials. */
function judgeWrong(exchange: Exchange, { name }: WrongCredentials, accepted: boolean): Judgement {
  const { outcome } = exchange;
  if (isSuccess(exchange)) {
    return broken({
      expected: `a refusal, since the request has ${name}`,
      actual: outcomeText(exchange),
      about: name,
      exchange,
    });
  }
  if (outcome.kind === 'failure' || outcome.status === 429) return blockedBy(exchange);
  if (accepted || asksForCredentials(exchange)) return pass;
  return inconclusive(
    `with ${name} the request was answered with ${outcomeText(exchange)}, and it is not known to be accepted otherwise`,
    'name credentials in the target file, or what it needs to make them (sign_in)',
  );
}

function* askWithWrong({ operation: id, input: inputOf, hint }: Asked, scene: Scene, say: Say): Script {
  const operation = operationOf(scene.api, id);
  const input = yield* inputOf(scene);
  if (input === null) return say(inconclusive(`there is nothing to ask ${id} for`, hint));
  let accepted = false;
  if (hasCredentials(operation, scene)) {
    const given = yield callOf(operation, input, { label: 'with the credential', intent: 'open' });
    accepted = isSuccess(given);
    if (!accepted && hintFor(given) !== undefined) say(blockedBy(given));
  }
  for (const wrong of wrongCredentials(operation, scene)) {
    const headers = { ...input.headers, ...wrong.headers };
    const { name: label, use: credentials, schemes } = wrong;
    const exchange = yield callOf(operation, { ...input, headers }, { label, credentials, schemes, intent: 'open' });
    say(judgeWrong(exchange, wrong, accepted));
  }
}

/** The operations refuse without a credential, and with one that is malformed, forged, expired or of another. */
export function credentialRule(id: string, operations: readonly Asked[]): Rule {
  return conversationRule(id, () =>
    operations.map((asked) => ({
      id: asked.operation,
      operation: asked.operation,
      talk: (scene, say) => askWithWrong(asked, scene, say),
    })),
  );
}
