/** Who may ask: everybody for everything but the caller's own vaults (document 3, Endpoints). */
import { operationOf } from '../../model/api.ts';
import { callOf, type Input, noInput } from '../../model/call.ts';
import { type Call, type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import type { JsonObject } from '../../model/json.ts';
import { blockedBy, broken, hintFor, inconclusive, pass } from '../judgement.ts';
import type { Rule, Scene, Script } from '../rule.ts';
import { type Asked, credentialRule, publicRule } from '../shared/access.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { readAsset, readCollateralType, readFlip, readVault } from './by-id.ts';
import {
  assets,
  collateralTypes,
  flipEvents,
  flips,
  idsOf,
  itemsOf,
  myVaults,
  plainCall,
  vaultEvents,
  vaults,
  wholeList,
} from './calls.ts';

type Listed = (scene: Scene) => Generator<Call, readonly JsonObject[], Exchange>;

function plain(operation: string): Asked {
  return {
    operation,
    // biome-ignore lint/correctness/useYield: nothing need be asked.
    *input() {
      return noInput;
    },
    hint: '',
  };
}

function ofOne(one: { readonly operation: string; readonly parameter: string }, listed: Listed, noun: string): Asked {
  return {
    operation: one.operation,
    *input(scene): Generator<Call, Input | null, Exchange> {
      const [id] = idsOf(yield* listed(scene));
      return id === undefined ? null : { ...noInput, path: { [one.parameter]: id } };
    },
    hint: `put a ${noun} into the data`,
  };
}

const someAssets: Listed = (scene) => wholeList(scene, assets);
const someTypes: Listed = (scene) => wholeList(scene, collateralTypes);
const someFlips: Listed = (scene) => itemsOf(scene, flips);
const someVaults: Listed = (scene) => itemsOf(scene, vaults);

const publicOperations: readonly Asked[] = [
  ...['readInfo', 'readTime', 'listAssets', 'listCollateralTypes', 'listFlips', 'listVaults'].map(plain),
  ofOne(readAsset, someAssets, 'asset'),
  ofOne(readCollateralType, someTypes, 'collateral type'),
  ofOne(readFlip, someFlips, 'flip'),
  ofOne(flipEvents, someFlips, 'flip'),
  ofOne(readVault, someVaults, 'vault'),
  ofOne(vaultEvents, someVaults, 'vault'),
];

export const isPublic: Rule = publicRule('vault.auth.public', publicOperations);

export const tokenRequired: Rule = credentialRule('vault.my-vats.token-required', [plain(myVaults.operation)]);

export const NO_TOKEN = {
  reason: 'there is no access token to send',
  hint: 'name a keystore (sign_in.keystores.caller) or a token (credentials.AccessToken) in the target file',
} as const;

function* askWithTokens({ target, ...rest }: Scene, say: Say): Script {
  const scene: Scene = { ...rest, target };
  const uses = [
    ['given', target.credentials],
    ['other', target.otherCredentials],
  ] as const;
  for (const [use, credentials] of uses) {
    if (credentials['AccessToken'] === undefined) continue;
    const exchange = yield plainCall(scene, myVaults.operation, use, use);
    if (isSuccess(exchange)) say(pass);
    else if (exchange.outcome.kind === 'failure' || exchange.outcome.status === 429) say(blockedBy(exchange));
    else say(broken({ expected: 'the list', actual: outcomeText(exchange), about: 'token', exchange }));
  }
  if (target.credentials['AccessToken'] === undefined) say(inconclusive(NO_TOKEN.reason, NO_TOKEN.hint));
}

export const tokenAccepted: Rule = conversationRule('vault.my-vats.token-accepted', () => [
  { id: 'tokens', operation: myVaults.operation, talk: askWithTokens },
]);

const MINUTE = 60_000;

/** Ages of tokens that are made; near the end of the ten minutes, but not so near that clocks decide. */
const ages = [
  { minutes: 8, works: true },
  { minutes: 13, works: false },
  { minutes: 120, works: false },
] as const;

/** The list of the caller's vaults with a token that is made now. */
function callWith(scene: Scene, token: string, label: string): Call {
  const input: Input = { ...noInput, headers: { authorization: `Bearer ${token}` } };
  const operation = operationOf(scene.api, myVaults.operation);
  return callOf(operation, input, { label, credentials: 'none', intent: 'open' });
}

function* askWithAges(scene: Scene, say: Say): Script {
  const { target, wallet } = scene;
  const first = yield plainCall(scene, myVaults.operation, 'given');
  if (!isSuccess(first)) {
    const lacks = target.credentials['AccessToken'] === undefined;
    return say(lacks ? inconclusive(NO_TOKEN.reason, NO_TOKEN.hint) : blockedBy(first));
  }
  const judge = (exchange: Exchange, works: boolean, what: string) => {
    if (exchange.outcome.kind === 'failure' || exchange.outcome.status === 429) return say(blockedBy(exchange));
    if (isSuccess(exchange) === works) return say(pass);
    // A refusal for another reason than the token says nothing of it.
    if (works && hintFor(exchange) === undefined) return say(blockedBy(exchange));
    const expected = works ? `the list, with ${what}` : `a refusal of ${what}`;
    say(broken({ expected, actual: outcomeText(exchange), about: what, exchange }));
  };
  const canSign = wallet.token('caller') !== null;
  for (const { minutes, works } of canSign ? ages : []) {
    const token = wallet.token('caller', { issuedAt: Date.now() - minutes * MINUTE }) ?? '';
    const what = `a token that was made ${minutes} minutes ago`;
    judge(yield callWith(scene, token, what), works, what);
  }
  if (target.expiredCredentials['AccessToken'] !== undefined) {
    judge(
      yield { ...plainCall(scene, myVaults.operation, 'expired', 'expired'), intent: 'open' },
      false,
      'an old token',
    );
  } else if (!canSign) {
    say(
      inconclusive('there is no old token to send', 'name one as expired_credentials.AccessToken in the target file'),
    );
  }
}

export const tokenLifetime: Rule = conversationRule('vault.auth.token-lifetime', () => [
  { id: 'ages', operation: myVaults.operation, talk: askWithAges },
]);
