/** The data about comment that the input rules need in addition to its document. */
import type { InputProfile } from '@wallet-services/conformance/builtin';
import type { SuiteContext } from '@wallet-services/conformance/core';
import { chosenInBody } from '@wallet-services/conformance/discovery';
import type { InputVariant } from '@wallet-services/conformance/generate';
import { type Input, isObject, type JsonObject, objectsOf } from '@wallet-services/conformance/model';
import { someAirdrop } from './airdrops/requests.ts';
import { signIn } from './sign-in/session.ts';

/** A sign-in by message, else one by token; null when the target has the data for neither. */
function signInBody({ wallet }: SuiteContext): JsonObject | null {
  const message = wallet.message('caller');
  if (message !== null) return { method: 'mvm', ...message };
  const token = wallet.token('caller');
  return token === null ? null : { method: 'mixin_token', mixin_token: token };
}

function withBody(variant: InputVariant, body: JsonObject): InputVariant {
  return { ...variant, input: { ...variant.input, body } };
}

/** Members that only one method reads: an invalid value of one is sent with that method, so that it has an effect. */
function refreshSignIn(variant: InputVariant, suite: SuiteContext): InputVariant {
  const { body } = variant.input;
  if (!isObject(body)) return variant;
  const { place = '', change } = variant;
  const member = place.replace('body/', '');
  if (member === 'mixin_token' || member === 'mixin_access_token') {
    return withBody(variant, { method: 'mixin_token', [member]: body[member] });
  }
  const own = signInBody(suite) ?? {};
  // Which member carries a token is open: other rules check that one of them is accepted.
  if (place === 'body/method' && change === undefined) return withBody(variant, own);
  // A message can only be used once.
  const fresh = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, name === member ? value : (own[name] ?? value)]),
  );
  if (place !== 'body/method') return withBody(variant, fresh);
  // With all members that any method needs, so that only the method is missing.
  const token = suite.wallet.token('caller');
  return withBody(variant, token === null ? fresh : { ...fresh, mixin_token: token, mixin_access_token: token });
}

/** Members of an airdrop that only one type needs: an invalid value of one is sent with that type. */
const typeOf: Readonly<Record<string, string>> = {
  'body/site_id': 'slug',
  'body/slug': 'slug',
  'body/opponent_id': 'comment',
  'body/strategy_name': 'comments',
  'body/strategy_params': 'comments',
};

function refreshAirdrop(variant: InputVariant, suite: SuiteContext): InputVariant {
  const { body } = variant.input;
  const type = typeOf[variant.place ?? ''];
  if (!isObject(body) || type === undefined) return variant;
  const strategy = { strategy_name: 'topn', strategy_params: { n: 1 } };
  const needed = chosenInBody(suite, { site_id: 1, slug: 'conformance', ...strategy });
  return withBody(variant, { ...(type === 'comment' ? {} : needed), ...body, airdrop_type: type });
}

/** Sends an invalid number of a site alone, since the server might ignore it beside a valid choice. */
function refreshChoice(variant: InputVariant): InputVariant {
  const { place } = variant;
  if (place !== 'query/site_id' && place !== 'header/X-COMMENT-SITE-ID') return variant;
  const { headers, query } = variant.input;
  const name = place.slice(place.indexOf('/') + 1);
  const alone = (values: Input['query']): Input['query'] => ({ [name]: values[name] ?? '' });
  const wrong = place.startsWith('query')
    ? { query: alone(query), headers: {} }
    : { query: {}, headers: alone(headers) };
  return { ...variant, input: { ...variant.input, ...wrong } };
}

/** Operations with variants that must be accepted if their example is: they name no items that a server may lack. */
const settledOperations = ['listComments', 'listReplies', 'createComment', 'createReply', 'signIn'];

const contents = ['', 'long '.repeat(20_000), 'a\u0000b'];

export const commentProfile: InputProfile = {
  signIn,
  async complete({ id }, ctx) {
    const body = id === 'signIn' ? signInBody(ctx.suite) : id === 'createAirdrop' ? await someAirdrop(ctx) : null;
    return body === null ? null : { body };
  },
  /** Variants are sent only when their example was accepted. */
  isCertain({ operation, place, path }, suite) {
    if (operation === 'readMe') return true;
    // No list shows the sites: only the target names an existing one.
    if (operation === 'readSite') {
      const { choices } = suite.target.known;
      const sites = objectsOf(isObject(choices) ? choices['site'] : undefined);
      return sites.some(({ site_id: id }) => path.split('?')[0]?.endsWith(`/${id}`) === true);
    }
    return (
      operation !== null && settledOperations.includes(operation) && /^(query|body|header)\/|^\*$/.test(place ?? '')
    );
  },
  refresh({ id }, _base, variant, suite) {
    if (id === 'signIn') return refreshSignIn(variant, suite);
    if (id === 'createAirdrop') return refreshAirdrop(variant, suite);
    return id === 'createComment' || id === 'listComments' ? refreshChoice(variant) : variant;
  },
  /**
   * The effect of a site in a request for a favorite is open if it is not the site of the comment, or does not exist.
   */
  isOpen({ id }, variant) {
    const { place = '', change } = variant;
    if (id === 'favorComment' || id === 'unfavorComment') return /^(header|query)\//.test(place);
    // Random values are sent with all other inputs, and the server may read another one instead.
    const isRandom = change === 'random';
    if (id === 'signIn') return isRandom && /^body\/(mixin|sign)/.test(place);
    if (id === 'createAirdrop') return isRandom && typeOf[place] !== undefined;
    return isRandom && /^query\/(site_id|slug)|^header\//.test(place);
  },
  silent: { 'createComment body/content': contents, 'createReply body/content': contents },
};
