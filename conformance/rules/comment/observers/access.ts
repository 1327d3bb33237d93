/** The service's own token, and how the service refuses. */
import { strayCall } from '../../../model/call.ts';
import { isObject, type JsonObject } from '../../../model/json.ts';
import type { Rule, Scene } from '../../rule.ts';
import { acceptance, answerForm, notSeen, observer } from '../../shared/observe.ts';
import { ask } from '../calls.ts';
import { users } from '../fixtures.ts';

const NOBODY = notSeen('the suite cannot sign in');

/** The claims of a token that is a JWT; null for any other. */
function claimsOf({ target }: Scene): JsonObject | null {
  const [, payload] = (target.credentials['CommentToken'] ?? '').split('.');
  if (payload === undefined) return null;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return isObject(claims) ? claims : null;
  } catch {
    return null;
  }
}

export const transport: Rule = observer('comment.auth.transport', 'readMe', function* (scene) {
  const token = scene.target.credentials['CommentToken'];
  if (token === undefined) return NOBODY;
  const ways = [
    ['Authorization: Bearer', { headers: { authorization: `Bearer ${token}` } }],
    ['Authorization, the token alone', { headers: { authorization: token } }],
    ['the query parameter access_token', { page: { access_token: token } }],
  ] as const;
  const told: string[] = [];
  for (const [way, how] of ways) {
    const exchange = yield ask(scene, 'readMe', { label: way, ...how, credentials: 'none', intent: 'open' });
    told.push(`${way}: ${acceptance(exchange)}`);
  }
  return told.join('; ');
});

// biome-ignore lint/correctness/useYield: the token is there already.
export const lifetime: Rule = observer('comment.auth.lifetime', null, function* (scene) {
  if (users(scene).length === 0) return NOBODY;
  const { iat, exp } = claimsOf(scene) ?? {};
  return typeof iat === 'number' && typeof exp === 'number'
    ? `${exp - iat} seconds`
    : notSeen('the token does not say');
});

// biome-ignore lint/correctness/useYield: the token is there already.
export const claims: Rule = observer('comment.auth.claims', null, function* (scene) {
  if (users(scene).length === 0) return NOBODY;
  const names = Object.keys(claimsOf(scene) ?? {}).sort();
  return names.length === 0 ? notSeen('the token is no JWT') : names.join(', ');
});

export const walletToken: Rule = observer('comment.auth.wallet-token', 'readMe', function* (scene) {
  const token = scene.wallet.token('caller');
  if (token === null) return notSeen('the suite has no wallet token');
  const headers = { authorization: `Bearer ${token}` };
  return acceptance(
    yield ask(scene, 'readMe', { label: 'wallet token', headers, credentials: 'none', intent: 'open' }),
  );
});

export const errors: Rule = observer('comment.errors.responses', null, function* (scene) {
  const refused = [
    ['no credential', ask(scene, 'readMe', { label: 'no credential', credentials: 'none', intent: 'open' })],
    ['no site', ask(scene, 'listComments', { label: 'no site', intent: 'open' })],
    ['malformed number', ask(scene, 'readComment', { label: 'malformed', id: 'abc', intent: 'open' })],
    ['unknown comment', ask(scene, 'readComment', { label: 'unknown', id: 999_999_999, intent: 'open' })],
    ['incomplete sign-in', ask(scene, 'signIn', { label: 'incomplete', body: {}, intent: 'open' })],
    ['unknown path', strayCall('/no-such-path', 'stray')],
  ] as const;
  const told: string[] = [];
  for (const [what, call] of refused) told.push(`${what}: ${answerForm(yield call)}`);
  return told.join('; ');
});

export const unknownInputs: Rule = observer('comment.requests.unknown-inputs', null, function* (scene) {
  const query = yield ask(scene, 'readSite', { label: 'query', id: 1, intent: 'open' });
  const unknown = yield ask(scene, 'readSite', {
    label: 'unknown query',
    id: 1,
    page: { unknown: 'x' },
    intent: 'open',
  });
  const message = scene.wallet.message('caller');
  const body = { method: 'mvm', ...message, unknown: 'x' };
  const login = message === null ? null : yield ask(scene, 'signIn', { label: 'unknown member', body, intent: 'open' });
  const same = acceptance(query) === acceptance(unknown) ? 'passed over' : acceptance(unknown);
  return `query parameter: ${same}; body member: ${login === null ? 'not seen' : acceptance(login)}`;
});
