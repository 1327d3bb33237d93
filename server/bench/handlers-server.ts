/** The server of `handlers.ts`: `validated` as it is, or `bare` without any validator. */
import { validators as lending } from '@wallet-services/contract/lending';
import { validators as vault } from '@wallet-services/contract/vault';
import { startServer } from '../index.ts';

if (process.argv[2] === 'bare') {
  for (const validators of [lending, vault]) {
    for (const each of Object.values(validators)) Object.assign(each, { request: undefined, responses: {} });
  }
}
const server = await startServer({ port: 0, rpcPort: 0, services: ['lending', 'vault'] });
process.send?.({ port: Number(new URL(server.httpUrl).port) });
process.on('disconnect', () => process.exit(0));
