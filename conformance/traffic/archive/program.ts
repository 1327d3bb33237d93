/** The process that judges the entries of an archive. */
import { begin } from '@wallet-services/kit/begin';
import type { ArchiveData, Result, Task } from './tasks.ts';

// The rest is loaded afterwards, so that its compiled code is cached.
begin();
const [{ serveJudge }, { contractOf, openContract }, { entryOf, isGap, requestOf }, { openJudge }] = await Promise.all([
  import('@wallet-services/kit/judge'),
  import('../../run/contract.ts'),
  import('../har.ts'),
  import('../judge.ts'),
]);

serveJudge<ArchiveData, null, Task, Result>(async ({ given, targets, ...options }) => {
  const contract = given === undefined ? openContract() : contractOf(given.document, given.reading);
  const open = () => Promise.all(targets.map((one) => openJudge({ ...one, ...options, contract })));
  let judges = await open();
  const named = (service: string | undefined) =>
    judges.filter((_, place) => service === undefined || targets[place]?.service === service);

  const judge = async (task: Task): Promise<Result> => {
    if (task.kind === 'restart') {
      judges = await open();
      return {};
    }
    if (task.kind === 'report') {
      for (const { service, why, count } of task.lost) for (const one of named(service)) one.unjudged(why, count);
      return { reports: judges.map((one) => one.report()) };
    }
    const read = entryOf(task.entry);
    if (!('recorded' in read)) {
      const request = isGap(read.skipped) ? requestOf(task.entry) : null;
      for (const one of judges)
        if (request !== null && one.concerns(request)) one.unjudged(`recorded ${read.skipped}`, 1);
      return read;
    }
    const taken = targets.filter((_, place) => judges[place]?.take(read.recorded) != null);
    return taken.length === 0 ? { skipped: 'that match no operation' } : { taken: taken.map(({ service }) => service) };
  };
  return { about: null, judge };
});
