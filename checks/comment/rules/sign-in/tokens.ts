/** Signing in with a wallet network token (document 2, Login rules; document 1, Client-side sign-in). */
import {
  blockedBy,
  inconclusive,
  type Judgement,
  judgeRefused,
  type OwnRule,
  orNull,
  pass,
  passIf,
  stop,
  type Talk,
  unsupported,
  warn,
} from '@wallet-services/conformance/core';
import { overlookedTokens } from '@wallet-services/conformance/families';
import {
  type Exchange,
  type JsonObject,
  type KeystoreRole,
  outcomeText,
  sameJson,
} from '@wallet-services/conformance/model';
import { type At, type FaultMaker, jsonReply, type Reply, successOf } from '@wallet-services/conformance/mutation';
import { claimsOf, forgedTokens, wrongWalletTokens } from '@wallet-services/conformance/sign-in';
import { commentKnown } from '../../known.ts';
import { changesUser, type Sent, sentIn, taking, text, tokenIn, turnsDown } from '../../sign-in/mutants.ts';
import {
  askSignIn,
  ERROR_NAME,
  judgeSignedIn,
  KEYSTORE_HINT,
  rightToken,
  sessionIn,
  signInByToken,
  tokenBody,
  tokenNames,
  tokenOf,
} from '../../sign-in/send.ts';

const isToken = ({ body }: Sent) => body['method'] === 'mixin_token';

type Faults = Required<OwnRule>['faults'];

/** A rule on a token that must sign its user in. */
function signingIn(aspect: string, expected: string, token: (talk: Talk) => string, faults: Faults): OwnRule {
  return {
    id: `comment.signIn.${aspect}`,
    check: async (talk, say) => say(judgeSignedIn(await signInByToken(talk, expected, token(talk)), expected)),
    faults,
  };
}

/** A rule on tokens that must be refused, under the one name and under the other, where a right one is taken. */
function refusing(
  aspect: string,
  tokens: (talk: Talk) => Readonly<Record<string, string | null>>,
  faults: Faults,
): OwnRule {
  return {
    id: `comment.signIn.${aspect}`,
    async check(talk, say) {
      const meant = Object.entries(tokens(talk));
      await rightToken(talk);
      for (const [what, token] of meant) {
        for (const name of token === null ? [] : tokenNames) {
          say(judgeRefused(await askSignIn(talk, `${what}, as ${name}`, tokenBody(token ?? '', name)), what));
        }
      }
    },
    faults,
  };
}

/** Two users sign in at once: each is told of himself. @param known the user of each role. */
async function judgeAtOnce(talk: Talk, known: ReadonlyMap<unknown, KeystoreRole>): Promise<readonly Judgement[]> {
  const all = [...known].map(async ([id, role]): Promise<Judgement> => {
    const token = talk.scene.wallet.token(role);
    const exchange = await signInByToken(talk, `${role}, at once with another`, token ?? '');
    const session = sessionIn(exchange);
    if (session === null) return blockedBy(exchange);
    const told = session.user['id'];
    const expected = `user ${String(id)}, who signed in, although another user did at the same time`;
    return passIf(told === id, { expected, actual: String(told), pointer: '/data/user/id', exchange });
  });
  return Promise.all(all);
}

/** Tells who signed in last, however many sign in at once. */
function tellsTheLast(at: At): FaultMaker {
  return at('signIn').remembering<Reply>(async (last, asked, next) => {
    const reply = await next(asked);
    if (successOf(reply) === undefined || !isToken(sentIn(asked))) return reply;
    last.value = reply;
    await new Promise((resolve) => setTimeout(resolve, 250));
    return last.value ?? reply;
  });
}

const signed: OwnRule = {
  id: 'comment.signIn.wallet-token-signed',
  async check(talk, say) {
    const seen = new Map<unknown, KeystoreRole>();
    for (const role of ['caller', 'other', 'caller'] as const) {
      const token = talk.scene.wallet.token(role);
      if (token === null && role === 'caller') say(inconclusive('the suite has no wallet token', KEYSTORE_HINT));
      if (token === null) continue;
      const exchange = await signInByToken(talk, `${role} ${seen.size}`, token);
      const expected = 'a sign-in with a wallet token that is signed for /me';
      const id = sessionIn(exchange)?.user['id'];
      if (id === undefined) {
        say(judgeSignedIn(exchange, expected));
        continue;
      }
      const [before] = [...seen].find(([, whose]) => whose === role) ?? [id];
      const isShared = (seen.get(id) ?? role) !== role;
      const actual = isShared ? 'one user for two keystores' : 'two users for one keystore';
      say(passIf(!isShared && before === id, { expected, actual, pointer: '/data/user/id', exchange }));
      seen.set(id, role);
    }
    if (seen.size === 2) say(...(await judgeAtOnce(talk, seen)));
  },
  faults: (at) => ({
    'wallet tokens that a keystore signed are refused': turnsDown(at, isToken),
    'of two who sign in at once both are the last': tellsTheLast(at),
    'every wallet token signs the first user in': changesUser(at, isToken, (_, first) => first),
  }),
};

const OAUTH_HINT = 'set known.oauth_token of comment in the target file to a wallet OAuth token';

const oauth = signingIn(
  'wallet-token-oauth',
  'a sign-in with a regular wallet OAuth token',
  ({ scene }) =>
    commentKnown(scene).oauth_token ?? stop(inconclusive('the suite has no wallet OAuth token', OAUTH_HINT)),
  (at) => ({
    // A token that a keystore signed for /me says so.
    'tokens of wallet OAuth are refused': turnsDown(at, (sent) => isToken(sent) && sent.claims['sig'] === undefined),
  }),
);

const ZERO_HINT = 'set sign_in.keystores.zero_account in the target file';

const zeroAccount = signingIn(
  'zero-contract-account',
  'a sign-in of a user whose contract account is the zero address',
  ({ scene }) =>
    scene.wallet.token('zero_account') ??
    stop(unsupported('the suite has no user whose contract account is the zero address', ZERO_HINT)),
  (at) => ({ 'an address of zero counts as a contract account': turnsDown(at, isToken) }),
);

/** Statuses by which a request is refused, not a path or a method. */
const plainRefusals = new Set([400, 401, 403, 422]);

const required: OwnRule = {
  id: 'comment.signIn.wallet-token-required',
  async check(talk, say) {
    const { wallet } = talk.scene;
    const right = await orNull(rightToken(talk));
    const message = wallet.message('caller');
    const nothing: Readonly<Record<string, object>> = {
      'no token': { method: 'mixin_token' },
      'an empty token': { method: 'mixin_token', mixin_token: '', mixin_access_token: '' },
      ...(message === null ? {} : { 'a message in place of a token': { ...message, method: 'mixin_token' } }),
    };
    for (const [what, body] of Object.entries(nothing)) {
      const exchange = await askSignIn(talk, what, body);
      const judged = judgeRefused(exchange, `a sign-in with ${what}`);
      const { outcome } = exchange;
      const isPlain = outcome.kind === 'answer' && plainRefusals.has(outcome.status);
      const isDecided = judged.verdict !== 'pass' || right !== null || isPlain;
      say(isDecided ? judged : inconclusive('no sign-in by token succeeded', KEYSTORE_HINT));
    }
  },
  faults: taking({
    'a sign-in by token needs no token': (sent) => isToken(sent) && tokenIn(sent) === '',
    'a message is taken although the method is mixin_token': (sent) =>
      isToken(sent) && text(sent.body['signature']) !== '',
  }),
};

const now = () => Date.now() / 1000;

function hasExpired({ claims }: Sent): boolean {
  return Number(claims['exp'] ?? Number.POSITIVE_INFINITY) < now();
}

const aged = ({ scene }: Talk, minutes: number) =>
  scene.wallet.token('caller', { issuedAt: Date.now() - minutes * 60_000 });

const expired = refusing(
  'wallet-token-expired',
  (talk) => ({
    'a token that was issued an hour ago for ten minutes': aged(talk, 60),
    'a token that was issued a day ago for ten minutes': aged(talk, 1440),
  }),
  taking({
    'a wallet token that has expired is taken': hasExpired,
    'a wallet token is taken for two hours': (sent) => hasExpired(sent) && Number(sent.claims['exp']) > now() - 6600,
  }),
);

const clientIds = refusing(
  'client-ids',
  (talk) => ({
    'a token of a client id that is not on the list': tokenOf(
      talk,
      'untrusted',
      'an application that is not on the list',
    ),
  }),
  taking({
    'tokens of applications outside the list are taken': (sent, before) =>
      isToken(sent) && !before.some(({ claims }) => claims['uid'] === sent.claims['uid']) && !hasExpired(sent),
  }),
);

const tellsName = (reply: Reply) => reply.kind === 'reply' && reply.body.includes(ERROR_NAME);

const bodyText = ({ outcome }: Exchange) => (outcome.kind === 'answer' ? outcome.body.text : '');

/** Where the name stands in the answer is open; but the answer is another than that to a token that is none. */
function tellsWhy(exchange: Exchange, others: readonly Exchange[]): boolean {
  const isLike = (other: Exchange) =>
    outcomeText(other) === outcomeText(exchange) && bodyText(other) === bodyText(exchange);
  return bodyText(exchange).includes(ERROR_NAME) || !others.some(isLike);
}

const badLoginMethod: OwnRule = {
  id: 'comment.signIn.bad-login-method',
  async check(talk, say) {
    const token = tokenOf(talk, 'contract_account', 'a user with a registered contract account');
    const right = await rightToken(talk);
    const ask = (what: string, presented: string) => askSignIn(talk, what, tokenBody(presented, right.name));
    const exchange = await ask('with a contract account', token);
    const expected = `a refusal with ${ERROR_NAME}`;
    const refused = judgeRefused(exchange, 'a user with a contract account');
    if (refused.verdict !== 'pass') return say(refused);
    const { contract_oauth_token: regular } = commentKnown(talk.scene);
    if (regular !== undefined) {
      const what = 'a user with a contract account, by a token of wallet OAuth';
      say(judgeRefused(await ask(what, regular), what));
    }
    const others: Exchange[] = [];
    for (const { name, token: none } of forgedTokens(token)) others.push(await ask(name, none));
    others.push(await ask('a text that is not a token', 'not-a-wallet-token'));
    const actual = `${outcomeText(exchange)}, the same response as for an invalid token`;
    say(tellsWhy(exchange, others) ? pass : warn({ expected, actual, about: 'name', exchange }));
  },
  faults: (at) => ({
    'users with a contract account sign in by token': at('signIn').asBefore('first', (_, reply) => tellsName(reply)),
    'users with a contract account sign in by a token of wallet OAuth': at('signIn').asBefore(
      'first',
      (asked, reply) => tellsName(reply) && sentIn(asked).claims['sig'] === undefined,
    ),
    'the refusal of users with a contract account does not say why': at('signIn').reply((reply) =>
      reply.status < 400 ? reply : jsonReply(401, { code: 401, msg: 'unauthorized' }),
    ),
  }),
};

/** Whether one who takes a token for what it is not takes it beside any right one. */
function taken(overlooks: (token: string, right: string) => boolean, sent: Sent, before: readonly Sent[]): boolean {
  const token = tokenIn(sent);
  return token !== '' && before.map(tokenIn).some((right) => right !== '' && overlooks(token, right));
}

const verified: OwnRule = {
  id: 'comment.signIn.wallet-token-verified',
  async check(talk, say) {
    const right = await rightToken(talk);
    const nothing = { name: 'a text that is not a token', token: 'not-a-token-of-the-wallet' };
    const { oauth_token: regular } = commentKnown(talk.scene);
    const refused = async (name: string, token: string) =>
      say(judgeRefused(await askSignIn(talk, name, tokenBody(token, right.name)), name));
    for (const { name, token } of [nothing, ...wrongWalletTokens(talk.scene.wallet, right.token)]) {
      await refused(name, token);
    }
    if (regular === undefined) return;
    await askSignIn(talk, 'a regular token', tokenBody(regular, right.name));
    for (const { name, token } of forgedTokens(regular).slice(1, 2)) await refused(`${name}, of wallet OAuth`, token);
  },
  // Each signs somebody in whom it should refuse; a token that has expired is for another rule.
  faults: taking({
    'a sign-in does not verify the signature of tokens of wallet OAuth': (sent, before) =>
      sent.claims['sig'] === undefined &&
      before.some(
        (one) => tokenIn(one) !== tokenIn(sent) && claimsOf(tokenIn(one)) !== null && sameJson(one.claims, sent.claims),
      ),
    ...Object.fromEntries(
      Object.entries(overlookedTokens)
        .filter(([what]) => !what.includes('expired'))
        .map(([what, overlooks]) => [
          `a sign-in ${what}`,
          (sent: Sent, before: readonly Sent[]) => taken(overlooks, sent, before),
        ]),
    ),
  }),
};

/** The rules on inputs find out who signs in by what is there, whatever the method. */
const methods: OwnRule = {
  id: 'input.invalid-refused',
  faults(at) {
    const isMeant = (body: JsonObject) => typeof body['mixin_token'] === 'string' && body['method'] !== 'mvm';
    const fault = at('signIn').body((body) => (isMeant(body) ? { ...body, method: 'mixin_token' } : body));
    return [{ id: 'a token is taken whatever the method', operation: 'signIn', fault }];
  },
};

const ownToken: OwnRule = {
  id: 'comment.access.own-token',
  async check(talk, say) {
    const right = await rightToken(talk);
    const { exchange } = right;
    const session = sessionIn(exchange);
    if (session === null) return say(blockedBy(exchange));
    const [expected, actual] = ["a token of the service's own", 'the wallet token that was presented'];
    say(passIf(session.token !== right.token, { expected, actual, pointer: '/data/access_token', exchange }));
  },
  faults: (at) => ({
    'a sign-in answers with the wallet token': at('signIn').value('/data/access_token', (token, { body }) => {
      const presented = /"mixin_(?:access_)?token":"([^"]+)"/.exec(body)?.[1];
      return presented ?? token;
    }),
  }),
};

export default [signed, oauth, verified, required, expired, badLoginMethod, zeroAccount, clientIds, methods, ownToken];
