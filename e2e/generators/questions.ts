/** The requests that every probe sends to the reference server, and the expected values in the answers. */
import type { RunningServer } from '@wallet-services/server';

/** The sandbox application that sends the requests. */
const headers = {
  'X-ASSISTANT-APPID': '51f0c3a2-7b84-4d96-a1e3-09c8d7f6b5a4',
  'X-ASSISTANT-SECRET': 'harbor-help-desk-sandbox-secret',
};

export interface Questions {
  /** The input of probes, as JSON. */
  readonly send: Readonly<Record<string, unknown>>;
  /** The expected value from the answer of each service. */
  readonly expected: Readonly<Record<string, unknown>>;
}

/** A time with nanoseconds, so that a tool which truncates them is detected. */
export const NANOSECONDS = '2021-08-17T11:14:49.123456789Z';

export async function questionsTo({ httpUrl: base }: RunningServer): Promise<Questions> {
  const baseId = '4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51';
  const quoteId = 'b2f4c6d8-0a1e-3d5f-a7c9-4e6b8d0f2a13';
  const get = async (path: string) => (await fetch(base + path, { headers })).json();
  return {
    send: { base, offset: NANOSECONDS, site: 21, baseId, quoteId, keywords: 'redeem', headers },
    expected: {
      lending: (await get(`/lending/api/v1/transactions?limit=1&offset=${NANOSECONDS}`))[0].created_at,
      comment: (await get('/comment/sites/21')).data.name,
      swap: (await get(`/swap/stats/markets/${baseId}/${quoteId}/kline/v2`)).data[0][1],
      vault: (await get('/vault/assets')).data.assets[0].chain.name,
      assistant: (await get('/assistant/indexes/search?keywords=redeem')).data[0].object_id,
    },
  };
}
