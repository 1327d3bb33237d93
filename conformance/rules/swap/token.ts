/** An access token works for ten minutes, and not after (document 1, Access token for protected operations). */
import { isSuccess, outcomeText } from '../../model/exchange.ts';
import { blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import type { Rule, Scene, Script } from '../rule.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { ask, pathOf } from './calls.ts';
import { findOrder, findPair, type Search } from './discover.ts';

const MINUTE = 60_000;

const HINT = 'name sign_in.keystores.caller, or credentials.AccessToken and expired_credentials.AccessToken of swap';

/** An operation with its path inputs. */
interface Protected {
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
}

/** Tokens of an age, in minutes; those past ten are well past: clocks differ, and many libraries allow for it. */
const ages = [
  { name: 'a token that is nine minutes old', minutes: 9, holds: true },
  { name: 'a token that was good for ten minutes, ten minutes ago', minutes: 20, holds: false },
  { name: 'a token of yesterday', minutes: 1440, holds: false },
] as const;

/** Signs a token that was made so many minutes ago; null without a keystore. */
function signed({ wallet }: Scene, minutes: number): string | null {
  return wallet.token('caller', { issuedAt: Date.now() - minutes * MINUTE });
}

function* askWithTokens({ operation, path }: Protected, scene: Scene, say: Say): Script {
  const fresh = yield ask(scene, operation, 'a fresh token', { path });
  if (!isSuccess(fresh)) return say(blockedBy(fresh));
  for (const { name, minutes, holds } of ages) {
    const token = signed(scene, minutes);
    if (token === null) break;
    const headers = { authorization: `Bearer ${token}` };
    const exchange = yield ask(scene, operation, name, { path, headers, credentials: 'none', intent: 'open' });
    if (exchange.outcome.kind === 'failure') say(blockedBy(exchange));
    else if (isSuccess(exchange) === holds) say(pass);
    else {
      const expected = `${holds ? 'an answer' : 'a refusal'} to ${name}`;
      say(broken({ expected, actual: outcomeText(exchange), about: name, exchange }));
    }
  }
  if (scene.target.expiredCredentials['AccessToken'] === undefined) return say(inconclusive('no expired token', HINT));
  const expired = yield ask(scene, operation, 'an expired token', { path, credentials: 'expired', intent: 'open' });
  if (expired.outcome.kind === 'failure') return say(blockedBy(expired));
  if (!isSuccess(expired)) return say(pass);
  say(broken({ expected: 'a refusal of the expired token', actual: outcomeText(expired), exchange: expired }));
}

function talkOf(operation: string, find: (scene: Scene) => Search<Protected['path'] | null>) {
  return {
    id: operation,
    operation,
    *talk(scene: Scene, say: Say): Script {
      if (scene.target.credentials['AccessToken'] === undefined) return say(inconclusive('no token is named', HINT));
      const path = yield* find(scene);
      if (path === null) return say(inconclusive(`nothing was found that ${operation} could be asked for`));
      yield* askWithTokens({ operation, path }, scene, say);
    },
  };
}

export const tokenLifetime: Rule = conversationRule('swap.auth.token-lifetime', () => [
  talkOf('listMyTransactions', function* (scene) {
    const pair = yield* findPair(scene);
    return pair === null ? null : pathOf(pair).path;
  }),
  talkOf('readOrder', function* (scene) {
    const order = yield* findOrder(scene);
    return order === null ? null : { follow_id: order.followId };
  }),
]);
