/** Reads that are answered in full only where something changed. */
import { pick } from '../../core/answers.ts';
import type { CheckContext } from '../../core/context.ts';
import type { ReportAspect } from '../../core/family.ts';
import { blockedBy, broken, inconclusive, inputsHint, type Judgement, noInputFor, pass } from '../../core/judgement.ts';
import { send } from '../../discovery/send.ts';
import { inputsOf } from '../../discovery/things.ts';
import { type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { type Input, withHeader } from '../../model/input.ts';
import { seededUuid } from '../../model/values/uuid.ts';
import { isDenied } from '../unknown.ts';
import { type Conditional, isSameVersion, NOT_MODIFIED, tagOf } from './declared.ts';

/** Something may change between two requests: the same must be wrong each time. */
const CERTAIN = 3;

/** A tag that no server has given. */
export function strangeTag({ suite: { seed, run } }: CheckContext): string {
  return `"${seededUuid(seed, run, 'a tag of nothing')}"`;
}

/** A missing tag. @param exchange the answer without it. */
export function untagged(exchange: Exchange): Judgement {
  return broken({ expected: 'the header ETag', actual: 'it is missing', about: 'ETag', exchange });
}

const textOf = ({ outcome }: Exchange) => (outcome.kind === 'answer' ? outcome.body.text : '');

/** Reads twice, the second time with the tag of the first. @returns null where something changed in between */
async function judgeTwice(ctx: CheckContext, id: string, input: Input, times: number): Promise<Judgement | null> {
  const first = await send(ctx, id, withHeader(input, 'if-none-match'), `read, ${times}`, { isSound: true });
  const tag = tagOf(first);
  if (!isSuccess(first)) return blockedBy(first);
  if (tag === undefined) return untagged(first);
  const conditional = withHeader(input, 'if-none-match', tag);
  const again = await send(ctx, id, conditional, `read what is known, ${times}`, { isSound: true });
  const { outcome } = again;
  if (outcome.kind === 'answer' && outcome.status === NOT_MODIFIED) return pass;
  const isOther = isSuccess(again) && !isSameVersion(tagOf(again), tag);
  if (isOther && (textOf(first) !== textOf(again) || times < CERTAIN)) return null;
  if (!isSuccess(again) && !isDenied(again)) return blockedBy(again);
  const expected = `status ${NOT_MODIFIED}, as it has the tag ${tag} still`;
  const actual = isOther ? `another tag, ${tagOf(again)}, of the same answer` : outcomeText(again);
  return broken({ expected, actual, about: 'unchanged', exchange: again, other: first });
}

async function judgeUnchanged(ctx: CheckContext, id: string, input: Input): Promise<Judgement> {
  for (let times = 1; times <= CERTAIN; times += 1) {
    const judgement = await judgeTwice(ctx, id, input, times);
    if (judgement !== null) return judgement;
  }
  return inconclusive(`what ${id} returns changed each time`, 'let no other client write while the suite runs');
}

async function judgeChanged(ctx: CheckContext, id: string, input: Input): Promise<Judgement> {
  const conditional = withHeader(input, 'if-none-match', strangeTag(ctx));
  const exchange = await send(ctx, id, conditional, 'read what has another tag', { isSound: true });
  const { outcome } = exchange;
  if (isSuccess(exchange)) return pass;
  if (outcome.kind !== 'answer' || outcome.status !== NOT_MODIFIED) return blockedBy(exchange);
  const expected = 'the answer itself, as it has another tag';
  return broken({ expected, actual: outcomeText(exchange), about: 'changed', exchange });
}

/** Judges an operation that reads. */
export async function checkReads(declared: Conditional, ctx: CheckContext, report: ReportAspect): Promise<void> {
  const { operation: id } = declared;
  const [found] = pick(await inputsOf(ctx, id));
  if (found === undefined) {
    for (const aspect of ['unchanged', 'changed']) report(aspect, inconclusive(noInputFor(id), inputsHint(id)));
    return;
  }
  report('unchanged', await judgeUnchanged(ctx, id, found.input));
  report('changed', await judgeChanged(ctx, id, found.input));
}
