/** How long a credential works: `lifetime`. The operations that require it may be open, so they are tried. */

import type { CheckContext } from '../../core/context.ts';
import type { Family } from '../../core/family.ts';
import { blockedBy, broken, inconclusive, type Judgement, pass, unsupported } from '../../core/judgement.ts';
import { send } from '../../discovery/send.ts';
import { freshInput, inputsOf } from '../../discovery/things.ts';
import type { CallOptions } from '../../model/call.ts';
import type { Operation } from '../../model/document/api.ts';
import { type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { claimsOf, WALLET_SCHEME } from '../../sign-in/wrong-tokens.ts';
import { demandsCredentials, isSick } from '../access/refusals.ts';
import type { Lifetime } from './declared.ts';
import { followLifetime, guardedBy } from './follow.ts';
import { lifetimeMutants } from './mutants.ts';

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

function agedTokens({ scheme, minutes }: Lifetime, { suite }: CheckContext): readonly Aged[] {
  const { wallet, target } = suite;
  const now = Date.now();
  // A token that the target names may be of an application that the suite has no keystore of.
  const isOurs = scheme === WALLET_SCHEME && wallet.secrets().includes(target.credentials[scheme] ?? '');
  const made = ages.flatMap(({ part, works }): Aged[] => {
    const age = Math.round(part * minutes);
    const token = isOurs ? wallet.token('caller', { issuedAt: now - age * MINUTE }) : null;
    return token === null ? [] : [{ token, works, what: `a token that was issued ${age} minutes ago` }];
  });
  if (made.length > 0) return made;
  const [given, old] = [target.credentials[scheme], target.expiredCredentials[scheme]];
  const age = (now / 1000 - Number(claimsOf(given ?? '')?.['iat'])) / 60;
  return [
    // A token without a creation time was made for this run.
    ...(given === undefined || age >= minutes
      ? []
      : [{ token: given, works: true, what: 'a token within its lifetime' }]),
    ...(old === undefined ? [] : [{ token: old, works: false, what: 'a token that has expired' }]),
  ];
}

function judge(exchange: Exchange, { what, works }: Aged): Judgement {
  if (isSick(exchange)) return blockedBy(exchange);
  if (isSuccess(exchange) === works) return pass;
  // A rejection for another reason shows nothing about the token.
  if (works && !demandsCredentials(exchange)) return blockedBy(exchange);
  const expected = works ? `a successful response to a request with ${what}` : `a refusal of ${what}`;
  return broken({ expected, actual: outcomeText(exchange), about: what, exchange });
}

/** How an operation is sent each time; null if it does not require the credential, or rejects it. */
async function sendingFor(ctx: CheckContext, operation: Operation, scheme: string) {
  const [found] = operation.method === 'GET' ? await inputsOf(ctx, operation.id) : [];
  const sendOnce = async (label: string, options: Partial<CallOptions>): Promise<Exchange | null> => {
    const input = found?.input ?? (await freshInput(ctx, operation.id, { name: `${operation.id}, ${label}` }));
    return input === null ? null : send(ctx, operation, input, label, options);
  };
  const bare = await sendOnce('without a token', { credentials: 'none' });
  if (bare === null || isSuccess(bare) || isSick(bare)) return null;
  const given = await sendOnce('with the token', { schemes: [scheme] });
  return given !== null && isSuccess(given) ? sendOnce : null;
}

const HINT = 'set sign_in.keystores.caller in the target file, or expired_credentials to an old token';

/** The judgement if no operation accepted the credential: one may be required to, or that is open. */
function unasked({ scheme }: Lifetime, { suite }: CheckContext): Judgement {
  const [must] = guardedBy(scheme, suite);
  if (must === undefined) return unsupported('no operation of this server required a token');
  return inconclusive(`${must} did not succeed with ${scheme}`, HINT);
}

export default {
  name: 'lifetime',
  async check(declared, ctx, report) {
    const { scheme, minutes } = declared;
    const aged = agedTokens(declared, ctx);
    const using = ctx.suite.api.operations.filter(({ security }) => security.flat().includes(scheme));
    const reading = using.filter(({ method }) => method === 'GET');
    let sending = 0;
    for (const operation of [...reading, ...using.filter((one) => !reading.includes(one))]) {
      // Reads are enough, and can be repeated freely.
      if (sending > 0 && !reading.includes(operation)) break;
      const sendOnce = await sendingFor(ctx, operation, scheme);
      if (sendOnce === null) continue;
      sending += 1;
      for (const one of aged) {
        const exchange = await sendOnce(one.what, { presented: { [scheme]: one.token } });
        if (exchange !== null) report(one.works ? 'works' : 'ends', judge(exchange, one));
      }
    }
    const silent =
      sending > 0
        ? inconclusive(`the suite has no token that is about ${minutes} minutes old`, HINT)
        : unasked(declared, ctx);
    report('works', silent);
    report('ends', silent);
  },
  follow: followLifetime,
  mutants: lifetimeMutants,
} satisfies Family<Lifetime>;
