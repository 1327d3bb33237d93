/** The judging side of a judge: the program of its process. */
import { flushCompileCache } from 'node:module';
import { Failure, messageOf, UsageError } from '../errors.ts';
import { Parts, putBack } from './blocks.ts';
import { giveBackAfterTask } from './memory.ts';
import type { FromWorker, ToWorker } from './messages.ts';

type WithoutTime<Message = FromWorker> = Message extends FromWorker ? Omit<Message, 'spent'> : never;

/** The functions that a program judges with. */
export interface Opened<About, Task, Result> {
  /** Reports to the other side. */
  readonly about: About;
  readonly judge: (task: Task) => Result | Promise<Result>;
}

/**
 * Judges the tasks that it gets, one after the other. A program for `openJudge` calls this and does nothing else.
 *
 * @param open is called once, with the data of `openJudge`. A Failure that it throws is the reason that is reported.
 */
export function serveJudge<Data, About, Task, Result>(
  open: (data: Data) => Promise<Opened<About, Task, Result>>,
): void {
  const send = (message: WithoutTime): void => {
    const { user, system } = process.cpuUsage();
    process.send?.({ ...message, spent: (user + system) / 1000 } satisfies FromWorker);
  };
  // Ctrl-C reaches every process of a terminal: this one ends with its parent.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());

  const opened = Promise.withResolvers<Opened<About, Task, Result>>();
  const begin = async (data: Data): Promise<void> => {
    try {
      const one = await open(data);
      opened.resolve(one);
      send({ kind: 'ready', about: one.about });
      // A process that is killed does not write the cache at its end.
      flushCompileCache();
    } catch (error) {
      const message = error instanceof Failure ? error.message : `the judge cannot be opened: ${messageOf(error)}`;
      send({ kind: 'refused', isUsage: error instanceof UsageError, message });
    }
  };
  const judge = async (id: number, task: Task): Promise<void> => {
    try {
      const { judge: judging } = await opened.promise;
      send({ kind: 'judged', id, result: await judging(task) });
    } catch {
      // Its message would quote the data.
      send({ kind: 'failed', id });
    }
  };
  let last: Promise<void> = Promise.resolve();
  const parts = new Parts();
  process.on('message', (message: ToWorker) => {
    // Both sides are started with the same types.
    if (message.kind === 'open') void begin(message.data as Data);
    else if (message.kind === 'part') parts.take(message.block, message.total, message.bytes);
    else {
      putBack(message.task, message.paths, parts.all());
      const { id, task } = message;
      last = last.then(() => judge(id, task as Task)).then(giveBackAfterTask);
    }
  });
}
