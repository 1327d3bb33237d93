/** The code of a user without a DOM: compiled with the types of Node.js alone, and with those of workers alone. */
import * as comment from '@wallet-services/client/comment';
import * as lending from '@wallet-services/client/lending';
import { accessToken, type Keystore } from '@wallet-services/client/sign-in';
import * as swap from '@wallet-services/client/swap';
import { createFetchHandler, type Handlers, Refusal } from '@wallet-services/contract/lending/fetch';

export async function calls(baseUrl: string, keystore: Keystore): Promise<readonly string[]> {
  const token = accessToken({ keystore });
  const seen: string[] = [];
  for await (const { trace_id } of lending.paginate(lending.createClient({ baseUrl, token }), '/api/v1/transactions')) {
    seen.push(trace_id);
  }
  const { data, error, response } = await swap.createClient({ baseUrl, token, fetch }).GET('/pairs');
  if (error === undefined) seen.push(data.data.volume_24h, response.headers.get('date') ?? '');
  const me = await comment.unwrap(comment.createClient({ baseUrl, token }).GET('/me'));
  // @ts-expect-error the types are there, and not any
  seen.push(me.data.id);
  return seen;
}

export const handlers: Handlers<string> = {
  listMarkets: ({ signal }) => {
    signal.throwIfAborted();
    return { status: 200, body: { data: [] } };
  },
  listTransactions: ({ query: { limit } }) => ({ status: 200, body: [].slice(0, Number(limit)) }),
  createPayRequest: ({ caller }) => {
    throw new Refusal(403, `not for ${caller}`);
  },
};

export default {
  fetch: createFetchHandler(handlers, {
    authenticate: (credentials, _operation, request) => `${credentials['AccessToken']} of ${request.url}`,
  }),
};

// @ts-expect-error two operations are missing
createFetchHandler({ listMarkets: handlers.listMarkets });
