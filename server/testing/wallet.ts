/** Test helpers: the people of the sandbox wallet network. */
import { type Keystore, signToken, type TokenOptions } from '@wallet-services/client/sign-in';
import type { RunningServer } from '../index.ts';
import { type Answer, call } from './server.ts';

export {
  signedMessage,
  signHash,
  signInMessage,
  signText,
  type TestAccount,
  testAccount,
} from '@wallet-services/client/testing/account';

/** The people and applications of the sandbox. Aiko has a contract account; no service trusts Lantern Feed. */
export type SandboxName =
  | 'Mira'
  | 'Jonas'
  | 'Aiko'
  | 'Orchard Notes'
  | 'Tidewater Exchange'
  | 'Harbor'
  | 'Lantern Feed';

/** The keystore of a person or an application of the sandbox. */
export function keystoreOf(server: Pick<RunningServer, 'keystores'>, name: SandboxName): Keystore {
  const keystore = server.keystores.find((known) => known.name.startsWith(name));
  if (keystore === undefined) throw new Error(`there is no keystore of ${name}`);
  return keystore;
}

/**
 * Signs an access token for a person of the sandbox; by default for `GET /me` with scope FULL, for ten minutes.
 *
 * @example
 * const headers = { Authorization: `Bearer ${await walletToken(server, 'Mira')}` };
 */
export function walletToken(
  server: Pick<RunningServer, 'keystores'>,
  name: SandboxName,
  options?: TokenOptions,
): Promise<string> {
  return signToken(keystoreOf(server, name), options);
}

/** Pays a payment code; the answer is `{data: {snapshot_id, state, ...}}`. */
export async function payAs(
  server: Pick<RunningServer, 'keystores' | 'networkUrl'>,
  name: SandboxName,
  codeId: string,
  options?: TokenOptions,
): Promise<Answer> {
  const path = `/codes/${codeId}/pay`;
  const token = await walletToken(server, name, { ...options, method: 'POST', path });
  return call(`${server.networkUrl}${path}`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
}
