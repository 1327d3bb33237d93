/** The RPC interface of lending, over any protocol that the client has. */
import { type JsonObject, objectsOf, valueAt } from '@wallet-services/conformance/testing/clients';
import { understood } from './expect.ts';
import type { Step } from './step.ts';

const RPC = 'document 1, RPC';

interface Shown {
  readonly id: string;
  readonly title: string;
  readonly method: string;
  readonly input: (transactions: readonly JsonObject[]) => JsonObject;
}

/** The JSON answers of a Connect server are the expected result of every protocol. */
function rpcStep({ id, title, method, input }: Shown): Step {
  return {
    id,
    title,
    source: RPC,
    prepare: async ({ direct }) => {
      const call = (name: string, body: unknown) => direct(`/lending.v1.Lending/${name}`, { method: 'POST', body });
      const listed = await call('Transactions', { limit: 3 });
      const message = input(objectsOf(valueAt(listed, '/data')));
      const expected = await call(method, message);
      return {
        command: { do: 'rpc', service: 'lending', method, input: message },
        expect: [understood(expected)],
      };
    },
  };
}

/** A moment one nanosecond later. */
function justAfter(time: string): string {
  const [whole = '', fraction = ''] = time.replace('Z', '').split('.');
  return `${whole}.${fraction.padEnd(8, '0').slice(0, 8)}1Z`;
}

export const rpcSteps: readonly Step[] = [
  rpcStep({
    id: 'rpc.message',
    title: 'Sends an empty message and reads nested messages',
    method: 'AllMarkets',
    input: () => ({}),
  }),
  rpcStep({
    id: 'rpc.time',
    title: 'Sends a Timestamp with all of its nanoseconds; reads bytes and 64-bit integers',
    method: 'Transactions',
    input: ([, second]) => ({ offset: justAfter(String(second?.['createdAt'])), limit: 3 }),
  }),
];
