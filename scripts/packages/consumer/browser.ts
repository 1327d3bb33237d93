/** A page that signs in and reads: bundled, and opened in a browser. */
import { createClient, login, paginate, unwrap } from '@wallet-services/client/comment';
import { accessToken, readKeystore, signIn } from '@wallet-services/client/sign-in';
import { createClient as createSwap } from '@wallet-services/client/swap';

/** The result that the test reads. */
export interface Seen {
  readonly name: string;
  readonly comments: number;
  readonly status: number;
}

async function look(url: string, keystoreText: string): Promise<Seen> {
  const keystore = readKeystore(keystoreText);
  const baseUrl = `${url}/comment`;
  const token = signIn({ type: 'NetworkToken', keystore, exchange: login({ baseUrl }) });
  const comment = createClient({ baseUrl, token, site: { id: 21 } });
  const { data: me } = await unwrap(comment.GET('/me'));
  let comments = 0;
  for await (const { id } of paginate(comment, '/comments', { params: { query: { limit: 5 } } })) {
    if (id > 0) comments += 1;
    if (comments === 12) break;
  }
  const swap = createSwap({ baseUrl: `${url}/swap`, token: accessToken({ keystore }) });
  const params = { path: { follow_id: crypto.randomUUID() } };
  const { response } = await swap.GET('/orders/{follow_id}', { params });
  return { name: me.full_name, comments, status: response.status };
}

Object.assign(globalThis, { look });
