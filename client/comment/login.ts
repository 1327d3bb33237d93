/** Signs in to the comment service, which issues a token of its own (document 2, login rules). */
import { lists, open, type paths } from '@wallet-services/contract/comment/client';
import { type ClientOptions, createServiceClient, unwrap } from '../http/index.ts';
import type { Exchange } from '../sign-in/sign-in.ts';

/** The options of the login. */
export interface LoginOptions extends ClientOptions {
  /** Two letters, such as `en`. */
  readonly lang?: string | undefined;
}

/**
 * Exchanges a proof of the user's identity for a token of the comment service. For `signIn`.
 *
 * @example
 * const token = signIn({ type: 'NetworkToken', keystore, exchange: login({ baseUrl }) });
 * const comment = createClient({ baseUrl, token });
 */
export function login({ lang, ...options }: LoginOptions): Exchange {
  const client = createServiceClient<paths>(options, { lists, open, present: async () => [] });
  return async (proof) => {
    const body =
      proof.type === 'NetworkToken'
        ? { method: 'mixin_token' as const, mixin_token: proof.token }
        : { method: 'mvm' as const, signed_message: proof.signedMessage, signature: proof.signature };
    const { data } = await unwrap(
      client.POST('/auth/login', { body: { ...body, ...(lang === undefined ? {} : { lang }) } }),
    );
    return data.access_token;
  };
}
