/** The server of `soak.ts`, in a separate process, with credentials for every service. */

import { signToken } from '@wallet-services/client/sign-in';
import { demoApplications } from '../assistant/index.ts';
import { startServer } from '../index.ts';

/** The server's addresses, and the headers that each service requires. */
export interface SoakStarted {
  readonly httpUrl: string;
  readonly rpcUrl: string;
  readonly headers: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Memory in bytes and CPU time in microseconds. */
export interface SoakReport {
  readonly rss: number;
  readonly heap: number;
  readonly cpu: number;
}

const validator = process.argv[2] === 'eov' ? 'express-openapi-validator' : 'compiled';
const data = process.argv[3] === '' ? undefined : process.argv[3];
const server = await startServer({ port: 0, rpcPort: 0, validator, data });
const [mira] = server.keystores;
if (mira === undefined) throw new Error('the sandbox shows no keystore');
const token = await signToken(mira);
const signedIn: { data: { access_token: string } } = await fetch(`${server.httpUrl}/comment/auth/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ method: 'mixin_token', mixin_token: token }),
}).then((response) => response.json() as Promise<typeof signedIn>);
const [application] = await demoApplications();

const started: SoakStarted = {
  httpUrl: server.httpUrl,
  rpcUrl: server.rpcUrl,
  headers: {
    comment: { authorization: `Bearer ${signedIn.data.access_token}` },
    swap: { authorization: `Bearer ${token}` },
    vault: { authorization: `Bearer ${token}` },
    assistant: {
      'x-assistant-appid': application?.app_id ?? '',
      'x-assistant-secret': application?.secret ?? '',
    },
  },
};
process.send?.(started);
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const report: SoakReport = {
    rss: process.memoryUsage.rss(),
    heap: process.memoryUsage().heapUsed,
    cpu: user + system,
  };
  process.send?.(report);
});
process.on('disconnect', () => process.exit(0));
