/** The thread that judges what passed, so that what passes next does not wait for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { jsonReport, openTraffic } from '@wallet-services/conformance/traffic';
import type { Asked, ThreadData, ThreadTold } from './judging.ts';

const { urls, values, limit, document, har }: ThreadData = workerData;
const traffic = await openTraffic(urls, {
  ...{ values, maxBytes: limit },
  ...(document === undefined ? {} : { document }),
  ...(har === undefined ? {} : { har }),
});
const tell = (told: ThreadTold): void => parentPort?.postMessage(told);

parentPort?.on('message', (asked: Asked) => {
  if (asked.kind === 'report') return tell({ kind: 'report', text: jsonReport(traffic.report()) });
  const { passed, size } = asked;
  const judged = traffic.take(passed);
  tell({
    kind: 'judged',
    service: passed.service,
    size,
    operation: judged?.operation ?? null,
    told: judged?.findings ?? [],
  });
});
tell({ kind: 'ready' });
