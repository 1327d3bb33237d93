/** The thread that runs the suite. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Stream } from './arguments.ts';
import { main } from './main.ts';
import type { Terminal, WorkerData, WorkerMessage } from './supervise.ts';

const ALIVE = 500;

/** Runs the command, and sends its output to the main thread. */
export async function work(): Promise<void> {
  const { args, output, errors }: WorkerData = workerData;
  const reportOne = (reported: WorkerMessage) => parentPort?.postMessage(reported);
  const stream = (kind: 'output' | 'errors', terminal: Terminal): Stream => ({
    ...terminal,
    write: (text) => reportOne({ kind, text }),
  });
  const interruption = new AbortController();
  parentPort?.once('message', () => {
    reportOne({ kind: 'ending' });
    interruption.abort(new Error('interrupted'));
  });
  const timer = setInterval(() => reportOne({ kind: 'alive' }), ALIVE);
  const code = await main(args, {
    environment: process.env,
    output: stream('output', output),
    errors: stream('errors', errors),
    signal: interruption.signal,
    onWritten: (path) => reportOne({ kind: 'written', path }),
  });
  clearInterval(timer);
  reportOne({ kind: 'ended', code });
  parentPort?.close();
}
