/** Hands what passed to the process that judges it; forwarding does not wait for it. */
import { openJudge, type Undecided, undecidedTexts } from '@wallet-services/kit/judge';
import type { SeenBody } from '../copy.ts';
import type { About, JudgeData, Result, Seen, Task, Verdict } from './tasks.ts';

/** Receives the outcomes of the rules. */
export interface RulesListener {
  /** Whether the rules are to judge it. */
  readonly wants: (seen: Seen) => boolean;
  readonly judged: (outcome: NonNullable<Result['outcome']>) => void;
  readonly undecided: (why: Undecided | 'too large', service: string) => void;
}

export interface Judging {
  readonly about: About;
  /** Checks the form of a request, alone or with its response. Never rejects. */
  check(seen: Seen): Promise<Verdict>;
  /**
   * Has all judged that was not judged yet. Never rejects.
   * @param onSent called when the bytes of the bodies are no longer needed here.
   */
  finish(seen: Seen, known?: Verdict, listener?: RulesListener, onSent?: () => void): Promise<Verdict>;
  /** The suite's report as JSON. @throws Error when it does not exist */
  report(): Promise<string>;
  /** Exchanges that wait. */
  waiting(): number;
  /** How often the judge was replaced. */
  replaced(): number;
  idle(): Promise<void>;
  close(): Promise<void>;
}

const nothing: Verdict = { operation: undefined, violations: [], unchecked: [] };

function sizeOf({ request, response }: Seen): number {
  const size = (body: SeenBody | undefined): number => (body?.kind === 'bytes' ? body.bytes.length : 0);
  return size(request.body) + size(response?.body);
}

/** A recording that was begun is kept as it is: `traffic.har`, then `traffic.2.har`. */
function numbered(path: string, before: number): string {
  return before === 0 ? path : path.replace(/(\.[^./\\]*)?$/, `.${before + 1}$1`);
}

/** Judges nothing. */
export const noJudging: Judging = {
  about: { operations: new Map() },
  check: async () => nothing,
  finish: async (_, known) => known ?? nothing,
  report: () => Promise.reject(new Error('there is no report of the rules')),
  waiting: () => 0,
  replaced: () => 0,
  idle: async () => {},
  close: async () => {},
};

/**
 * Opens the process.
 *
 * @throws Failure when a document is missing or broken
 */
export async function startJudging(data: JudgeData): Promise<Judging> {
  const judge = openJudge<About, Task, Result>({
    program: new URL(`./program.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url),
    data: (before) => ({ ...data, ...(data.har === undefined ? {} : { har: numbered(data.har, before) }) }),
  });
  const about = await judge.ready;
  const run = async (seen: Seen, form: boolean, rules?: RulesListener, onSent?: () => void): Promise<Result> => {
    const task = { kind: 'exchange', seen, form, rules: rules !== undefined } as const;
    const judgement = await judge.judge(task, sizeOf(seen), onSent);
    const { service } = seen.request;
    if (judgement.kind === 'undecided') {
      rules?.undecided(judgement.why, service);
      return form ? { verdict: { ...nothing, unchecked: [undecidedTexts[judgement.why]] } } : {};
    }
    const { outcome } = judgement.result;
    if (outcome === undefined) rules?.undecided('too large', service);
    else rules?.judged(outcome);
    return judgement.result;
  };
  return {
    about,
    check: async (seen) => (data.form ? ((await run(seen, true)).verdict ?? nothing) : nothing),
    async finish(seen, known, listener, onSent) {
      const form = data.form && known === undefined;
      const rules = listener?.wants(seen) === true ? listener : undefined;
      const result = form || rules !== undefined ? await run(seen, form, rules, onSent) : {};
      return known ?? result.verdict ?? nothing;
    },
    async report() {
      const judgement = await judge.judge({ kind: 'report' });
      const report = judgement.kind === 'judged' ? judgement.result.report : undefined;
      if (report === undefined) throw new Error('there is no report of the rules');
      return report;
    },
    waiting: judge.waiting,
    replaced: judge.replaced,
    idle: judge.idle,
    close: judge.close,
  };
}
