/** Signing in with a wallet network token (document 2, Login rules; document 1, Client-side sign-in). */
import { isSuccess, outcomeText } from '../../../model/exchange.ts';
import { excerpt, isObject } from '../../../model/json.ts';
import { blockedBy, broken, inconclusive, pass } from '../../judgement.ts';
import type { Rule } from '../../rule.ts';
import { conversationRule } from '../../shared/conversation.ts';
import { objectOf } from '../../shared/data.ts';
import { ask } from '../calls.ts';
import { differences, userMembers } from '../compare.ts';
import { commentKnown } from '../known.ts';
import { askSignIn, askWith, judgeRefused, KEYSTORE_HINT } from './ask.ts';

export const walletTokenSigned: Rule = conversationRule('comment.sign-in.wallet-token-signed', () => [
  {
    id: 'users',
    operation: 'signIn',
    *talk(scene, say) {
      const seen = new Map<unknown, string>();
      for (const role of ['caller', 'other', 'caller'] as const) {
        const token = scene.wallet.token(role);
        if (token === null) {
          if (role === 'caller') say(inconclusive('the suite has no wallet token', KEYSTORE_HINT));
          continue;
        }
        const exchange = yield* askSignIn(scene, token, `${role} ${seen.size}`);
        const session = objectOf(exchange);
        const user = session?.['user'];
        const expected = 'a wallet token signed for /me signs its user in';
        if (!isObject(user)) {
          const { outcome } = exchange;
          const refused =
            outcome.kind === 'answer' && outcome.status < 500 && outcome.status !== 429 && !isSuccess(exchange);
          say(
            refused
              ? broken({ expected, actual: outcomeText(exchange), about: 'refused', exchange })
              : blockedBy(exchange),
          );
          continue;
        }
        const before = seen.get(user['id']);
        const known = [...seen.entries()].find(([, whose]) => whose === role)?.[0];
        if (before !== undefined && before !== role) {
          say(broken({ expected, actual: 'the same user for two keystores', pointer: '/data/user/id', exchange }));
        } else if (known !== undefined && known !== user['id']) {
          say(broken({ expected, actual: 'two users for one keystore', pointer: '/data/user/id', exchange }));
        } else say(pass);
        seen.set(user['id'], role);
        const headers = { authorization: `Bearer ${String(session?.['access_token'])}` };
        const me = objectOf(
          yield ask(scene, 'readMe', { label: `me of ${role}`, headers, credentials: 'none', intent: 'open' }),
        );
        const [wrong] = me === null ? [] : differences(user, me, userMembers);
        if (wrong !== undefined) {
          const pointer = `/data/user${wrong.pointer}`;
          say(broken({ expected: `${wrong.expected}, as GET /me says`, actual: wrong.actual, pointer, exchange }));
        }
      }
    },
  },
]);

export const walletTokenOAuth: Rule = conversationRule('comment.sign-in.wallet-token-oauth', () => [
  {
    id: 'oauth',
    operation: 'signIn',
    *talk(scene, say) {
      const { oauth_token: token } = commentKnown(scene);
      if (token === undefined) {
        const hint =
          'name a wallet OAuth token as known.oauth_token of comment, or let the file read it from the environment';
        return say(inconclusive('the target names no wallet OAuth token', hint));
      }
      const exchange = yield* askSignIn(scene, token, 'sign in');
      const session = objectOf(exchange);
      if (session === null) {
        const { outcome } = exchange;
        const refused =
          outcome.kind === 'answer' && outcome.status < 500 && outcome.status !== 429 && !isSuccess(exchange);
        const expected = 'a regular wallet OAuth token signs its user in';
        return say(
          refused
            ? broken({ expected, actual: outcomeText(exchange), about: 'refused', exchange })
            : blockedBy(exchange),
        );
      }
      const headers = { authorization: `Bearer ${String(session['access_token'])}` };
      const read = yield ask(scene, 'readMe', { label: 'me', headers, credentials: 'none', intent: 'open' });
      const [me, user] = [objectOf(read), session['user']];
      if (me === null || !isObject(user) || me['id'] === user['id']) return say(pass);
      const expected = `the user of the token, ${excerpt(me['id'])}`;
      say(broken({ expected, actual: excerpt(user['id']), pointer: '/data/user/id', exchange }));
    },
  },
]);

export const walletTokenRequired: Rule = conversationRule('comment.sign-in.wallet-token-required', () => [
  {
    id: 'no token',
    operation: 'signIn',
    *talk(scene, say) {
      const token = scene.wallet.token('caller');
      const accepted = token !== null && isSuccess(yield* askSignIn(scene, token, 'with a token'));
      const bodies = (): readonly (readonly [string, object])[] => {
        const message = scene.wallet.message('caller');
        return [
          ['no token', { method: 'mixin_token' }],
          ['an empty token', { method: 'mixin_token', mixin_token: '', mixin_access_token: '' }],
          ...(message === null
            ? []
            : [['a message in place of a token', { ...message, method: 'mixin_token' }] as const]),
        ];
      };
      for (const [what, body] of bodies()) {
        const exchange = yield* askWith(scene, what, body);
        const judged = judgeRefused(exchange, `a sign-in with ${what}`);
        const { outcome } = exchange;
        const plain = outcome.kind === 'answer' && [400, 401, 403, 422].includes(outcome.status);
        if (judged.verdict === 'pass' && !accepted && !plain) {
          say(inconclusive('no sign-in by token is known to be taken', KEYSTORE_HINT));
        } else say(judged);
      }
    },
  },
]);

export const walletTokenExpired: Rule = conversationRule('comment.sign-in.wallet-token-expired', () => [
  {
    id: 'expired',
    operation: 'signIn',
    *talk(scene, say) {
      const token = scene.wallet.token('caller');
      if (token === null) return say(inconclusive('the suite has no wallet token', KEYSTORE_HINT));
      const right = yield* askSignIn(scene, token, 'a token that holds');
      if (!isSuccess(right)) {
        const reason = `a token that holds was answered with ${outcomeText(right)}`;
        const { outcome } = right;
        const refused = outcome.kind === 'answer' && outcome.status < 500 && outcome.status !== 429;
        return say(refused ? inconclusive(reason, KEYSTORE_HINT) : blockedBy(right));
      }
      for (const [what, minutes] of [
        ['a token that was made an hour ago for ten minutes', 60],
        ['a token that was made a day ago for ten minutes', 1440],
      ] as const) {
        const old = scene.wallet.token('caller', { issuedAt: Date.now() - minutes * 60_000 });
        // Under which name the token is read is open; under neither may an expired one be taken.
        for (const member of ['mixin_token', 'mixin_access_token']) {
          const exchange = yield* askWith(scene, `${what}, as ${member}`, { method: 'mixin_token', [member]: old });
          say(judgeRefused(exchange, what));
        }
      }
    },
  },
]);

/** Document 1, Errors. */
const ERROR_NAME = 'ErrBadMvmLoginMethod';

export const badLoginMethod: Rule = conversationRule('comment.sign-in.bad-login-method', () => [
  {
    id: 'contract account',
    operation: 'signIn',
    *talk(scene, say) {
      const [own, token] = [scene.wallet.token('caller'), scene.wallet.token('contract_account')];
      if (token === null) {
        const hint =
          'name the keystore of a user with a registered contract account as sign_in.keystores.contract_account';
        return say(inconclusive('no user with a contract account is known', hint));
      }
      const right = own === null ? null : yield* askSignIn(scene, own, 'without a contract account');
      for (const member of ['mixin_token', 'mixin_access_token']) {
        const exchange = yield* askWith(scene, `as ${member}`, { method: 'mixin_token', [member]: token });
        const { outcome } = exchange;
        if (outcome.kind === 'failure' || outcome.status === 429) {
          say(blockedBy(exchange));
          continue;
        }
        const expected = `a refusal with ${ERROR_NAME}`;
        if (isSuccess(exchange)) say(broken({ expected, actual: outcomeText(exchange), about: 'accepted', exchange }));
        else if (outcome.body.text.includes(ERROR_NAME)) return say(pass);
        // The other name of the member may be the one that is read.
        else if (member === 'mixin_access_token') {
          if (right !== null && isSuccess(right)) {
            say(broken({ expected, actual: `${outcomeText(exchange)} without that name`, about: 'name', exchange }));
          } else say(inconclusive('no wallet token is known to be taken', KEYSTORE_HINT));
        }
      }
    },
  },
]);

export const clientIds: Rule = conversationRule('comment.sign-in.client-ids', () => [
  {
    id: 'untrusted',
    operation: 'signIn',
    *talk(scene, say) {
      const [own, token] = [scene.wallet.token('caller'), scene.wallet.token('untrusted')];
      if (token === null) {
        const hint = 'name the keystore of an application that is in no list as sign_in.keystores.untrusted';
        return say(inconclusive('no application outside the list is known', hint));
      }
      const right = own === null ? null : yield* askSignIn(scene, own, 'of a trusted application');
      if (right === null || !isSuccess(right)) {
        return say(
          right === null ? inconclusive('no wallet token is known to be taken', KEYSTORE_HINT) : blockedBy(right),
        );
      }
      for (const member of ['mixin_token', 'mixin_access_token']) {
        const exchange = yield* askWith(scene, `as ${member}`, { method: 'mixin_token', [member]: token });
        say(judgeRefused(exchange, 'a token of a client id outside the list'));
      }
    },
  },
]);
