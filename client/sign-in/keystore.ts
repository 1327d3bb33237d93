/** Keystores as applications receive them (document 1, Access token for protected operations). */
import type { Keystore } from './token.ts';

/**
 * Reads a keystore: `{"client_id": ..., "session_id": ..., "private_key": ...}`, as JSON text or as an object. When
 * these are missing, `app_id` or `user_id`, and `session_private_key`, are used: SDKs of the network write these.
 *
 * @throws TypeError when a member is missing; the message repeats no value
 * @example
 * const keystore = readKeystore(await readFile('keystore.json', 'utf8'));
 */
export function readKeystore(json: string | object): Keystore {
  const members = typeof json === 'string' ? parse(json) : { ...json };
  const text = (...names: readonly string[]) => {
    for (const name of names) {
      const value = members[name];
      if (typeof value === 'string' && value !== '') return value;
    }
    throw new TypeError(`the keystore has no ${names[0]}`);
  };
  return {
    clientId: text('client_id', 'app_id', 'user_id'),
    sessionId: text('session_id'),
    privateKey: text('private_key', 'session_private_key'),
  };
}

function parse(json: string): Readonly<Record<string, unknown>> {
  try {
    return { ...JSON.parse(json) };
  } catch {
    // The message of the parser would repeat a part of the text.
    throw new TypeError('the keystore is not JSON');
  }
}
