/** Signing in with a wallet network token (document 2, Login rules; document 1, Client-side sign-in). */
import {
  blockedBy,
  type CheckContext,
  inconclusive,
  type Judgement,
  judgeRefused,
  type OwnRule,
  orNull,
  passIf,
  stop,
  unsupported,
} from '@wallet-services/conformance/core';
import { overlookedTokens } from '@wallet-services/conformance/families';
import {
  type Exchange,
  excerpt,
  type JsonObject,
  type KeystoreRole,
  outcomeText,
  sameJson,
} from '@wallet-services/conformance/model';
import { type At, jsonReply, type Mutation, type Reply, successOf } from '@wallet-services/conformance/mutation';
import { claimsOf, forgedTokens, wrongWalletTokens } from '@wallet-services/conformance/sign-in';
import { commentKnown } from '../../known.ts';
import { changesUser, type Sent, sentIn, taking, text, tokenIn, turnsDown } from '../../sign-in/mutants.ts';
import {
  ERROR_NAME,
  judgeSignedIn,
  KEYSTORE_HINT,
  rightToken,
  sendSignIn,
  sessionIn,
  signInByToken,
  tokenBody,
  tokenNames,
  tokenOf,
} from '../../sign-in/send.ts';

const isToken = ({ body }: Sent) => body['method'] === 'mixin_token';

type TestServers = Required<OwnRule>['mutants'];

/** A rule on a token that must sign its user in. */
function signingIn(
  aspect: string,
  expected: string,
  token: (ctx: CheckContext) => string,
  mutants: TestServers,
): OwnRule {
  return {
    id: `comment.signIn.${aspect}`,
    check: async (ctx, report) =>
      report(await judgeSignedIn(ctx, await signInByToken(ctx, expected, token(ctx)), expected)),
    mutants,
  };
}

/** A rule on tokens that must be rejected, under each of the two names, where a valid one is accepted. */
function refusing(
  aspect: string,
  tokens: (ctx: CheckContext) => Readonly<Record<string, string | null>>,
  mutants: TestServers,
): OwnRule {
  return {
    id: `comment.signIn.${aspect}`,
    async check(ctx, report) {
      const meant = Object.entries(tokens(ctx));
      await rightToken(ctx);
      for (const [what, token] of meant) {
        for (const name of token === null ? [] : tokenNames) {
          report(judgeRefused(await sendSignIn(ctx, `${what}, as ${name}`, tokenBody(token ?? '', name)), what));
        }
      }
    },
    mutants,
  };
}

/** Two users sign in concurrently: each must get their own user. @param known the user of each role. */
async function judgeAtOnce(
  ctx: CheckContext,
  known: ReadonlyMap<unknown, KeystoreRole>,
): Promise<readonly Judgement[]> {
  const all = [...known].map(async ([id, role]): Promise<Judgement> => {
    const token = ctx.suite.wallet.token(role);
    const exchange = await signInByToken(ctx, `${role}, at once with another`, token ?? '');
    const session = sessionIn(exchange);
    if (session === null) return blockedBy(exchange);
    const reported = session.user['id'];
    const expected = `user ${excerpt(id)}, who signed in, although another user did at the same time`;
    return passIf(reported === id, { expected, actual: excerpt(reported), pointer: '/data/user/id', exchange });
  });
  return Promise.all(all);
}

/** Returns the user who signed in last, even if several users sign in concurrently. */
function reportsTheLast(at: At): Mutation {
  return at('signIn').remembering<Reply>(async (last, request, next) => {
    const reply = await next(request);
    if (successOf(reply) === undefined || !isToken(sentIn(request))) return reply;
    last.value = reply;
    await new Promise((resolve) => setTimeout(resolve, 250));
    return last.value ?? reply;
  });
}

const signed: OwnRule = {
  id: 'comment.signIn.wallet-token-signed',
  async check(ctx, report) {
    const seen = new Map<unknown, KeystoreRole>();
    for (const role of ['caller', 'other', 'caller'] as const) {
      const token = ctx.suite.wallet.token(role);
      if (token === null && role === 'caller') report(inconclusive('the suite has no wallet token', KEYSTORE_HINT));
      if (token === null) continue;
      const exchange = await signInByToken(ctx, `${role} ${seen.size}`, token);
      const expected = 'a sign-in with a wallet token that is signed for /me';
      const id = sessionIn(exchange)?.user['id'];
      if (id === undefined) {
        report(await judgeSignedIn(ctx, exchange, expected));
        continue;
      }
      const [before] = [...seen].find(([, whose]) => whose === role) ?? [id];
      const isShared = (seen.get(id) ?? role) !== role;
      const actual = isShared ? 'one user for two keystores' : 'two users for one keystore';
      report(passIf(!isShared && before === id, { expected, actual, pointer: '/data/user/id', exchange }));
      seen.set(id, role);
    }
    if (seen.size === 2) report(...(await judgeAtOnce(ctx, seen)));
  },
  mutants: (at) => ({
    'wallet tokens that a keystore signed are refused': turnsDown(at, isToken),
    'of two who sign in at once both are the last': reportsTheLast(at),
    'every wallet token signs the first user in': changesUser(at, isToken, (_, first) => first),
  }),
};

const OAUTH_HINT = 'set known.oauth_token of comment in the target file to a wallet OAuth token';

const oauth = signingIn(
  'wallet-token-oauth',
  'a sign-in with a regular wallet OAuth token',
  ({ suite }) =>
    commentKnown(suite).oauth_token ?? stop(inconclusive('the suite has no wallet OAuth token', OAUTH_HINT)),
  (at) => ({
    // A token that a keystore signed for /me is limited to it.
    'tokens of wallet OAuth are refused': turnsDown(at, (sent) => isToken(sent) && sent.claims['sig'] === undefined),
  }),
);

const ZERO_HINT = 'set sign_in.keystores.zero_account in the target file';

const zeroAccount = signingIn(
  'zero-contract-account',
  'a sign-in of a user whose contract account is the zero address',
  ({ suite }) =>
    suite.wallet.token('zero_account') ??
    stop(unsupported('the suite has no user whose contract account is the zero address', ZERO_HINT)),
  (at) => ({ 'an address of zero counts as a contract account': turnsDown(at, isToken) }),
);

/** Statuses that reject a request, and not a path or a method. */
const plainRefusals = new Set([400, 401, 403, 422]);

const required: OwnRule = {
  id: 'comment.signIn.wallet-token-required',
  async check(ctx, report) {
    const { wallet } = ctx.suite;
    const right = await orNull(rightToken(ctx));
    const message = wallet.message('caller');
    const nothing: Readonly<Record<string, object>> = {
      'no token': { method: 'mixin_token' },
      'an empty token': { method: 'mixin_token', mixin_token: '', mixin_access_token: '' },
      ...(message === null ? {} : { 'a message in place of a token': { ...message, method: 'mixin_token' } }),
    };
    for (const [what, body] of Object.entries(nothing)) {
      const exchange = await sendSignIn(ctx, what, body);
      const judged = judgeRefused(exchange, `a sign-in with ${what}`);
      const { outcome } = exchange;
      const isPlain = outcome.kind === 'answer' && plainRefusals.has(outcome.status);
      const isDecided = judged.verdict !== 'pass' || right !== null || isPlain;
      report(isDecided ? judged : inconclusive('no sign-in by token succeeded', KEYSTORE_HINT));
    }
  },
  mutants: taking({
    'a sign-in by token needs no token': (sent) => isToken(sent) && tokenIn(sent) === '',
    'a message is taken although the method is mixin_token': (sent) =>
      isToken(sent) && text(sent.body['signature']) !== '',
  }),
};

const now = () => Date.now() / 1000;

function hasExpired({ claims }: Sent): boolean {
  return Number(claims['exp'] ?? Number.POSITIVE_INFINITY) < now();
}

const aged = ({ suite }: CheckContext, minutes: number) =>
  suite.wallet.token('caller', { issuedAt: Date.now() - minutes * 60_000 });

const expired = refusing(
  'wallet-token-expired',
  (ctx) => ({
    'a token that was issued an hour ago for ten minutes': aged(ctx, 60),
    'a token that was issued a day ago for ten minutes': aged(ctx, 1440),
  }),
  taking({
    'a wallet token that has expired is taken': hasExpired,
    'a wallet token is taken for two hours': (sent) => hasExpired(sent) && Number(sent.claims['exp']) > now() - 6600,
  }),
);

const clientIds = refusing(
  'client-ids',
  (ctx) => ({
    'a token of a client id that is not on the list': tokenOf(
      ctx,
      'untrusted',
      'an application that is not on the list',
    ),
  }),
  taking({
    'tokens of applications outside the list are taken': (sent, before) =>
      isToken(sent) && !before.some(({ claims }) => claims['uid'] === sent.claims['uid']) && !hasExpired(sent),
  }),
);

const reportsName = (reply: Reply) => reply.kind === 'reply' && reply.body.includes(ERROR_NAME);

const bodyText = ({ outcome }: Exchange) => (outcome.kind === 'answer' ? outcome.body.text : '');

/** The place of the name in the answer is open; but the answer must differ from that to an invalid token. */
function explains(exchange: Exchange, others: readonly Exchange[]): boolean {
  const isLike = (other: Exchange) =>
    outcomeText(other) === outcomeText(exchange) && bodyText(other) === bodyText(exchange);
  return bodyText(exchange).includes(ERROR_NAME) || !others.some(isLike);
}

const badLoginMethod: OwnRule = {
  id: 'comment.signIn.bad-login-method',
  async check(ctx, report) {
    const token = tokenOf(ctx, 'contract_account', 'a user with a registered contract account');
    const right = await rightToken(ctx);
    const send = (what: string, presented: string) => sendSignIn(ctx, what, tokenBody(presented, right.name));
    const exchange = await send('with a contract account', token);
    const expected = `a refusal with ${ERROR_NAME}`;
    const refused = judgeRefused(exchange, 'a user with a contract account');
    if (refused.verdict !== 'pass') return report(refused);
    const { contract_oauth_token: regular } = commentKnown(ctx.suite);
    if (regular !== undefined) {
      const what = 'a user with a contract account, by a token of wallet OAuth';
      report(judgeRefused(await send(what, regular), what));
    }
    const others: Exchange[] = [];
    for (const { name, token: none } of forgedTokens(token)) others.push(await send(name, none));
    others.push(await send('a text that is not a token', 'not-a-wallet-token'));
    const actual = `${outcomeText(exchange)}, the same response as for an invalid token`;
    report(passIf(explains(exchange, others), { expected, actual, about: 'name', exchange }));
  },
  mutants: (at) => ({
    'users with a contract account sign in by token': at('signIn').asBefore('first', (_, reply) => reportsName(reply)),
    'users with a contract account sign in by a token of wallet OAuth': at('signIn').asBefore(
      'first',
      (request, reply) => reportsName(reply) && sentIn(request).claims['sig'] === undefined,
    ),
    'the refusal of users with a contract account does not say why': at('signIn').reply((reply) =>
      reply.status < 400 ? reply : jsonReply(401, { code: 401, msg: 'unauthorized' }),
    ),
  }),
};

/** Whether a server that overlooks a fault of a token accepts the token after a valid one. */
function taken(overlooks: (token: string, right: string) => boolean, sent: Sent, before: readonly Sent[]): boolean {
  const token = tokenIn(sent);
  return token !== '' && before.map(tokenIn).some((right) => right !== '' && overlooks(token, right));
}

const verified: OwnRule = {
  id: 'comment.signIn.wallet-token-verified',
  async check(ctx, report) {
    const right = await rightToken(ctx);
    const nothing = { name: 'a text that is not a token', token: 'not-a-token-of-the-wallet' };
    const { oauth_token: regular } = commentKnown(ctx.suite);
    const refused = async (name: string, token: string) =>
      report(judgeRefused(await sendSignIn(ctx, name, tokenBody(token, right.name)), name));
    for (const { name, token } of [nothing, ...wrongWalletTokens(ctx.suite.wallet, right.token)]) {
      await refused(name, token);
    }
    if (regular === undefined) return;
    await sendSignIn(ctx, 'a regular token', tokenBody(regular, right.name));
    for (const { name, token } of forgedTokens(regular).slice(1, 2)) await refused(`${name}, of wallet OAuth`, token);
  },
  // Each mutant accepts a token that it should reject; another rule covers expired tokens.
  mutants: taking({
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

/** The input rules detect a sign-in that depends on the members of the body, whatever the method. */
const methods: OwnRule = {
  id: 'input.invalid-refused',
  mutants(at) {
    const isMeant = (body: JsonObject) => typeof body['mixin_token'] === 'string' && body['method'] !== 'mvm';
    const mutation = at('signIn').body((body) => (isMeant(body) ? { ...body, method: 'mixin_token' } : body));
    return [{ id: 'a token is taken whatever the method', operation: 'signIn', mutation }];
  },
};

const ownToken: OwnRule = {
  id: 'comment.access.own-token',
  async check(ctx, report) {
    const right = await rightToken(ctx);
    const { exchange } = right;
    const session = sessionIn(exchange);
    if (session === null) return report(blockedBy(exchange));
    const [expected, actual] = ["a token of the service's own", 'the wallet token that was presented'];
    report(passIf(session.token !== right.token, { expected, actual, pointer: '/data/access_token', exchange }));
  },
  mutants: (at) => ({
    'a sign-in answers with the wallet token': at('signIn').value('/data/access_token', (token, { body }) => {
      const presented = /"mixin_(?:access_)?token":"([^"]+)"/.exec(body)?.[1];
      return presented ?? token;
    }),
  }),
};

export default [signed, oauth, verified, required, expired, badLoginMethod, zeroAccount, clientIds, methods, ownToken];
