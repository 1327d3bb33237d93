/**
 * Signs in again where the next sign-in of a user ends the one before: documents seldom give the lifetime of a token.
 */
import { demandsCredentials } from '../../families/access/refusals.ts';
import { callOf } from '../../model/call.ts';
import type { ApiModel } from '../../model/document/api.ts';
import { type Call, type CredentialUse, isSuccess } from '../../model/exchange.ts';
import { noInput } from '../../model/input.ts';
import type { ServiceTarget } from '../../model/target.ts';
import type { Client } from './client.ts';

/** The number of times that a request is sent, since other conversations may sign in meanwhile. */
const MOST = 3;

/** The user that the credential of a call belongs to; null where the call carries its own credential, or none. */
function ownerOf(call: Call): CredentialUse | null {
  if (call.kind === 'rpc' || call.schemes.length === 0 || call.presented !== undefined) return null;
  return call.credentials === 'given' || call.credentials === 'other' ? call.credentials : null;
}

/**
 * Repeats calls that are rejected because their credential is no longer accepted, as shown by a request that needs
 * nothing else.
 *
 * @param signIn the target with new credentials
 */
export function renewing(
  client: Client,
  { operations }: ApiModel,
  signIn: () => Promise<ServiceTarget>,
): Pick<Client, 'send'> {
  const plain = operations.find(
    ({ method, security, parameters }) =>
      method === 'GET' && security.flat().length > 0 && !parameters.some(({ required }) => required),
  );
  let [times, isVain] = [0, plain === undefined];
  let renewal: Promise<void> | undefined;
  const isTaken = async (credentials: CredentialUse) =>
    plain === undefined ||
    isSuccess(await client.send(callOf(plain, noInput, { label: 'still signed in', credentials, intent: 'open' })));
  const renew = async (credentials: CredentialUse) => {
    if (await isTaken(credentials)) return;
    client.useTarget(await signIn());
    times += 1;
    isVain = !(await isTaken(credentials));
  };
  return {
    async send(call) {
      const owner = ownerOf(call);
      for (let attempt = 1; ; attempt += 1) {
        const before = times;
        const exchange = await client.send(call);
        if (owner === null || isVain || attempt > MOST || !demandsCredentials(exchange)) return exchange;
        if (times === before) {
          renewal ??= renew(owner).finally(() => {
            renewal = undefined;
          });
          await renewal;
        }
        if (times === before) return exchange;
      }
    },
  };
}
