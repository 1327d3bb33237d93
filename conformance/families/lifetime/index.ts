/** How long a credential works: `lifetime`. Which operations ask for it may be open, so that is tried. */
import { inputsOf } from '../../find/find.ts';
import type { Operation } from '../../model/api.ts';
import type { Declaration } from '../../model/behaviour.ts';
import { type CallOptions, callOf, type Input } from '../../model/call.ts';
import { type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { blockedBy, broken, inconclusive, pass, unsupported } from '../../rules/judgement.ts';
import type { Judgement, Talk } from '../../rules/rule.ts';
import { claimsOf, WALLET_SCHEME } from '../../sign-in/wrong-tokens.ts';
import { asksForCredentials, isSick } from '../access/refusals.ts';
import type { Family } from '../family.ts';
import { lifetimeFaults } from './faults.ts';

export interface Lifetime extends Declaration {
  /** Security scheme of the credential. */
  readonly scheme: string;
  readonly minutes: number;
}

const MINUTE = 60_000;

/** Ages of the tokens that are made, as parts of their lifetime; not so near its end that clocks decide. */
const ages = [
  { part: 0.8, works: true },
  { part: 1.3, works: false },
  { part: 12, works: false },
] as const;

/** A token, and how old it is. */
interface Aged {
  readonly token: string;
  readonly what: string;
  readonly works: boolean;
}

function agedTokens({ scheme, minutes }: Lifetime, { scene }: Talk): readonly Aged[] {
  const { wallet, target } = scene;
  const now = Date.now();
  const made = ages.flatMap(({ part, works }): Aged[] => {
    const age = Math.round(part * minutes);
    const token = scheme === WALLET_SCHEME ? wallet.token('caller', { issuedAt: now - age * MINUTE }) : null;
    return token === null ? [] : [{ token, works, what: `a token that was made ${age} minutes ago` }];
  });
  if (made.length > 0) return made;
  const [given, old] = [target.credentials[scheme], target.expiredCredentials[scheme]];
  const age = (now / 1000 - Number(claimsOf(given ?? '')?.['iat'])) / 60;
  return [
    ...(given !== undefined && age < minutes ? [{ token: given, works: true, what: 'a token that is young' }] : []),
    ...(old === undefined ? [] : [{ token: old, works: false, what: 'a token that worked once' }]),
  ];
}

function judge(exchange: Exchange, { what, works }: Aged): Judgement {
  if (isSick(exchange)) return blockedBy(exchange);
  if (isSuccess(exchange) === works) return pass;
  // A refusal for another reason than the token says nothing of it.
  if (works && !asksForCredentials(exchange)) return blockedBy(exchange);
  const expected = works ? `an answer to ${what}` : `a refusal of ${what}`;
  return broken({ expected, actual: outcomeText(exchange), about: what, exchange });
}

/** An input with which an operation asks for the credential, and takes the right one; null where it does not. */
async function askingFor(talk: Talk, operation: Operation, scheme: string): Promise<Input | null> {
  const [found] = await inputsOf(talk, operation.id);
  if (found === undefined) return null;
  const ask = (label: string, options: Partial<CallOptions>) =>
    talk.ask(callOf(operation, found.input, { label, intent: 'open', ...options }));
  // Whatever the status: that it is answered with the token, and not without, is asking for it.
  const bare = await ask('without a token', { credentials: 'none' });
  if (isSuccess(bare) || isSick(bare)) return null;
  return isSuccess(await ask('with the token', { schemes: [scheme] })) ? found.input : null;
}

const HINT = 'name a keystore as sign_in.keystores.caller, or an old token under expired_credentials';

/** Where no operation was seen to take the credential: some may have to, or that is open. */
function unasked({ scheme }: Lifetime, { scene }: Talk): Judgement {
  const must = scene.api.declarations.find(
    ({ family, need, schemes }) =>
      family === 'access' && need === 'credential' && Array.isArray(schemes) && schemes.includes(scheme),
  );
  if (must === undefined) return unsupported('no operation of this server was seen to ask for a token');
  return inconclusive(`${must.operation} was not seen to take ${scheme}`, HINT);
}

export default {
  name: 'lifetime',
  async check(declared, talk, say) {
    const { scheme, minutes } = declared;
    const aged = agedTokens(declared, talk);
    const using = talk.scene.api.operations.filter(({ security }) => security.flat().includes(scheme));
    let asking = 0;
    for (const operation of using) {
      const input = await askingFor(talk, operation, scheme);
      if (input === null) continue;
      asking += 1;
      for (const one of aged) {
        const options = { label: one.what, intent: 'open', presented: { [scheme]: one.token } } as const;
        const exchange = await talk.ask(callOf(operation, input, options));
        say(one.works ? 'works' : 'ends', judge(exchange, one));
      }
    }
    const silent =
      asking > 0 ? inconclusive(`no token is about ${minutes} minutes old`, HINT) : unasked(declared, talk);
    say('works', silent);
    say('ends', silent);
  },
  faults: lifetimeFaults,
} satisfies Family<Lifetime>;
