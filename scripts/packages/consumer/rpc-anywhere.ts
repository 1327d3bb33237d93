/** RPC without the DOM: compiled with the declaration of the client's README. */
import { createRpcClient } from '@wallet-services/client/lending/rpc';

export async function count(baseUrl: string): Promise<number> {
  const { data } = await createRpcClient({ baseUrl }).transactions({ limit: 2 }, { headers: [['x-request-id', '1']] });
  return data.length;
}
