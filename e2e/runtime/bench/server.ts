/**
 * One contender in a separate process: `node server.ts NAME`. It sends its port, and its CPU time on request; it can be
 * instructed to send invalid answers.
 */
import type { AddressInfo } from 'node:net';
import { contenders } from './contenders.ts';
import { breakAnswers } from './operations.ts';

const contender = contenders.find(({ name }) => name === process.argv[2]);
if (contender === undefined) throw new Error(`there is no ${process.argv[2]}`);
const server = await contender.serve();
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('message', ({ fault, isFault }: { fault?: string; isFault: boolean }) => {
  if (isFault) breakAnswers(fault);
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system });
});
process.on('disconnect', () => process.exit(0));
