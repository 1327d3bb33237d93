/** Writes that depend on the version that the caller has read. */
import type { CheckContext } from '../../core/context.ts';
import type { ReportAspect } from '../../core/family.ts';
import {
  blockedBy,
  broken,
  inconclusive,
  inputsHint,
  type Judgement,
  judgeRefused,
  noInputFor,
  pass,
} from '../../core/judgement.ts';
import { sharedInput } from '../../discovery/paths.ts';
import { send } from '../../discovery/send.ts';
import { fresh } from '../../discovery/things.ts';
import { operationOf } from '../../model/document/api.ts';
import { type Exchange, isSuccess, outcomeText, successJson } from '../../model/exchange.ts';
import { type Input, withHeader } from '../../model/input.ts';
import { sameJson } from '../../model/values/json.ts';
import { isDenied } from '../unknown.ts';
import { type Conditional, FAILED, isSameVersion, isWeak, tagOf } from './declared.ts';
import { strangeTag, untagged } from './reads.ts';

const ASPECTS = ['stale', 'current', 'required'];

const statusOf = ({ outcome }: Exchange) => (outcome.kind === 'answer' ? outcome.status : 0);

/** What a check of one thing works with. */
interface Subject {
  readonly ctx: CheckContext;
  readonly id: string;
  readonly input: Input;
  readonly read: (label: string) => Promise<Exchange>;
  readonly write: (label: string, tag?: string) => Promise<Exchange>;
}

function subjectOf(ctx: CheckContext, { operation: id, read = id }: Conditional, input: Input): Subject {
  const reader = operationOf(ctx.suite.api, read);
  const readInput = withHeader(sharedInput(reader, input), 'if-none-match');
  return {
    ctx,
    id,
    input,
    read: (label) => send(ctx, reader, readInput, label, { isSound: true }),
    write: (label, tag) => send(ctx, id, withHeader(input, 'if-match', tag), label),
  };
}

/** Judges the answer to a write that depends on another version. */
function judgeFailed(exchange: Exchange, before: Exchange): Judgement {
  if (statusOf(exchange) === FAILED) return pass;
  if (!isSuccess(exchange) && !isDenied(exchange)) return blockedBy(exchange);
  const expected = `status ${FAILED}, as the tag is not that of ${tagOf(before) ?? 'what is there'}`;
  return broken({ expected, actual: outcomeText(exchange), about: 'stale', exchange, other: before });
}

/** Judges a write with the tag of another version, and that it changed nothing. */
async function judgeStale({ ctx, read, write }: Subject, before: Exchange): Promise<Judgement> {
  const failed = await write('write with another tag', strangeTag(ctx));
  const judgement = judgeFailed(failed, before);
  if (judgement.verdict !== 'pass') return judgement;
  const after = await read('read after the tag was rejected');
  if (isSuccess(after) && sameJson(successJson(after), successJson(before))) return pass;
  if (!isSuccess(after) && !isDenied(after)) return blockedBy(after);
  // What differs from answer to answer, under the same tag, is no change.
  if (isSuccess(after) && isSameVersion(tagOf(after), tagOf(before))) return pass;
  const expected = 'what was there before, as the write was rejected';
  return broken({ expected, actual: outcomeText(after), about: 'stale', exchange: after, other: before });
}

/** Judges a write with the tag that was read last, and the next tag. */
async function judgeCurrent(
  { id, read, write }: Subject,
  before: Exchange,
): Promise<readonly [aspect: string, judgement: Judgement][]> {
  const tag = tagOf(before);
  if (!isSuccess(before)) return [['current', blockedBy(before)]];
  if (tag === undefined) return [['current', untagged(before)]];
  if (isWeak(tag)) return [['current', inconclusive(`${tag} is a weak tag, which If-Match does not compare`)]];
  const written = await write('write with the current tag', tag);
  if (statusOf(written) === FAILED) {
    const breach = { expected: `success, as ${tag} is the tag of what is there`, actual: outcomeText(written) };
    return [['current', broken({ ...breach, about: 'current', exchange: written, other: before })]];
  }
  if (!isSuccess(written)) return [['current', blockedBy(written)]];
  const after = await read('read what was written');
  if (!isSuccess(after) || sameJson(successJson(after), successJson(before))) return [['current', pass]];
  if (isSameVersion(tagOf(after), tag)) {
    const breach = { expected: `another tag than ${tag}, as ${id} changed it`, actual: 'the same tag' };
    return [['current', broken({ ...breach, about: 'tag', exchange: after, other: before })]];
  }
  const late = await write('write with the tag from before', tag);
  return [
    ['current', pass],
    ['stale', judgeFailed(late, after)],
  ];
}

/** Judges an operation that writes. */
export async function checkWrites(declared: Conditional, ctx: CheckContext, report: ReportAspect): Promise<void> {
  const { operation: id } = declared;
  const undecided = (judgement: Judgement) => {
    for (const aspect of ASPECTS) report(aspect, judgement);
  };
  const made = await fresh(ctx, id, { name: `${id}, on a version` });
  if (made === null) return undecided(inconclusive(noInputFor(id), inputsHint(id)));
  const subject = subjectOf(ctx, declared, made.input);
  const before = await ctx.until(() => subject.read('read before it is written'), isSuccess);
  if (!isSuccess(before)) return undecided(blockedBy(before));
  report('stale', await judgeStale(subject, before));
  if (declared.required === true)
    report('required', judgeRefused(await subject.write('write without a tag'), 'a request without If-Match'));
  for (const [aspect, judgement] of await judgeCurrent(subject, await subject.read('read the current tag')))
    report(aspect, judgement);
}
